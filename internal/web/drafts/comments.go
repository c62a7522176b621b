package drafts

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"quartermaster/internal/access"
	"quartermaster/internal/layers"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/web/pages"
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
	if r.Input.Has("texts") { // of which the button says what is sent
		text = strings.TrimSpace(r.Input.Object("texts").Text(about))
	}
	if text == "" || len([]rune(text)) > longestText {
		return r.Tell(back, ui.Notice{Tone: ui.Bad, Text: fmt.Sprintf("Enter a comment of at most %d characters.", longestText)}), nil
	}
	if err := r.Site.DB.IsThere(ctx, r.Scope(), about); err != nil {
		return site.Response{}, err
	}
	_, err := r.Site.DB.AddComment(ctx, r.Scope(), about, text)
	if errors.Is(err, store.ErrFull) {
		return r.Tell(back, ui.Notice{Tone: ui.Bad, Text: "This has as many comments as fit. Delete one first."}), nil
	}
	if err != nil {
		return site.Response{}, err
	}
	return r.Done(back, "Comment added."), nil
}

// talk adds to rows about an instance at an address what members have said about their records, and has the page ask for more.
func talk(ctx context.Context, r *site.Request, view *pages.RowsPage, s store.Scope, at, here string) error {
	var about []string
	for _, row := range rowsOf(view) {
		if row.About != "" {
			about = append(about, row.About)
		}
	}
	if len(about) == 0 {
		return nil
	}
	said, err := r.Site.DB.CommentsAbout(ctx, s, about)
	for _, row := range rowsOf(view) {
		row.Said = site.SaidBy(s, at, here, said[row.About])
	}
	for i := range view.Areas {
		view.Areas[i].Talks = true
	}
	view.Talk, view.Here = at+"/comments", here
	return err
}

// rowsOf returns all rows of a page, also those that are folded.
func rowsOf(view *pages.RowsPage) (all []*pages.ChangedRow) {
	for _, area := range view.Areas {
		for _, rows := range [][]pages.ChangedRow{area.Rows, area.Rest} {
			for i := range rows {
				all = append(all, &rows[i])
			}
		}
	}
	return all
}

// aboutRow returns by which comments name the record of a row; empty for one that is not there.
func aboutRow(row layers.Row) string {
	res := record.InInstanceAt(row.Resource)
	if row.Resource == "documents" || row.Resource == "texts" {
		res = record.Files
	}
	if res == nil || row.SID == "" || row.State == layers.Added {
		return ""
	}
	return res.Path + ":" + row.SID
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
	return r.Done(backTo(r), "Comment deleted."), nil
}
