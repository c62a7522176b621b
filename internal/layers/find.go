package layers

import (
	"context"

	"quartermaster/internal/record"
)

// find returns the record of each row, nil where there is none, and has the rows know their ids. A record is known by the id that a layer
// has noted, by its sid, or else by its name, its file and its place among equals.
func (s *side) find(ctx context.Context, rows []Row) ([]record.Row, error) {
	found := make([]record.Row, len(rows))
	for r, places := range byResource(rows) {
		if err := s.findIn(ctx, r, rows, places, found); err != nil {
			return nil, err
		}
		var list []record.Row
		for _, i := range places {
			if found[i] != nil {
				rows[i].ID, rows[i].SID = r.ID(found[i]), r.SID(found[i])
				list = append(list, found[i])
			}
		}
		if err := s.learn(ctx, r, list); err != nil {
			return nil, err
		}
	}
	return found, nil
}

func byResource(rows []Row) map[*record.Resource][]int {
	places := map[*record.Resource][]int{}
	for i := range rows {
		r := rows[i].resource()
		places[r] = append(places[r], i)
	}
	return places
}

func (s *side) findIn(ctx context.Context, r *record.Resource, rows []Row, places []int, found []record.Row) error {
	var ids []int64
	var sids []string
	for _, i := range places {
		if rows[i].ID != 0 {
			ids = append(ids, rows[i].ID)
		} else if rows[i].SID != "" {
			sids = append(sids, rows[i].SID)
		}
	}
	byID, err := s.byIDs(ctx, r, ids)
	if err != nil {
		return err
	}
	list, err := s.BySIDs(ctx, r, sids)
	if err == nil {
		err = s.open(ctx, r, list)
	}
	if err != nil {
		return err
	}
	bySID := map[string]record.Row{}
	for _, row := range list {
		bySID[r.SID(row)] = row
	}
	var left []int
	for _, i := range places {
		switch {
		case byID[rows[i].ID] != nil:
			found[i] = byID[rows[i].ID]
		case rows[i].ID == 0 && bySID[rows[i].SID] != nil:
			found[i] = bySID[rows[i].SID]
		default:
			left = append(left, i)
		}
	}
	return s.findNamed(ctx, r, rows, left, found)
}

// findNamed looks for records by their names.
func (s *side) findNamed(ctx context.Context, r *record.Resource, rows []Row, places []int, found []record.Row) error {
	if len(places) == 0 {
		return nil
	}
	list, err := s.rows(ctx, r)
	if err == nil {
		err = s.learn(ctx, r, list)
	}
	if err != nil {
		return err
	}
	named := map[string][]record.Row{}
	for _, row := range list {
		for _, key := range s.keysOf(r, row) {
			named[key] = append(named[key], row)
		}
	}
	for _, i := range places {
		list := named[foldKey(rows[i].Name)]
		if rows[i].File != "" || rows[i].State == Added {
			list = named[foldKey(rows[i].Name, rows[i].File)]
		}
		if n := max(rows[i].Place, 1) - 1; n < len(list) {
			found[i] = list[n]
		}
	}
	return nil
}

// places returns the place of each record of a resource among those of the same name in a file, by id.
func (s *side) places(ctx context.Context, r *record.Resource) (map[int64]int, error) {
	list, keys, err := s.named(ctx, r)
	places, count := map[int64]int{}, map[string]int{}
	for i, row := range list {
		count[keys[i]]++
		places[r.ID(row)] = count[keys[i]]
	}
	return places, err
}

// keysOf returns what a record may be called: its identity or its title, alone and with its file.
func (s *side) keysOf(r *record.Resource, row record.Row) []string {
	if r == record.Files {
		name := s.below(row)
		return []string{foldKey(name), foldKey(name, "")}
	}
	file := fileOf(r, row)
	names := []string{s.identity(r, row)}
	if title := r.TitleOf(row); title != names[0] && title != "" {
		names = append(names, title)
	}
	var keys []string
	for _, name := range names {
		keys = append(keys, foldKey(name), foldKey(name, file))
	}
	return keys
}
