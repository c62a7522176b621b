package history

import (
	"cmp"
	"context"
	"strconv"
	"strings"
	"time"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

const (
	revisionsPerPage = 20
	recordsInline    = 3 // a revision of more records is one line, and has its own page
)

// actions are the stored actions in words.
var actions = map[string]string{
	"create": "created", "update": "updated", "delete": "deleted", "import": "imported", "reset": "reset", "apply": "applied",
	"fix": "fixed", "revert": "reverted",
}

// did says in a word what a revision did to its records.
func did(action string) string { return cmp.Or(actions[action], "changed") }

// showHistory shows what has happened, with the files of an import as one; where the address chooses revisions, or a page of them,
// it shows each.
func showHistory(ctx context.Context, r *site.Request) (site.Response, error) {
	filter, problem, err := chosen(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	view := pages.History{Search: searchOf(r, problem), Tools: tools(r), Empty: ui.Empty{
		Title: "Nothing here", Text: "This page of the history is empty.", Action: latestLink(r),
	}}
	if view.Search.Open || r.Text("page") != "" {
		err = fillRevisions(ctx, r, filter, &view)
	} else {
		err = fillGroups(ctx, r, &view)
	}
	return site.Response{Page: r.Inside("History"), View: view}, err
}

func latestLink(r *site.Request) *ui.Link {
	return &ui.Link{Label: "Latest changes", URL: r.Instance.URL + "/history"}
}

// fillRevisions draws a page of the revisions that a filter chooses.
func fillRevisions(ctx context.Context, r *site.Request, f store.RevisionFilter, view *pages.History) error {
	page := r.PageNumber()
	revisions, total, err := r.Site.DB.RevisionsThat(ctx, r.Scope(), f, (page-1)*revisionsPerPage, revisionsPerPage)
	if err != nil {
		return err
	}
	view.Pager = ui.Pager{Query: r.Query(), Page: page, PerPage: revisionsPerPage, Total: int(total)}
	view.Changes, err = drawGroups(ctx, r, single(revisions))
	return err
}

func revisionTitle(number int64) string { return "Revision " + ui.HumanCount(number) }

func revisionURL(r *site.Request, number int64) string {
	return r.Instance.URL + "/history/" + decimal(number)
}

func decimal(n int64) string { return strconv.FormatInt(n, 10) }

func author(revision store.Revision) string { return cmp.Or(revision.Author, "a deleted account") }

// recordChanges draws changes of a revision, with links to the records that exist.
func recordChanges(ctx context.Context, r *site.Request, revision store.Revision, stored []store.Change,
	existing map[string]ui.Link,
) (drawn []pages.Change, err error) {
	drawn = make([]pages.Change, len(stored))
	for i, change := range stored {
		if drawn[i], err = recordChange(ctx, r, revision, change, existing[change.SID]); err != nil {
			return nil, err
		}
	}
	return drawn, nil
}

// recordChange draws a change of a record. edit links to the record, if it exists.
func recordChange(ctx context.Context, r *site.Request, revision store.Revision, change store.Change, edit ui.Link) (pages.Change, error) {
	fields, err := FieldChanges(ctx, r, change.Difference())
	drawn := pages.Change{
		Who: author(revision), When: time.UnixMicro(revision.CreatedAt), Action: actionOn(revision, change),
		Resource: r.NounOf(change.Resource), Area: r.AreaOf(change.Resource), Name: titleOf(r, change, edit.Label), URL: edit.URL, Fields: fields,
	}
	if c := r.Site.CollectionOf(change.Resource); c != nil {
		drawn.History = r.RecordHistoryURL(c.Resource, change.SID)
	}
	return drawn, err
}

// actionOn says what happened to a record: an import creates, updates and deletes.
func actionOn(revision store.Revision, change store.Change) string {
	switch {
	case revision.Action == "reset", change.Resource == record.Files.Name:
		return did(revision.Action)
	case change.Before == "":
		return actions["create"]
	case change.After == "":
		return actions["delete"]
	}
	return actions["update"]
}

// existing returns links to the changed records that still exist, by sid.
func existing(ctx context.Context, r *site.Request, changes []store.Change) (map[string]ui.Link, error) {
	sids := map[*site.Collection][]any{}
	links := map[string]ui.Link{}
	for _, change := range changes {
		if c := r.Site.CollectionOf(change.Resource); c != nil {
			sids[c] = append(sids[c], change.SID)
		}
	}
	for c, list := range sids {
		res := c.Resource
		rows, err := r.Site.DB.All(ctx, res, r.Scope(), "r.sid IN ($"+strings.Repeat(", $", len(list)-1)+")", list...)
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			links[res.SID(row)] = ui.Link{Label: c.TitleOf(row), URL: c.EditURL(r, res.TitleOf(row), res.SID(row))}
		}
	}
	return links, nil
}

// Happened says in a word what has happened to a record.
func Happened(d record.Difference) string {
	return map[string]string{record.Added: "created", record.Removed: "deleted", record.Changed: "updated"}[d.Change()]
}

// Difference draws how a record would change.
func Difference(ctx context.Context, r *site.Request, d record.Difference) (pages.Change, error) {
	drawn := pages.Change{Action: Happened(d), Resource: r.NounOf(d.Resource.Name), Area: r.AreaOf(d.Resource.Name), Name: d.Title}
	if d.Change() != record.Changed {
		return drawn, nil
	}
	var err error
	drawn.Fields, err = FieldChanges(ctx, r, d)
	return drawn, err
}
