package cli

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// errNoMap is returned when the user sees no map of that name.
var errNoMap = errors.New("there is no map")

// findMap returns the user's map with the short name or name, ignoring case.
func findMap(ctx context.Context, db *store.DB, scope store.Scope, name string) (id int64, err error) {
	rows, err := db.All(ctx, record.Maps, scope, "")
	if err != nil {
		return 0, err
	}
	var known []string
	for _, row := range rows {
		var m record.Map
		record.Maps.Decode(row, &m)
		if strings.EqualFold(m.NameShort, name) || strings.EqualFold(m.Name, name) {
			return m.ID, nil
		}
		known = append(known, m.NameShort)
	}
	return 0, fmt.Errorf("%w %s; available are %s. Use --world-size to create it", errNoMap, name, strings.Join(known, ", "))
}

// makeMap creates a map of the user.
func makeMap(ctx context.Context, db *store.DB, scope store.Scope, name, mission string, size int64) (id int64, err error) {
	body := new(jsontree.Object)
	body.Set("name", name)
	body.Set("name_short", name)
	body.Set("world_size", jsontree.Number(strconv.FormatInt(size, 10)))
	if mission != "" {
		body.Set("mission", mission)
	}
	values, problems, err := record.Maps.Accept(ctx, body, store.References{DB: db, Scope: scope}, false)
	if err := errors.Join(err, problems.Err()); err != nil {
		return 0, err
	}
	row, err := db.Create(ctx, record.Maps, scope, values)
	if err != nil {
		return 0, err
	}
	return record.Maps.ID(row), nil
}
