// Package catalog fills the class names and Workshop mods that all instances share.
package catalog

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"quartermaster/internal/ce"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/textfile"
)

// Service fills the catalog.
type Service struct{ db *store.DB }

// New returns a service over the catalog in db.
func New(db *store.DB) *Service { return &Service{db} }

// ImportTypes fills the class names from types files and reports on each; files of other kinds are skipped. Importing the same
// files again changes nothing. The error is a failure of the service; what is wrong with a file is in its report.
func (s *Service) ImportTypes(ctx context.Context, uploads []mission.Upload) ([]mission.Report, error) {
	missions, reports := mission.New(s.db), make([]mission.Report, len(uploads))
	for i, u := range uploads {
		file, report := missions.ReadTypes(ctx, u)
		reports[i] = report
		if file == nil {
			continue
		}
		if err := s.importFile(ctx, file, &reports[i]); err != nil {
			return reports, err
		}
	}
	return reports, nil
}

func (s *Service) importFile(ctx context.Context, file *textfile.File[ce.Type], report *mission.Report) error {
	return s.db.EditCatalog(ctx, func(e *store.Edit) error {
		names := make([]string, len(file.Entries))
		for i, entry := range file.Entries {
			names[i] = entry.Value.Name
		}
		known, err := e.Catalog(ctx, names)
		if err != nil {
			return err
		}
		categories, err := categoryIDs(ctx, e)
		if err != nil {
			return err
		}
		p := planClasses(file, known, categories)
		p.count(report, len(file.Entries))
		return p.carryOut(ctx, e)
	})
}

// categoryIDs returns the ids of the categories by their names in lower case.
func categoryIDs(ctx context.Context, e *store.Edit) (map[string]int64, error) {
	rows, err := e.All(ctx, record.Categories, "")
	ids := map[string]int64{}
	for _, row := range rows {
		name := strings.ToLower(record.Categories.TitleOf(row))
		if _, known := ids[name]; !known {
			ids[name] = record.Categories.ID(row)
		}
	}
	return ids, err
}

// planClasses compares the entries with what the catalog has; of several entries of one name the last one counts.
func planClasses(file *textfile.File[ce.Type], known map[string]record.Row, categories map[string]int64) plan {
	p := plan{res: record.Classnames}
	last := map[string]ce.Type{}
	for _, entry := range file.Entries {
		last[strings.ToLower(entry.Value.Name)] = entry.Value
	}
	for _, entry := range file.Entries {
		key := strings.ToLower(entry.Value.Name)
		t, pending := last[key]
		if !pending {
			continue
		}
		delete(last, key)
		p.addClass(t, known[key], categories)
	}
	return p
}

func (p *plan) addClass(t ce.Type, old record.Row, categories map[string]int64) {
	made := record.Classname{
		Name: t.Name, DisplayName: displayName(t.Name), CategoryID: categoryID(t.Category, categories),
		Payload: "{}", DefaultTypeValues: typeDefaults(t), IsCreature: mission.IsCreature(t.Name), Enabled: true,
	}
	row := record.Classnames.Encode(&made)
	if old == nil {
		p.insert = append(p.insert, row)
		return
	}
	next := slices.Clone(old)
	for _, name := range []string{"category_id", "default_type_values", "is_creature"} {
		next[p.res.Index(name)] = row[p.res.Index(name)]
	}
	p.update(old, next)
}

func categoryID(name *string, categories map[string]int64) *int64 {
	if name == nil {
		return nil
	}
	id, known := categories[strings.ToLower(*name)]
	if !known {
		return nil
	}
	return &id
}

// typeDefaults returns the values that a new type of the class starts with: the numbers of the file, under the names of record.Type.
func typeDefaults(t ce.Type) record.JSON {
	values := new(jsontree.Object)
	for _, v := range []struct {
		name  string
		value *int64
	}{
		{"nominal", t.Nominal},
		{"lifetime", t.Lifetime},
		{"restock", t.Restock},
		{"min", t.Min},
		{"qmin", t.QuantMin},
		{"qmax", t.QuantMax},
		{"cost", t.Cost},
	} {
		if v.value != nil {
			values.Set(v.name, *v.value)
		}
	}
	return record.JSON(jsontree.AppendValue(nil, values))
}

// displayName makes a readable name from a class name: "ACOGOptic_6x" gives "ACOG Optic 6x".
func displayName(class string) string {
	runes := []rune(class)
	var b strings.Builder
	for i, r := range runes {
		if r == '_' {
			b.WriteByte(' ')
			continue
		}
		if i > 0 && startsWord(runes, i) {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// startsWord reports whether a word starts at a letter: an upper-case one after a lower-case one, or the last of several before one.
func startsWord(runes []rune, i int) bool {
	if !unicode.IsUpper(runes[i]) {
		return false
	}
	return unicode.IsLower(runes[i-1]) || (unicode.IsUpper(runes[i-1]) && i+1 < len(runes) && unicode.IsLower(runes[i+1]))
}
