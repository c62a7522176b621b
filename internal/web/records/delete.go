package records

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"quartermaster/internal/clash"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/finder"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

func (p *resourcePages) confirm(r *site.Request, row record.Row) *ui.Confirm {
	name := p.nameOf(row)
	return &ui.Confirm{
		Label: "Delete " + p.one, Title: "Delete " + name + "?", Text: p.deletion,
		Form: ui.Form{
			ID: "delete", Action: p.recordURL(r, row) + finder.From(r), Method: http.MethodDelete, Submit: "Delete " + p.one, Danger: true,
		},
	}
}

func (p *resourcePages) delete(ctx context.Context, r *site.Request) (site.Response, error) {
	row, err := p.find(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	along, err := r.Site.DB.Delete(ctx, p.Resource, r.Scope(), p.Resource.SID(row))
	if errors.Is(err, store.ErrReference) {
		return p.inUse(r, row, clash.Called(err, clash.Delete, p.one, "")), nil
	}
	if err != nil {
		return site.Response{}, err
	}
	list, err := finder.ListURL(ctx, r, p.listed(r))
	if err != nil {
		return site.Response{}, err
	}
	return r.Done(list, p.nameOf(row)+" was deleted"+alongText(r, along)+"."), nil
}

// inUse answers that a record cannot be deleted because another one needs it.
func (p *resourcePages) inUse(r *site.Request, row record.Row, text string) site.Response {
	if r.ExpectsJSON() {
		return r.Invalid("delete", p.url(r), validate.Refusal(p.one, text))
	}
	return r.Tell(p.recordURL(r, row)+"/edit"+finder.From(r), ui.Notice{Tone: ui.Bad, Text: text})
}

// alongText counts what was deleted along with a record.
func alongText(r *site.Request, along []store.Count) string {
	var parts []string
	for _, c := range r.Site.Collections {
		for _, count := range along {
			if count.Resource == c.Resource.Path {
				parts = append(parts, ui.Plural(int(count.N), c.One, c.Many))
			}
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return ", and with it " + strings.Join(parts, " and ")
}
