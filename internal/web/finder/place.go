package finder

import (
	"context"
	"net/url"
	"strconv"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// listParam holds the query of the list that a form was opened from; it is there and empty for one that is not narrowed.
const listParam = "list"

// From returns the end of an address that says which list it was opened from; empty where the request does not say it.
func From(r *site.Request) string {
	if _, sent := r.Input.Get(listParam); !sent {
		return ""
	}
	return "?" + url.Values{listParam: {r.Text(listParam)}}.Encode()
}

// From returns the end of the addresses of forms that are opened from the list.
func (s *Search) From() string {
	return "?" + url.Values{listParam: {s.Query().Values.Encode()}}.Encode()
}

// listOf reads the search of the list that the form of the request was opened from.
func listOf(ctx context.Context, r *site.Request, c *site.Collection) (*Search, error) {
	in := new(jsontree.Object)
	values, _ := url.ParseQuery(r.Text(listParam)) // what cannot be read narrows nothing
	for name := range values {
		in.Set(name, values.Get(name))
	}
	return read(ctx, r, c, in)
}

// PlaceOf returns where a record stands in the list that its page was opened from, with the pages before and after it, whose
// addresses are made by urlOf. Without such a list it has the address of the plain one.
func PlaceOf(ctx context.Context, r *site.Request, c *site.Collection, row record.Row, urlOf func(record.Row) string) (*ui.Place, error) {
	plain := &ui.Place{List: c.URL(r)}
	if From(r) == "" {
		return plain, nil
	}
	s, err := listOf(ctx, r, c)
	if err != nil || s.Wrong != "" {
		return plain, err
	}
	all, err := r.Site.DB.Stream(ctx, c.Resource, r.Scope(), s.asked())
	if err != nil {
		return nil, err
	}
	at, before, after, err := all.Around(ctx, c.Resource.ID(row))
	if err != nil {
		return nil, err
	}
	place := s.place(row, at, all.Len())
	place.Prev, place.Next = s.link(before, urlOf), s.link(after, urlOf)
	return place, nil
}

// place describes a place in the list, counted from 0; it is -1 for a record that the list no longer holds.
func (s *Search) place(row record.Row, at, length int) *ui.Place {
	place := &ui.Place{}
	if at >= 0 {
		s.page = at/s.ask.PerPage + 1
		place.Position = ui.HumanCount(int64(at+1)) + " of " + ui.Plural(length, s.One, s.Many)
	}
	place.List = s.address() + "#row-" + s.Resource.SID(row)
	return place
}

// address returns the address of the page of the list, or of the grid.
func (s *Search) address() string {
	q := s.Query()
	q.Values.Del(gridParam)
	switch {
	case s.grid:
		q.Path += GridPath
		return q.With("page", "")
	case s.page > 1:
		return q.With("page", strconv.Itoa(s.page))
	}
	return q.With("page", "")
}

// link returns the link to a record; nil for none.
func (s *Search) link(row record.Row, urlOf func(record.Row) string) *ui.Link {
	if row == nil {
		return nil
	}
	return &ui.Link{Label: s.TitleOf(row), URL: urlOf(row) + s.From()}
}

// ListURL returns the address of the list that a form was opened from, for a page about no record of it.
func ListURL(ctx context.Context, r *site.Request, c *site.Collection) (string, error) {
	if From(r) == "" {
		return c.URL(r), nil
	}
	s, err := listOf(ctx, r, c)
	if err != nil {
		return "", err
	}
	return s.address(), nil
}
