package mission

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/binary"
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
	if sheets, read := g.sheets[k]; read {
		return sheets, nil
	}
	stands, err := g.standing(ctx, k)
	if err != nil {
		return nil, err
	}
	byPlace, main := map[string]*sheet{}, g.mainOf(k)
	at := func(place string) *sheet {
		key := strings.ToLower(place)
		if byPlace[key] == nil {
			byPlace[key] = &sheet{place: place}
		}
		return byPlace[key]
	}
	for _, f := range g.filesOf(k.name) {
		at(f.Path)
	}
	if g.instance.includes(k.name) {
		at(main)
	}
	for _, s := range stands {
		found := at(cmp.Or(s.place, main))
		found.ids = append(found.ids, s.id)
	}
	sheets := make([]sheet, 0, len(byPlace))
	for _, s := range byPlace {
		sheets = append(sheets, *s)
	}
	slices.SortFunc(sheets, func(a, b sheet) int { return cmp.Compare(strings.ToLower(a.place), strings.ToLower(b.place)) })
	g.sheets[k] = sheets
	return sheets, nil
}

// sheetAt returns the file at a place.
func (g *generator) sheetAt(ctx context.Context, k *kind, place string) (sheet, error) {
	sheets, err := g.sheetsOf(ctx, k)
	if i := slices.IndexFunc(sheets, func(s sheet) bool { return strings.EqualFold(s.place, place) }); i >= 0 {
		return sheets[i], err
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
		" r JOIN instances i ON i.id = r.instance_id WHERE i.id = $1 AND i.user_id = $2"
	if k.where != "" {
		query += " AND " + k.where
	}
	return query + " ORDER BY r.id"
}
