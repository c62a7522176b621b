package drafts

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"quartermaster/internal/access"
	"quartermaster/internal/store"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// longestText is how many characters a comment has at most.
const longestText = 4000

// backTo is the page that a form about comments stood on: one of the instance, or of a draft of it.
func backTo(r *site.Request) string {
	if back := r.Text("back"); strings.HasPrefix(back, "/instances/") {
		return back
	}
	return r.Instance.URL
}

func comment(ctx context.Context, r *site.Request) (site.Response, error) {
	about, text, back := r.Text("about"), r.Text("text"), backTo(r)
	if text == "" || len([]rune(text)) > longestText {
		return r.Tell(back, ui.Notice{Tone: ui.Bad, Text: fmt.Sprintf("A comment has a text of at most %d characters.", longestText)}), nil
	}
	if err := r.Site.DB.IsThere(ctx, r.Scope(), about); err != nil {
		return site.Response{}, err
	}
	_, err := r.Site.DB.AddComment(ctx, r.Scope(), about, text)
	if errors.Is(err, store.ErrFull) {
		return r.Tell(back, ui.Notice{Tone: ui.Bad, Text: "There are as many comments about this as there may be."}), nil
	}
	if err != nil {
		return site.Response{}, err
	}
	return r.Done(back, "Your comment is added."), nil
}

func deleteComment(ctx context.Context, r *site.Request) (site.Response, error) {
	c, err := r.Site.DB.Comment(ctx, r.Scope(), r.Param("comment"))
	if err == nil && c.AuthorID != r.Scope().Person() {
		err = r.Scope().Demand(access.Manage)
	}
	if err == nil {
		err = r.Site.DB.DeleteComment(ctx, r.Scope(), c.SID)
	}
	if err != nil {
		return site.Response{}, err
	}
	return r.Done(backTo(r), "The comment is deleted."), nil
}
