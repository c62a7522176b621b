package documents

import (
	"context"
	"errors"
	"net/http"

	"quartermaster/internal/record"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/finder"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

func (p *Pages) showCreate(ctx context.Context, r *site.Request) (site.Response, error) {
	return p.drawForm(ctx, r, p.fresh())
}

func (p *Pages) showOne(ctx context.Context, r *site.Request) (site.Response, error) {
	row, err := p.Find(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	page, view, err := p.Show(ctx, r, p, row)
	if err == nil {
		err = p.place(ctx, r, page, row, "")
	}
	return site.Response{Page: page, View: view}, err
}

func (p *Pages) showEdit(ctx context.Context, r *site.Request) (site.Response, error) {
	row, err := p.Find(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	return p.drawForm(ctx, r, row)
}

// drawForm draws the page with the form of a record, and in it what the request before has left.
func (p *Pages) drawForm(ctx context.Context, r *site.Request, row record.Row) (site.Response, error) {
	form, err := p.Draw(ctx, r, p, row)
	if err == nil {
		form, err = r.RestoreRecord(ctx, form, p.Resource, row)
	}
	if err != nil {
		return site.Response{}, err
	}
	page, view, err := p.Edit(ctx, r, p, row, form)
	if err == nil && !p.IsNew(row) {
		err = p.place(ctx, r, page, row, "/edit")
	}
	return site.Response{Page: page, View: view}, err
}

// place adds to a page of a record where it stands in the list that the page was opened from, to which its path leads then. The
// pages of records before and after it end with the same part of the address.
func (p *Pages) place(ctx context.Context, r *site.Request, page *ui.Page, row record.Row, end string) error {
	c := r.Site.CollectionOf(p.Resource.Name)
	if c == nil {
		return nil
	}
	place, err := finder.PlaceOf(ctx, r, c, row, func(other record.Row) string { return p.RecordURL(r, other) + end })
	if err != nil {
		return err
	}
	page.Place = place
	for i := range page.Crumbs {
		if page.Crumbs[i].URL == p.url(r) {
			page.Crumbs[i].URL = place.List
		}
	}
	return nil
}

func (p *Pages) create(ctx context.Context, r *site.Request) (site.Response, error) {
	saved, err := p.StoreDocument(ctx, r, nil, p.Resource.DocumentOf("").NewDocument())
	var doubts site.Doubts
	if errors.As(err, &doubts) {
		return r.AskAgain(p.formID(), p.createURL(r), doubts), nil
	}
	if problems, invalid := p.Problems(err); invalid {
		return p.showAgain(ctx, r, p.createURL(r), p.fresh(), problems)
	}
	if err != nil {
		return site.Response{}, err
	}
	return p.done(r, saved, " was created."), nil
}

func (p *Pages) update(ctx context.Context, r *site.Request) (site.Response, error) {
	return site.Merging(func() (site.Response, error) { return p.updateOnce(ctx, r) })
}

func (p *Pages) updateOnce(ctx context.Context, r *site.Request) (site.Response, error) {
	row, err := p.Find(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	form, err := p.Draw(ctx, r, p, row)
	if err != nil {
		return site.Response{}, err
	}
	path := p.RecordURL(r, row) + "/edit" + finder.From(r)
	merged := form.Guard().Merge(r.Input)
	if len(merged.Conflicts) > 0 {
		return p.showAgain(ctx, r, path, row, r.ConflictErrors(form.One, merged))
	}
	saved, err := p.replace(ctx, r, row)
	var doubts site.Doubts
	if errors.As(err, &doubts) {
		return r.AskAgain(p.formID(), path, doubts), nil
	}
	if problems, invalid := p.Problems(err); invalid {
		return p.showAgain(ctx, r, path, row, problems)
	}
	if err != nil {
		return site.Response{}, err
	}
	return p.done(r, saved, " was saved."+site.AlsoChanged(merged.Kept)), nil
}

// done leads to the form of a stored record, with notices.
func (p *Pages) done(r *site.Request, saved Saving, done string) site.Response {
	title := p.Resource.TitleOf(saved.Row)
	notices := Unusual(p.Resource.DocumentOf(title), saved.Draft)
	return r.Tell(p.RecordURL(r, saved.Row)+"/edit"+finder.From(r), append([]ui.Notice{{Tone: ui.Good, Text: title + done}}, notices...)...)
}

// showAgain shows the form at path again, with its errors and the input.
func (p *Pages) showAgain(ctx context.Context, r *site.Request, path string, row record.Row,
	problems validate.Errors,
) (site.Response, error) {
	if !p.oneDocument || r.ExpectsJSON() {
		return r.Invalid(p.formID(), path, problems), nil
	}
	r.ShowEntered(p.formID(), problems)
	answer, err := p.drawForm(ctx, r, row)
	answer.Status = http.StatusUnprocessableEntity
	return answer, err
}

func (p *Pages) delete(ctx context.Context, r *site.Request) (site.Response, error) {
	row, err := p.Find(ctx, r)
	if err == nil {
		_, err = r.Site.DB.Delete(ctx, p.Resource, r.Scope(), p.Resource.SID(row))
	}
	if err != nil {
		return site.Response{}, err
	}
	list, err := finder.ListURL(ctx, r, r.Site.CollectionOf(p.Resource.Name))
	if err != nil {
		return site.Response{}, err
	}
	return r.Done(list, p.Resource.TitleOf(row)+" was deleted."), nil
}

// generate downloads the file of a record.
func (p *Pages) generate(ctx context.Context, r *site.Request) (site.Response, error) {
	row, err := p.Find(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	return r.Generated(ctx, p.Resource.TitleOf(row)+".json", p.Resource.FileOf(row))
}
