package mission

import (
	"context"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// documents declares a sort of files of the Expansion mod: each file is one record that holds all of it.
type documents struct {
	kind
	document *expansion.Schema
}

// declare returns the kind of the files.
func (d *documents) declare() *kind {
	d.read, d.held, d.locate, d.files, d.write, d.stands = d.receive, d.isHeld, d.belongs, d.find, d.fill, d.compare
	d.from = []*record.Resource{d.resource}
	return &d.kind
}

// expansionKinds are the settings, each of which is one file, and the sorts of which there are any number.
func expansionKinds() (list []*kind) {
	for _, d := range expansion.Settings() {
		list = append(list, (&documents{document: d, kind: kind{
			name: Kind("expansion-" + d.Slug), label: "Expansion settings: " + strings.ToLower(d.Title), main: placeOnServer(d.Path),
			resource: record.ExpansionSettings, where: "r.setting = '" + d.Slug + "'",
		}}).declare())
	}
	for _, k := range []struct {
		of    *expansion.Schema
		label string
		res   *record.Resource
	}{
		{expansion.Category, "market category", record.MarketCategories},
		{expansion.Trader, "market trader", record.MarketTraders},
		{expansion.Zone, "trader zone", record.TraderZones},
		{expansion.Loadout, "AI loadout", record.AILoadouts},
	} {
		list = append(list, (&documents{document: k.of, kind: kind{
			name: Kind(k.of.Slug), label: k.label, main: placeOnServer(k.of.Path), several: true, resource: k.res,
		}}).declare())
	}
	return list
}

// placeOnServer turns a path of the schema into a place: below the mission folder, or with a slash before it.
func placeOnServer(schemaPath string) string {
	if inside, ok := strings.CutPrefix(schemaPath, missions+"/<mission>/"); ok {
		return inside
	}
	return "/" + schemaPath
}

// kindOfDocument returns the kind of files that hold such documents.
func kindOfDocument(d *expansion.Schema) *kind {
	if expansion.Setting(d.Slug) != nil {
		return kindNamed(Kind("expansion-" + d.Slug))
	}
	return kindNamed(Kind(d.Slug))
}

// detectDocument tells which of the mod's files a JSON file is, by its name and folder or, where it lies loose, by its shape.
// The error says why a file cannot be read that is one of them by its name. What has another shape than its name says is kept
// as it came, with the reason.
func detectDocument(place string, data []byte) (k *kind, reason string, err error) {
	claimed := expansion.Claim(place)
	document, err := expansion.Parse(string(data))
	switch {
	case claimed == nil && err != nil:
		return other, "", nil
	case err != nil:
		return kindOfDocument(claimed), "", err
	case claimed == nil && !strings.Contains(place, "/"):
		claimed = expansion.Guess(document)
	}
	if claimed == nil {
		return other, "", nil
	}
	fits := claimed.Fits
	if claimed.IsAt(place) {
		fits = claimed.Takes
	}
	if err := fits(document); err != nil {
		return other, err.Error() + "; it is kept as it is", nil
	}
	if strings.TrimSpace(stem(place)) == "" {
		return other, "the file has no name that a record could have; it is kept as it is", nil
	}
	return kindOfDocument(claimed), "", nil
}

// stem is the name of a file without its extension.
func stem(place string) string {
	base := path.Base(place)
	return strings.TrimSuffix(base, path.Ext(base))
}

// receive stores a file as the document of its record.
func (d *documents) receive(data []byte) (storing, error) {
	text, hasBOM := strings.CutPrefix(string(data), byteOrderMark)
	document, err := expansion.Parse(text)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, im *importer) error {
		im.report.warnOf(text, d.document.Check(document))
		row := d.rowOf(text, document, im.place)
		if hasBOM {
			row[d.resource.Index("has_bom")] = int64(1)
		}
		if err := d.keep(ctx, im, row); err != nil {
			return err
		}
		return im.save(ctx, record.File{})
	}, nil
}

const byteOrderMark = "\ufeff"

// warnOf reports what the mod would not understand in a document of that text.
func (r *Report) warnOf(text string, problems []expansion.Problem) {
	told := problems[:min(len(problems), maxWarnings)]
	for i, line := range expansion.Locate(text, told) {
		r.Warnings = append(r.Warnings, fmt.Sprintf("line %d: %s", line, told[i].Message))
	}
	if rest := len(problems) - len(told); rest > 0 {
		r.Warnings = append(r.Warnings, fmt.Sprintf("and %d more", rest))
	}
}

// rowOf returns the record that a file at that place becomes.
func (d *documents) rowOf(text string, document *jsontree.Object, place string) record.Row {
	res := d.resource
	row := res.EmptyRow()
	row[res.Index("source_file")], row[res.Index("has_bom")] = place, int64(0)
	row[res.Index(res.Title.Name)] = d.nameAt(place)
	for name, value := range res.Describe(text, document) {
		row[res.Index(name)] = value
	}
	return row
}

// belongs returns where a file of that name goes: where its record's file lies, or beside others of its kind.
func (d *documents) belongs(ctx context.Context, im *importer, name string) (string, error) {
	row, err := d.named(ctx, im, d.nameAt(name))
	if err != nil {
		return "", err
	}
	if row != nil && row[d.resource.Index("source_file")] != nil {
		return row[d.resource.Index("source_file")].(string), nil
	}
	beside, err := im.All(ctx, record.Files, "r.kind = $", string(d.name))
	if len(beside) == 0 || !d.several {
		return path.Join(path.Dir(d.main), name), err
	}
	place, _ := beside[0][record.Files.Index("path")].(string)
	return path.Join(path.Dir(place), name), err
}

// nameAt returns the name of the record whose file lies there: the slug of a setting, else the name of the file.
func (d *documents) nameAt(place string) string {
	if !d.several {
		return d.document.Slug
	}
	return stem(place)
}

// keep makes the record of a file, or changes it. A name is one record whatever folder its file lies in.
func (d *documents) keep(ctx context.Context, im *importer, row record.Row) error {
	old, err := d.named(ctx, im, d.resource.TitleOf(row))
	if err != nil {
		return err
	}
	p := plan{res: d.resource}
	if old != nil {
		row[d.resource.Index(d.resource.Title.Name)] = old[d.resource.Index(d.resource.Title.Name)]
	}
	im.add(&p, old, row)
	return p.carryOut(ctx, im.Edit)
}

// isHeld tells whether there is a record of the file's name.
func (d *documents) isHeld(ctx context.Context, im *importer) (bool, error) {
	row, err := d.named(ctx, im, d.nameAt(im.place))
	return row != nil, err
}

// named returns the record of that name, or nil. The database folds both sides, as the index of the names does, which knows
// fewer letters than Go.
func (d *documents) named(ctx context.Context, im *importer, name string) (record.Row, error) {
	rows, err := im.All(ctx, d.resource, "lower("+d.resource.Title.SQL+") = lower($)", name)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	return rows[0], nil
}

// find returns the places of the records' files.
func (d *documents) find(ctx context.Context, g *generator, _ *kind) ([]string, error) {
	rows, err := d.rows(ctx, g)
	return slices.Sorted(maps.Keys(rows)), err
}

// fill writes the file of a record.
func (d *documents) fill(ctx context.Context, g *generator, _ *kind, f record.File, w io.Writer) (done outcome, err error) {
	rows, err := d.rows(ctx, g)
	if err != nil {
		return done, err
	}
	row, there := rows[f.Path]
	if !there { // deleted since the files were listed
		return done, store.ErrNotFound
	}
	_, err = w.Write(d.resource.FileOf(row))
	return outcome{records: 1}, err
}

// rows returns the records by the places of their files, read once.
func (d *documents) rows(ctx context.Context, g *generator) (map[string]record.Row, error) {
	if read := g.documents[&d.kind]; read != nil {
		return read, nil
	}
	list, err := g.db.All(ctx, d.resource, g.scope, d.where)
	if err != nil {
		return nil, err
	}
	rows := make(map[string]record.Row, len(list))
	for _, row := range list {
		rows[d.placeOf(g, row)] = row
	}
	g.documents[&d.kind] = rows
	return rows, nil
}

// placeOf returns where the file of a record lies: where it was imported from, else beside the others of its kind.
func (d *documents) placeOf(g *generator, row record.Row) string {
	if file, ok := row[d.resource.Index("source_file")].(string); ok {
		return file
	}
	if !d.several {
		return d.main
	}
	folder := path.Dir(d.main)
	if others := g.filesOf(d.name); len(others) > 0 {
		folder = path.Dir(others[0].Path)
	}
	return path.Join(folder, d.resource.TitleOf(row)+".json")
}

// compare returns the record of a file as it was imported and as it is.
func (d *documents) compare(ctx context.Context, c *comparison) (before, after []*stand, err error) {
	if c.Original != nil {
		text := strings.TrimPrefix(string(c.Original), byteOrderMark)
		document, err := expansion.Parse(text)
		if err != nil {
			return nil, nil, err
		}
		before = append(before, newStand(d.resource, d.rowOf(text, document, c.File.place), nil, 0))
	}
	rows, err := d.rows(ctx, c.generator)
	if row, there := rows[c.File.place]; there {
		now := newStand(d.resource, row, nil, 0)
		now.sid = d.resource.SID(row)
		after = append(after, now)
	}
	return before, after, err
}
