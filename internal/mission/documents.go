package mission

import (
	"context"
	"errors"
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

// documentKind is a kind of file of the Expansion mod: each file is one record, which holds all of it.
type documentKind struct {
	kindInfo
	document *expansion.Schema
}

// expansionKinds returns one kind for each settings file, and the kinds of which an instance may have several files.
func expansionKinds() (list []fileKind) {
	for _, d := range expansion.Settings() {
		list = append(list, newDocumentKind(d, kindInfo{
			name: settingKind(d), label: "Expansion settings: " + strings.ToLower(d.Title),
			resource: record.ExpansionSettings, where: "r.setting = '" + d.Slug + "'",
		}))
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
		list = append(list, newDocumentKind(k.of, kindInfo{name: Kind(k.of.Slug), label: k.label, several: true, resource: k.res}))
	}
	return list
}

func newDocumentKind(d *expansion.Schema, k kindInfo) *documentKind {
	k.from, k.main = []*record.Resource{k.resource}, "/"+d.Path
	if inside, ok := strings.CutPrefix(d.Path, missions+"/<mission>/"); ok {
		k.main = inside
	}
	return &documentKind{kindInfo: k, document: d}
}

// settingKind returns the name of the kind of a settings file.
func settingKind(d *expansion.Schema) Kind { return Kind("expansion-" + d.Slug) }

// stem returns the name of a file without its extension.
func stem(name string) string {
	base := path.Base(name)
	return strings.TrimSuffix(base, path.Ext(base))
}

const byteOrderMark = "\ufeff"

func (d *documentKind) read(data []byte) (storeFunc, error) {
	text, hasBOM := strings.CutPrefix(string(data), byteOrderMark)
	document, err := expansion.Parse(text)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, im *importer) error {
		if out, err := d.isLeftOut(ctx, im, document); err != nil || out {
			return errors.Join(err, im.save(ctx, record.File{}))
		}
		text, document, err := d.updated(ctx, im, text, document)
		if err != nil {
			return err
		}
		im.report.warnOfDocument(text, d.document.Check(document))
		row := d.rowOf(text, document, im.rel)
		if hasBOM {
			row[d.resource.Index("has_bom")] = int64(1)
		}
		if err := d.store(ctx, im, row); err != nil {
			return err
		}
		return im.save(ctx, record.File{})
	}, nil
}

// rowOf returns the record for the file at a path.
func (d *documentKind) rowOf(text string, document *jsontree.Object, rel string) record.Row {
	res := d.resource
	row := res.EmptyRow()
	row[res.Index("source_file")], row[res.Index("has_bom")] = rel, int64(0)
	row[res.Index(res.Title.Name)] = d.nameAt(rel)
	for name, value := range res.Describe(text, document) {
		row[res.Index(name)] = value
	}
	return row
}

// locate returns the path at which the record of the same name has its file, else one in the folder of other files of the kind.
func (d *documentKind) locate(ctx context.Context, im *importer, p resolvedPath) (string, error) {
	if p.rooted {
		return p.rel, nil
	}
	name := path.Base(p.rel)
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
	rel, _ := beside[0][record.Files.Index("path")].(string)
	return path.Join(path.Dir(rel), name), err
}

// nameAt returns the name of the record of a file: the slug of a setting, else the name of the file.
func (d *documentKind) nameAt(rel string) string {
	if !d.several {
		return d.document.Slug
	}
	return stem(rel)
}

// store creates or updates the record of a file. There is one record per name, whatever folder its file is in.
func (d *documentKind) store(ctx context.Context, im *importer, row record.Row) error {
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

func (d *documentKind) hasRecords(ctx context.Context, im *importer) (bool, error) {
	row, err := d.named(ctx, im, d.nameAt(im.rel))
	return row != nil, err
}

// named returns the record with the name, ignoring case, or nil. The database folds both sides as its unique index does, which knows
// fewer letters than Go.
func (d *documentKind) named(ctx context.Context, im *importer, name string) (record.Row, error) {
	rows, err := im.All(ctx, d.resource, "lower("+d.resource.Title.SQL+") = lower($)", name)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	return rows[0], nil
}

func (d *documentKind) paths(ctx context.Context, g *generator) ([]string, error) {
	rows, err := d.rows(ctx, g)
	return slices.Sorted(maps.Keys(rows)), err
}

func (d *documentKind) write(ctx context.Context, g *generator, f record.File, w io.Writer) (done outcome, err error) {
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

// rows returns the records by the paths of their files.
func (d *documentKind) rows(ctx context.Context, g *generator) (map[string]record.Row, error) {
	list, err := g.documentsOf(ctx, d.resource)
	if err != nil {
		return nil, err
	}
	rows := map[string]record.Row{}
	for _, row := range list {
		if d.several || d.resource.TitleOf(row) == d.document.Slug {
			rows[d.pathOf(g, row)] = row
		}
	}
	return rows, nil
}

// pathOf returns the path of a record's file: where it was imported from, else beside the others of its kind.
func (d *documentKind) pathOf(g *generator, row record.Row) string {
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

func (d *documentKind) recordsIn(original []byte, rel string) ([]*fileRecord, error) {
	text := strings.TrimPrefix(string(original), byteOrderMark)
	document, err := expansion.Parse(text)
	if err != nil {
		return nil, err
	}
	return []*fileRecord{newFileRecord(d.resource, d.rowOf(text, document, rel), nil, 0)}, nil
}

func (d *documentKind) compare(ctx context.Context, c *comparison) (before, after []*fileRecord, err error) {
	if c.original != nil {
		if before, err = d.recordsIn(c.original, c.rel); err != nil {
			return nil, nil, err
		}
	}
	rows, err := d.rows(ctx, c.generator)
	if row, there := rows[c.rel]; there {
		now := newFileRecord(d.resource, row, nil, 0)
		now.sid = d.resource.SID(row)
		after = append(after, now)
	}
	return before, after, err
}
