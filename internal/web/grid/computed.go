package grid

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"time"

	"quartermaster/internal/bulk"
	"quartermaster/internal/lint"
	"quartermaster/internal/record"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// computed is what the grid shows of records besides their fields, by sid. Who has changed most of them is said once.
type computed struct {
	Author   string                      `json:"author"`
	By       map[string]string           `json:"by"` // the others
	Problems map[string][]finding        `json:"problems"`
	Uses     map[string]map[string]int64 `json:"uses"` // how many records of which sort; null where that is not known
}

// finding is a problem of a record.
type finding struct {
	Severity lint.Severity `json:"severity"`
	Text     string        `json:"text"`
}

// computed answers with what takes longer to find than the records themselves.
func (g *grid) computed(ctx context.Context, r *site.Request) (site.Response, error) {
	var all computed
	authors, err := r.Site.DB.LastAuthors(ctx, r.Scope(), nil)
	if err != nil {
		return site.Response{}, err
	}
	all.Author, all.By = commonest(authors)
	if all.Problems, err = g.problems(ctx, r); err != nil {
		return site.Response{}, err
	}
	if all.Uses, err = g.uses(ctx, r); err != nil {
		return site.Response{}, err
	}
	return site.Response{Write: func(w http.ResponseWriter) error {
		return ui.WriteJSON(w, r.Request, func(out io.Writer) error { return json.NewEncoder(out).Encode(all) })
	}}, nil
}

// commonest returns the name that occurs most often, and the entries of all others.
func commonest(names map[string]string) (most string, others map[string]string) {
	counts := map[string]int{}
	for _, name := range names {
		counts[name]++
	}
	for name, n := range counts {
		if n > counts[most] || n == counts[most] && name < most {
			most = name
		}
	}
	others = map[string]string{}
	for sid, name := range names {
		if name != most {
			others[sid] = name
		}
	}
	return most, others
}

func (g *grid) problems(ctx context.Context, r *site.Request) (map[string][]finding, error) {
	found, err := r.Site.Lint.Check(ctx, r.Scope())
	list := map[string][]finding{}
	for _, f := range found {
		if f.Resource == g.Resource {
			list[f.SID] = append(list[f.SID], finding{f.Severity, f.Message})
		}
	}
	return list, err
}

// uses counts what uses each record, by what people call it.
func (g *grid) uses(ctx context.Context, r *site.Request) (map[string]map[string]int64, error) {
	counted, err := bulk.New(r.Site.DB, r.Site.Lint, r.Site.Jobs, time.Now).Uses(ctx, r.Scope(), g.Resource)
	if err != nil || counted == nil {
		return nil, err
	}
	named := make(map[string]map[string]int64, len(counted))
	for sid, counts := range counted {
		named[sid] = make(map[string]int64, len(counts))
		for res, n := range counts {
			named[sid][nounFor(r, res, n)] = n
		}
	}
	return named, nil
}

func nounFor(r *site.Request, res *record.Resource, n int64) string {
	one, many := r.NounsOf(res)
	if n == 1 {
		return one
	}
	return many
}

// nameAuthors says who has changed the records of conflicts.
func (g *grid) nameAuthors(ctx context.Context, r *site.Request, found conflicts) error {
	sids := make([]string, len(found))
	for i, c := range found {
		sids[i] = c.Row
	}
	authors, err := r.Site.DB.LastAuthors(ctx, r.Scope(), sids)
	for i := range found {
		found[i].By = authors[found[i].Row]
	}
	return err
}
