package mission

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"quartermaster/internal/store"
)

// idsOf returns the files of a kind, sorted by path: those that were imported, those that records name, and the main file if something
// is written to it on demand. They are read once.
func (g *generator) idsOf(ctx context.Context, k *kindInfo) ([]fileIDs, error) {
	if list, read := g.ids[k.name]; read {
		return list, nil
	}
	slots, err := g.slotsOf(ctx, k)
	if err != nil {
		return nil, err
	}
	found, main := filesByPath{}, g.mainPath(k)
	for _, f := range g.filesOf(k.name) {
		found.at(f.Path)
	}
	if g.instance.includes(k.name) {
		found.at(main)
	}
	for _, s := range slots {
		file := found.at(cmp.Or(s.text, main))
		file.ids = append(file.ids, s.id)
	}
	g.ids[k.name] = found.sorted()
	return g.ids[k.name], nil
}

// filesByPath holds the files of a kind by path in lower case.
type filesByPath map[string]*fileIDs

// at returns the file at a path; it adds a missing one.
func (f filesByPath) at(rel string) *fileIDs {
	key := strings.ToLower(rel)
	if f[key] == nil {
		f[key] = &fileIDs{rel: rel}
	}
	return f[key]
}

// sorted returns the files sorted by path.
func (f filesByPath) sorted() []fileIDs {
	list := make([]fileIDs, 0, len(f))
	for _, key := range slices.Sorted(maps.Keys(f)) {
		list = append(list, *f[key])
	}
	return list
}

// idsAt returns the file at a path with the ids of its records.
func (g *generator) idsAt(ctx context.Context, k *kindInfo, rel string) (fileIDs, error) {
	list, err := g.idsOf(ctx, k)
	if i := slices.IndexFunc(list, func(f fileIDs) bool { return strings.EqualFold(f.rel, rel) }); i >= 0 {
		return list[i], err
	}
	return fileIDs{rel: rel}, err
}

// recordSlot is the slot of a record in its file, with the value of another column.
type recordSlot struct {
	id   int64
	slot int64
	text string
}

// partSlot returns the slot for a textfile.Part.
func (s recordSlot) partSlot() int {
	if s.slot == slotBehind {
		return -1
	}
	return int(s.slot)
}

// slotsOf returns the slots of all records of a kind with the paths of their files, which are empty for the main one.
func (g *generator) slotsOf(ctx context.Context, k *kindInfo) ([]recordSlot, error) {
	file := "NULL"
	if k.several {
		file = "r.source_file"
	}
	return g.readSlots(ctx, slotQuery(k, file))
}

// slotsAt returns the slots of the records of a file with their original texts.
func (g *generator) slotsAt(ctx context.Context, k *kindInfo, rel string) ([]recordSlot, error) {
	query := slotQuery(k, "r.raw")
	if !k.several {
		return g.readSlots(ctx, query)
	}
	query += " AND (lower(r.source_file) IN ($3, $4)"
	if strings.EqualFold(rel, g.mainPath(k)) {
		query += " OR lower(r.source_file) IS NULL"
	}
	return g.readSlots(ctx, query+")", store.LowerASCII(rel), strings.ToLower(rel))
}

// slotQuery selects the ids, the slots and another column of the records of a kind.
func slotQuery(k *kindInfo, column string) string {
	query := "/* slots " + k.resource.Name + " */ SELECT r.id, r.slot, " + column + " FROM " + k.resource.Name +
		" r JOIN instances i ON i.id = r.instance_id WHERE i.id = $1 AND i.user_id = $2 AND " + k.resource.Published
	if k.where != "" {
		query += " AND " + k.where
	}
	return query
}

// readSlots runs a slotQuery and sorts what it finds by slot.
func (g *generator) readSlots(ctx context.Context, query string, args ...any) (list []recordSlot, err error) {
	rows, err := g.db.Query(ctx, query, append([]any{g.scope.InstanceID, g.scope.UserID}, args...)...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var id, slot, text any // scanned as they are, which is faster than into their types
	for rows.Next() {
		if err := rows.Scan(&id, &slot, &text); err != nil {
			return nil, err
		}
		s := recordSlot{id: id.(int64), slot: slotBehind}
		s.text, _ = text.(string)
		if n, placed := slot.(int64); placed {
			s.slot = n
		}
		list = append(list, s)
	}
	slices.SortFunc(list, func(a, b recordSlot) int { return cmp.Or(cmp.Compare(a.slot, b.slot), cmp.Compare(a.id, b.id)) })
	return list, rows.Err()
}
