package site

import (
	"context"
	"net/url"
	"time"

	"quartermaster/internal/access"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/web/ui"
)

// CommentsOf returns what members have said about something of the instance of a scope at an address, with the form to say more, which
// leads back to a page.
func (r *Request) CommentsOf(ctx context.Context, s store.Scope, at, about, back string) (*ui.Comments, error) {
	list, _, err := r.Site.DB.Comments(ctx, s, about, 0, store.MostComments)
	return &ui.Comments{About: about, Back: back, Action: at + "/comments", List: SaidBy(s, at, back, list)}, err
}

// SaidBy draws comments about something of the instance of a scope at an address. Their forms lead back to a page.
func SaidBy(s store.Scope, at, back string, list []store.Comment) (said []ui.Said) {
	for _, one := range list {
		drawn := ui.Said{By: one.Author, Text: one.Text, Time: time.UnixMicro(one.CreatedAt), ID: "comment-" + one.SID}
		if one.AuthorID == s.Person() || s.Allows(access.Manage) {
			drawn.Delete = at + "/comments/" + one.SID + "?back=" + url.QueryEscape(back)
		}
		said = append(said, drawn)
	}
	return said
}

// AboutRecord returns by which comments name a record.
func AboutRecord(res *record.Resource, row record.Row) string { return res.Path + ":" + res.SID(row) }

// discussed returns what members have said about what a page is about; nil where that is nothing, or cannot be found out.
func (r *Request) discussed(page *ui.Page) *ui.Comments {
	if page.About == "" {
		return page.Comments
	}
	c, err := r.CommentsOf(r.Context(), r.Scope(), r.Instance.URL, page.About, r.URL.RequestURI())
	if err != nil {
		r.Site.log(r.Request, err)
		return nil
	}
	c.Folds = true
	return c
}
