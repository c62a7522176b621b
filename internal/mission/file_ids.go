package mission

import (
	"cmp"
	"context"
	"database/sql"
	"maps"
	"slices"
	"strings"
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
		file := found.at(cmp.Or(s.rel, main))
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

// recordSlot is the slot of a record in its file.
type recordSlot struct {
	id   int64
	slot int64
	rel  string // empty for the main file
}

// slotsOf returns the slots of all records of a kind, sorted.
func (g *generator) slotsOf(ctx context.Context, k *kindInfo) ([]recordSlot, error) {
	rows, err := g.db.Query(ctx, slotQuery(k), g.scope.InstanceID, g.scope.UserID)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []recordSlot
	for rows.Next() {
		s := recordSlot{slot: slotBehind}
		var slot sql.NullInt64
		var rel sql.NullString
		if err := rows.Scan(&s.id, &slot, &rel); err != nil {
			return nil, err
		}
		if s.rel = rel.String; slot.Valid {
			s.slot = slot.Int64
		}
		list = append(list, s)
	}
	slices.SortStableFunc(list, func(a, b recordSlot) int { return cmp.Compare(a.slot, b.slot) })
	return list, rows.Err()
}

func slotQuery(k *kindInfo) string {
	file := "NULL"
	if k.several {
		file = "r.source_file"
	}
	query := "/* slots " + k.resource.Name + " */ SELECT r.id, r.slot, " + file + " FROM " + k.resource.Name +
		" r JOIN instances i ON i.id = r.instance_id WHERE i.id = $1 AND i.user_id = $2 AND " + k.resource.Published
	if k.where != "" {
		query += " AND " + k.where
	}
	return query + " ORDER BY r.id"
}
