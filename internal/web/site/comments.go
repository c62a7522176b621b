package site

import (
	"context"
	"time"

	"quartermaster/internal/access"
	"quartermaster/internal/store"
	"quartermaster/internal/web/pages"
)

// CommentsOf returns what members have said about something of the instance of a scope at an address, with the form to say more, which
// leads back to a page.
func (r *Request) CommentsOf(ctx context.Context, s store.Scope, url, about, back string) (*pages.Comments, error) {
	list, _, err := r.Site.DB.Comments(ctx, s, about, 0, store.MostComments)
	c := &pages.Comments{About: about, Back: back, Action: url + "/comments"}
	for _, one := range list {
		said := pages.Said{By: one.Author, Text: one.Text, Time: time.UnixMicro(one.CreatedAt), ID: "comment-" + one.SID}
		if one.AuthorID == s.Person() || s.Allows(access.Manage) {
			said.Delete = url + "/comments/" + one.SID + "?back=" + back
		}
		c.List = append(c.List, said)
	}
	return c, err
}
