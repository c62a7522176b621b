package mission

import (
	"context"
	"strings"
	"unicode"

	"quartermaster/internal/ce"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/textfile"
)

// ImportCatalogue fills the global class names from types files, as Import does the records of an instance. Files of other
// kinds are skipped. Importing the same files again changes nothing.
func (s *Service) ImportCatalogue(ctx context.Context, uploads []Upload) ([]Report, error) {
	reports := make([]Report, len(uploads))
	for i, u := range uploads {
		file, err := s.readCatalogue(ctx, u, &reports[i])
		if err != nil {
			reports[i].fail(err)
		}
		if file == nil {
			continue
		}
		if err := s.catalogueFile(ctx, file, &reports[i]); err != nil {
			return reports, err
		}
	}
	return reports, nil
}

// readCatalogue reads a types file; nil stands for one of another kind.
func (s *Service) readCatalogue(ctx context.Context, u Upload, report *Report) (file *textfile.File[ce.Type], err error) {
	*report = Report{Path: u.Path, Kind: KindOther, Status: Skipped}
	err = s.ward.run(ctx, "read", KindOther, u.Path, func() error {
		kind, _, err := detect(u.Path, u.Data)
		if report.Kind = kind.name; err != nil || kind != typesFile {
			return err
		}
		if _, err := kind.read(u.Data); err != nil {
			return err
		}
		file, err = ce.ParseTypes(u.Data)
		return err
	})
	return file, err
}

func (s *Service) catalogueFile(ctx context.Context, file *textfile.File[ce.Type], report *Report) error {
	return s.db.EditCatalogue(ctx, func(e *store.Edit) error {
		report.warn(file.Warnings)
		names := make([]string, len(file.Entries))
		for i, entry := range file.Entries {
			names[i] = entry.Value.Name
		}
		known, err := e.Catalogue(ctx, names)
		if err != nil {
			return err
		}
		rows, err := e.All(ctx, record.Categories, "")
		if err != nil {
			return err
		}
		p := planCatalogue(file, known, newReferences(record.Categories, rows))
		report.Status, report.Created, report.Updated = Imported, len(p.insert), len(p.after)
		report.Unchanged = len(file.Entries) - report.Created - report.Updated
		if err := e.UpdateAll(ctx, record.Classnames, p.before, p.after); err != nil {
			return err
		}
		return e.InsertAll(ctx, record.Classnames, p.insert)
	})
}

// planCatalogue compares the entries with what the catalogue has; of several entries of a name the last one counts.
func planCatalogue(file *textfile.File[ce.Type], known map[string]record.Row, categories *references) plan {
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

func (p *plan) addClass(t ce.Type, old record.Row, categories *references) {
	made := record.Classname{
		Name: t.Name, DisplayName: DisplayName(t.Name), CategoryID: categoryID(t.Category, categories),
		Payload: "{}", DefaultTypeValues: typeDefaults(t), IsCreature: IsCreature(t.Name), Enabled: true,
	}
	row := record.Classnames.Encode(&made)
	if old == nil {
		p.insert = append(p.insert, row)
		return
	}
	changed := append(record.Row{}, old...)
	for _, name := range []string{"category_id", "default_type_values", "is_creature"} {
		changed[p.res.Index(name)] = row[p.res.Index(name)]
	}
	if store.Differs(p.res, old, changed, shownValue) {
		p.before, p.after = append(p.before, old), append(p.after, changed)
	}
}

func categoryID(name *string, categories *references) *int64 {
	if name == nil {
		return nil
	}
	id, known := categories.ids[reference{name: *name}.key()]
	if !known {
		return nil
	}
	return &id
}

// typeDefaults is what a new type of the class starts with: the numbers of the file, under the names of record.Type.
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

// DisplayName makes a readable name from a class name: "ACOGOptic_6x" gives "ACOG Optic 6x".
func DisplayName(class string) string {
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

// startsWord tells of an upper-case letter behind a lower-case one, and of the last of several before a lower-case one.
func startsWord(runes []rune, i int) bool {
	if !unicode.IsUpper(runes[i]) {
		return false
	}
	return unicode.IsLower(runes[i-1]) || (unicode.IsUpper(runes[i-1]) && i+1 < len(runes) && unicode.IsLower(runes[i+1]))
}
