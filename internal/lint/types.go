package lint

import (
	"slices"
	"strings"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

// partLength is how many types are in memory at a time.
const partLength = 200

// loot is what a world has of the types. An instance may have more of them than fit in memory: they pass one after the other, and only
// a few stay.
type loot struct {
	Entries names // the classes of all types
	Twice   names // those of several types

	// What stays of the types when all have passed.
	FirstTypes  []*record.Type            // the first of each file
	LoggedTypes map[string][]*record.Type // those that the logs name, by name in lower case
	Filled      names                     // the paths of the files with types
	WithUsage   bool                      // one of them has a usage
	Categorized bool                      // one of them has a category

	each   func(pass func(*record.Type)) error // calls pass with the types, ordered by id
	part   map[any]entry                       // the types in memory
	files  names                               // the files whose first type has passed
	inLogs names                               // the names in the logs
}

// types reads the names of the types. They are read themselves when rules look at them.
func (l *loader) types() {
	if l.err != nil {
		return
	}
	l.Confirmed, l.Entries, l.Twice = names{}, names{}, names{}
	ids := l.typeNames()
	l.each = func(pass func(*record.Type)) error { return l.readTypes(ids, pass) }
}

// typeNames reads the names of the types, and returns the ids of those that are not disabled.
func (l *loader) typeNames() (ids []int64) {
	var id int64
	var enabled bool
	var name string
	l.scan(`SELECT r.id, r.enabled, c.name FROM types r JOIN instances i ON i.id = r.instance_id
		JOIN instance_classnames c ON c.id = r.instance_classname_id
		WHERE i.id = $1 AND i.user_id = $2 AND `+record.Types.Published+` ORDER BY r.id`,
		[]any{l.Instance.ID, l.Instance.UserID}, []any{&id, &enabled, &name}, func() {
			name = strings.ToLower(name)
			l.Confirmed[name] = true
			if !enabled {
				return
			}
			ids = append(ids, id)
			if l.Entries[name] {
				l.Twice[name] = true
			}
			l.Entries[name] = true
		})
	return ids
}

// readTypes reads the types part by part. What is disabled meanwhile is left out.
func (l *loader) readTypes(ids []int64, pass func(*record.Type)) error {
	for some := range slices.Chunk(ids, partLength) {
		rows, err := l.from.All(l.ctx, record.Types, "r.id BETWEEN $ AND $", some[0], some[len(some)-1])
		if err != nil {
			return err
		}
		l.part = make(map[any]entry, len(rows))
		for _, row := range rows {
			t := new(record.Type)
			record.Types.Decode(row, t)
			l.part[t] = entry{res: record.Types, row: row}
			if t.Enabled {
				pass(t)
			}
		}
	}
	return nil
}

// passTypes calls fn with each type, and keeps those that rules look at when all have passed.
func (w *world) passTypes(fn func(*record.Type)) error {
	w.Filled, w.WithUsage, w.Categorized = names{}, false, false
	w.FirstTypes, w.LoggedTypes, w.files, w.inLogs = nil, map[string][]*record.Type{}, names{}, w.namesInLogs()
	return w.each(func(t *record.Type) {
		w.Filled[pathOf(t.SourceFile, ce.TypesFile)] = true
		w.WithUsage, w.Categorized = w.WithUsage || len(t.UsageIDs) > 0, w.Categorized || t.CategoryID != nil
		if t.SourceFile != nil && !w.files[*t.SourceFile] {
			w.files[*t.SourceFile] = true
			w.FirstTypes = append(w.FirstTypes, w.keep(t))
		}
		if name := strings.ToLower(t.Name); w.inLogs[name] {
			w.LoggedTypes[name] = append(w.LoggedTypes[name], w.keep(t))
		}
		fn(t)
	})
}

func (w *world) namesInLogs() names {
	found := names{}
	for _, l := range w.Logs {
		for _, e := range l.Entries {
			found.add(e.Name)
		}
	}
	return found
}

// keep makes a type stay in the world.
func (w *world) keep(t *record.Type) *record.Type {
	w.records[t], _ = w.entryOf(t)
	return t
}
