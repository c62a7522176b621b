package grid

import (
	"context"
	"net/http"
	"slices"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/web/site"
)

// double is a row of a save that would be the second one of its key.
type double struct {
	Row  string `json:"row"`
	Of   string `json:"of,omitempty"` // the sid of the other one; empty for one of the same save
	Text string `json:"text"`
}

// doubled is the error of a save that would make second records unasked. Nothing of it was carried out.
type doubled struct {
	list  []double
	block rawJSON // the rows that are there already
}

func (doubled) Error() string { return "grid: rows would be second ones of their keys" }

// checkDoubles returns doubled for rows of a save that have got the key of another one, unless the page has asked about that.
func (g *Grid) checkDoubles(ctx context.Context, e *store.Edit, asked Asked, written []Written) error {
	if asked.Again {
		return nil
	}
	keys, rows := g.keyed(asked, written)
	others, err := g.source.Others(ctx, e, rows)
	if err != nil {
		return err
	}
	var found doubled
	var sids []string
	for i, other := range others {
		if other == nil {
			continue
		}
		d := double{Row: keys[i], Text: site.AlreadyThere(g.Resource, other, g.TitleOf(other), g.Many)}
		if sid := g.Resource.SID(other); !slices.ContainsFunc(written, func(w Written) bool { return g.Resource.SID(w.Row) == sid }) {
			d.Of, sids = sid, append(sids, sid)
		}
		found.list = append(found.list, d)
	}
	if len(found.list) == 0 {
		return nil
	}
	there, err := g.source.Current(ctx, e, sids)
	if err != nil {
		return err
	}
	found.block = g.appendBlock(nil, rowsOf(sids, there))
	return found
}

// keyed returns the rows of a save that are new or have another key, and what the page calls them.
func (g *Grid) keyed(asked Asked, written []Written) (keys []string, rows []record.Row) {
	sent := map[string]bool{}
	for _, row := range asked.Added {
		sent[row.Key] = true
	}
	for _, row := range asked.Changed {
		sent[row.Key] = slices.ContainsFunc(g.Resource.Key, func(f *record.Field) bool { return row.Now.Has(f.Name) })
	}
	for _, w := range written {
		if sent[w.Key] {
			keys, rows = append(keys, w.Key), append(rows, w.Row)
		}
	}
	return keys, rows
}

// rowsOf returns rows in the order of sids, each once.
func rowsOf(sids []string, there map[string]record.Row) (rows []record.Row) {
	for i, sid := range sids {
		if row := there[sid]; row != nil && !slices.Contains(sids[:i], sid) {
			rows = append(rows, row)
		}
	}
	return rows
}

// refuseDoubles answers a save with the rows that are there already.
func refuseDoubles(found doubled) (site.Response, error) {
	return answer(http.StatusConflict, map[string]any{"doubles": found.list, "block": found.block})
}

// mostNames is how many names are looked up at once.
const mostNames = 20_000

// names answers with the rows that have one of the names, whatever the filter is.
func (g *Grid) names(ctx context.Context, r *site.Request) (site.Response, error) {
	wanted := r.Input.Texts("names")
	if len(wanted) > mostNames {
		const tooMany = "Too many names at once. Paste them in parts."
		return site.Response{Status: http.StatusUnprocessableEntity, JSON: site.MessageJSON(tooMany)}, nil
	}
	rows, err := g.source.Named(ctx, r, wanted)
	if err != nil {
		return site.Response{}, err
	}
	return answer(http.StatusOK, map[string]any{"block": rawJSON(g.appendBlock(nil, rows))})
}
