package cli

import (
	"context"
	"strconv"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// values applies the rules that the API has for the same fields.
func (c *instanceAdd) values(ctx context.Context, db *store.DB, userID, mapID int64) (record.Values, error) {
	body := new(jsontree.Object)
	body.Set("name", c.Name)
	body.Set("map_id", jsontree.Number(strconv.FormatInt(mapID, 10)))
	if c.Mission != "" {
		body.Set("mission", c.Mission)
	}
	refs := store.References{DB: db, Scope: store.Scope{UserID: userID}}
	values, problems, err := record.Instances.Accept(ctx, body, refs, false)
	if err == nil && len(problems) > 0 {
		err = problems
	}
	return values, err
}
