package lint

import (
	"iter"
	"path"
	"slices"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsonedit"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// document is a file of the Expansion mod: that of a record, or one that is stored as uploaded.
type document struct {
	Name string // of the record; the slug of a setting; the path of a stored file
	Of   *expansion.Schema
	Tree *jsontree.Object // empty if the text is not a JSON object
	Err  error            // why the text is not a JSON object

	about any          // the record, or the stored file
	text  *record.JSON // of the record; nil for a stored file

	formatted []expansion.Formatted // nil until it is first needed
}

// modFiles holds the files of the Expansion mod in an instance.
type modFiles struct {
	Settings map[string]*document // by slug
	Market   []*document          // categories sorted by name, as the mod reads them
	Traders  []*document
	Zones    []*document
	Loadouts []*document
	Kept     []*document // files without records, such as quests
}

// all yields all files of the mod.
func (m *modFiles) all() iter.Seq[*document] {
	return func(yield func(*document) bool) {
		for _, s := range expansion.Settings() {
			if d := m.Settings[s.Slug]; d != nil && !yield(d) {
				return
			}
		}
		for _, list := range [][]*document{m.Market, m.Traders, m.Zones, m.Loadouts, m.Kept} {
			for _, d := range list {
				if !yield(d) {
					return
				}
			}
		}
	}
}

// document returns the document of a record and adds it to the world.
func (w *world) document(about any, of *expansion.Schema, name string, documented *record.Documented) *document {
	d := &document{Name: name, Of: of, about: about, text: &documented.Document}
	d.parse(string(documented.Document))
	e := w.records[about]
	e.document = d
	w.records[about] = e
	return d
}

func (d *document) parse(text string) {
	if d.Tree, d.Err = expansion.Parse(text); d.Err != nil {
		d.Tree = new(jsontree.Object)
	}
}

// mend returns a fix that changes the document, or nil if it does not belong to a record.
func (d *document) mend(does message, fn func()) *Fix {
	if d.text == nil {
		return nil
	}
	return mend(does, fn)
}

// write writes the changed tree to the text of the record. Unchanged values keep their spelling.
func (d *document) write() {
	text := string(*d.text)
	if text, err := jsonedit.Rewrite(text, d.Tree, jsonedit.LayoutOf(text)); err == nil { // it could be read before
		*d.text = record.JSON(text)
	}
}

// modFiles reads the records of the mod, with one query per resource, and the files without records.
func (l *loader) modFiles() {
	l.Mod.Settings = map[string]*document{}
	for _, s := range all[record.ExpansionSetting](l, record.ExpansionSettings, "") {
		l.Mod.Settings[s.Setting] = l.document(s, expansion.Setting(s.Setting), s.Setting, &s.Documented)
	}
	for _, c := range all[record.MarketCategory](l, record.MarketCategories, "") {
		l.Mod.Market = append(l.Mod.Market, l.document(c, expansion.Category, c.Name, &c.Documented))
	}
	for _, t := range all[record.MarketTrader](l, record.MarketTraders, "") {
		l.Mod.Traders = append(l.Mod.Traders, l.document(t, expansion.Trader, t.Name, &t.Documented))
	}
	for _, z := range all[record.TraderZone](l, record.TraderZones, "") {
		l.Mod.Zones = append(l.Mod.Zones, l.document(z, expansion.Zone, z.Name, &z.Documented))
	}
	for _, o := range all[record.AILoadout](l, record.AILoadouts, "") {
		l.Mod.Loadouts = append(l.Mod.Loadouts, l.document(o, expansion.Loadout, o.Name, &o.Documented))
	}
	l.Mod.sort()
	l.keptFiles()
}

func (m *modFiles) sort() {
	slices.SortStableFunc(m.Market, func(a, b *document) int {
		return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
	})
}

// The sizes in bytes beyond which files that are stored as uploaded are not checked: of one, and of all together.
const (
	maxKeptFile = 1 << 20
	maxKept     = 32 << 20
)

// keptFiles reads the files of the mod without records.
func (l *loader) keptFiles() {
	kept := map[int64]*document{} // by the id of the stored file
	for _, f := range l.Files {
		if of := keptDocument(f); of != nil {
			kept[f.ID] = &document{Name: f.Path, Of: of, about: f}
		}
	}
	if len(kept) == 0 || l.err != nil {
		return
	}
	l.err = l.contents(kept)
	for _, f := range l.Files {
		if d := kept[f.ID]; d != nil && d.Tree != nil {
			l.Mod.Kept = append(l.Mod.Kept, d)
		}
	}
}

// keptDocument returns the schema of a file that is stored as uploaded, or nil if it is not a file of the mod.
func keptDocument(f *record.File) *expansion.Schema {
	place, rooted := strings.CutPrefix(f.Path, "/")
	if f.ContentID == nil || path.Ext(strings.ToLower(place)) != ".json" || !strings.Contains(strings.ToLower(place), "expansion") {
		return nil
	}
	if !rooted {
		place = "mpmissions/mission/" + place
	}
	of := expansion.At(place)
	if of == nil || !slices.Contains(expansion.Documents(), of) || slices.Contains(recorded, of) {
		return nil
	}
	return of
}

// recorded lists the schemas that have records; a stored file with such a path has another shape.
var recorded = []*expansion.Schema{expansion.Category, expansion.Trader, expansion.Zone, expansion.Loadout}

// contents reads the contents of files with one query and parses them.
func (l *loader) contents(kept map[int64]*document) error {
	rows, err := l.from.Query(l.ctx, `SELECT f.id, c.content, c.size FROM instance_files f JOIN file_contents c ON c.id = f.content_id
		JOIN instances i ON i.id = f.instance_id WHERE i.id = $1 AND i.user_id = $2 AND c.size <= $3
		AND lower(f.path) LIKE '%expansion%.json' AND `+
		record.Published("instance_files", "f"),
		l.Instance.ID, l.Instance.UserID, maxKeptFile)
	if err != nil {
		return err
	}
	defer rows.Close()
	var id, size, read int64
	var packed []byte
	for rows.Next() && read < maxKept {
		if err := rows.Scan(&id, &packed, &size); err != nil {
			return err
		}
		d := kept[id]
		if d == nil {
			continue
		}
		text, err := store.ContentText(packed, size)
		if err != nil {
			return err
		}
		d.parse(text)
		read += size
	}
	return rows.Err()
}
