package bulk

import (
	"context"

	"quartermaster/internal/bulk"
	"quartermaster/internal/record"
	"quartermaster/internal/web/site"
)

// seconds returns the records, by their sids, that a change gives the key of another one.
func seconds(ctx context.Context, r *site.Request, would *bulk.Result) (map[string]bool, error) {
	var rows []record.Row
	twice, keys := map[string]bool{}, map[string]int{}
	for _, change := range would.Changes {
		if change.New == nil {
			return twice, nil
		}
		res := change.Resource
		if key := res.KeyText(change.New); key != "" && key != res.KeyText(change.Old) {
			rows = append(rows, change.New)
			keys[key]++
		}
	}
	if len(rows) == 0 {
		return twice, nil
	}
	res := would.Changes[0].Resource
	others, err := r.Site.DB.View(r.Scope()).Doubles(ctx, res, rows)
	if err != nil {
		return nil, err
	}
	for i, row := range rows {
		twice[res.SID(row)] = others[i] != nil || keys[res.KeyText(row)] > 1
	}
	return twice, nil
}

// count returns how many of the records are second ones.
func count(twice map[string]bool) (n int) {
	for _, is := range twice {
		if is {
			n++
		}
	}
	return n
}
