package mission

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/binary"
	"maps"
	"slices"
	"strings"
)

// sheet is a file with the records that it holds.
type sheet struct {
	place string
	ids   []int64 // as the records stand in the file
}

// digest tells whether a file holds the same records in the same order as it did.
func (s sheet) digest() string {
	b := make([]byte, 0, 8*len(s.ids))
	for _, id := range s.ids {
		b = binary.BigEndian.AppendUint64(b, uint64(id))
	}
	return digest(b)
}

// sheetsOf returns the files of a kind in the order of their places, read once: those that were imported, those that records
// name and the main one where more is written on demand.
func (g *generator) sheetsOf(ctx context.Context, k *kind) ([]sheet, error) {
	if list, read := g.sheets[k]; read {
		return list, nil
	}
	stands, err := g.standing(ctx, k)
	if err != nil {
		return nil, err
	}
	found, main := sheets{}, g.mainOf(k)
	for _, f := range g.filesOf(k.name) {
		found.at(f.Path)
	}
	if g.instance.includes(k.name) {
		found.at(main)
	}
	for _, s := range stands {
		its := found.at(cmp.Or(s.place, main))
		its.ids = append(its.ids, s.id)
	}
	g.sheets[k] = found.sorted()
	return g.sheets[k], nil
}

// sheets are those of a kind by their places in lower case.
type sheets map[string]*sheet

// at returns the file at a place, a new one where there was none.
func (s sheets) at(place string) *sheet {
	key := strings.ToLower(place)
	if s[key] == nil {
		s[key] = &sheet{place: place}
	}
	return s[key]
}

// sorted returns the files in the order of their places.
func (s sheets) sorted() []sheet {
	list := make([]sheet, 0, len(s))
	for _, key := range slices.Sorted(maps.Keys(s)) {
		list = append(list, *s[key])
	}
	return list
}

// sheetAt returns the file at a place.
func (g *generator) sheetAt(ctx context.Context, k *kind, place string) (sheet, error) {
	list, err := g.sheetsOf(ctx, k)
	if i := slices.IndexFunc(list, func(s sheet) bool { return strings.EqualFold(s.place, place) }); i >= 0 {
		return list[i], err
	}
	return sheet{place: place}, err
}

// position is where a record stands.
type position struct {
	id    int64
	slot  int64
	place string // empty for the main file
}

// standing tells where the records of a kind stand, in the order of the places in their files.
func (g *generator) standing(ctx context.Context, k *kind) ([]position, error) {
	rows, err := g.db.Query(ctx, positionQuery(k), g.scope.InstanceID, g.scope.UserID)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []position
	for rows.Next() {
		var p position
		var slot sql.NullInt64
		var place sql.NullString
		if err := rows.Scan(&p.id, &slot, &place); err != nil {
			return nil, err
		}
		p.slot, p.place = slotBehind, place.String
		if slot.Valid {
			p.slot = slot.Int64
		}
		list = append(list, p)
	}
	slices.SortStableFunc(list, func(a, b position) int { return cmp.Compare(a.slot, b.slot) })
	return list, rows.Err()
}

func positionQuery(k *kind) string {
	file := "NULL"
	if k.several {
		file = "r.source_file"
	}
	query := "/* positions " + k.resource.Name + " */ SELECT r.id, r.slot, " + file + " FROM " + k.resource.Name +
		" r JOIN instances i ON i.id = r.instance_id WHERE i.id = $1 AND i.user_id = $2 AND " + k.resource.Published
	if k.where != "" {
		query += " AND " + k.where
	}
	return query + " ORDER BY r.id"
}
