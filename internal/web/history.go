package web

import (
	"cmp"
	"context"
	"strconv"
	"strings"
	"time"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/web/ui"
)

const (
	revisionsPerPage = 20
	recordsInline    = 3 // a change of more records has a page of its own
)

// actions are the stored actions as people read them.
var actions = map[string]string{
	"create": "created", "update": "updated", "delete": "deleted", "import": "imported", "reset": "reset", "apply": "applied",
	"batch": "changed", "fix": "fixed", "revert": "reverted",
}

func showHistory(ctx context.Context, r *request) (response, error) {
	page := pageNumber(r.text("page"))
	changes, total, err := r.changesOf(ctx, (page-1)*revisionsPerPage, revisionsPerPage)
	if err != nil {
		return response{}, err
	}
	return response{Page: r.inside("History"), View: historyView{
		Changes: changes, Pager: ui.Pager{Query: r.query(), Page: page, PerPage: revisionsPerPage, Total: int(total)},
		Empty: ui.Empty{Title: "Nothing here", Text: "This page of the history is empty.", Action: &ui.Link{Label: "Latest changes", URL: r.instance.url + "/history"}},
	}}, nil
}

// changesOf draws the changes to the instance, the latest first, and counts them.
func (r *request) changesOf(ctx context.Context, offset, limit int) ([]changeView, int64, error) {
	revisions, total, err := r.web.DB.Revisions(ctx, r.scope(), offset, limit)
	if err != nil {
		return nil, 0, err
	}
	var drawn []changeView
	for _, revision := range revisions {
		changes, err := r.revision(ctx, revision)
		if err != nil {
			return nil, 0, err
		}
		drawn = append(drawn, changes...)
	}
	return drawn, total, nil
}

// revision draws one change: record by record where there are few, else as one that leads to them.
func (r *request) revision(ctx context.Context, revision store.Revision) ([]changeView, error) {
	here := []ui.Link{{Label: revisionTitle(revision.Number), URL: r.revisionURL(revision.Number)}}
	if revision.Records <= recordsInline {
		changes, err := r.recordChanges(ctx, revision, 0, recordsInline)
		for i := range changes {
			changes[i].Links = here
		}
		return changes, err
	}
	return []changeView{{
		Who: author(revision), When: time.UnixMicro(revision.CreatedAt), Action: actions[revision.Action],
		Resource: ui.Plural(int(revision.Records), "record", "records") + ":", Name: strings.TrimPrefix(revision.Summary, "import "),
		URL: r.revisionURL(revision.Number), Links: here,
	}}, nil
}

func revisionTitle(number int64) string { return "Revision " + ui.HumanCount(number) }

func (r *request) revisionURL(number int64) string {
	return r.instance.url + "/history/" + decimal(number)
}

func decimal(n int64) string { return strconv.FormatInt(n, 10) }

func author(revision store.Revision) string { return cmp.Or(revision.Author, "a deleted account") }

// recordChanges draws what a change did to records: limit of them, from the offset on.
func (r *request) recordChanges(ctx context.Context, revision store.Revision, offset, limit int) ([]changeView, error) {
	stored, err := r.web.DB.Changes(ctx, r.scope(), revision.Number, offset, limit)
	if err != nil {
		return nil, err
	}
	existing, err := r.existing(ctx, stored)
	if err != nil {
		return nil, err
	}
	drawn := make([]changeView, len(stored))
	for i, change := range stored {
		if drawn[i], err = r.recordChange(ctx, revision, change, existing[change.SID]); err != nil {
			return nil, err
		}
	}
	return drawn, nil
}

// recordChange draws what a change did to one record; edit leads to it while it is there.
func (r *request) recordChange(ctx context.Context, revision store.Revision, change store.Change, edit ui.Link) (changeView, error) {
	fields, err := r.fieldChanges(ctx, change)
	drawn := changeView{
		Who: author(revision), When: time.UnixMicro(revision.CreatedAt), Action: actionOn(revision, change),
		Resource: r.nounOf(change.Resource), Name: cmp.Or(change.Title, edit.Label), URL: edit.URL, Fields: fields,
	}
	if c := r.web.collectionOf(change.Resource); c != nil {
		drawn.Links = []ui.Link{{Label: "History of this record", URL: r.recordHistoryURL(c.resource, change.SID)}}
	}
	return drawn, err
}

// actionOn names what happened to one record: an import creates, changes and deletes.
func actionOn(revision store.Revision, change store.Change) string {
	switch {
	case revision.Action == "reset", change.Resource == record.Files.Name:
		return actions[revision.Action]
	case change.Before == "":
		return actions["create"]
	case change.After == "":
		return actions["delete"]
	}
	return actions["update"]
}

// existing are the changed records that are still there, by sid.
func (r *request) existing(ctx context.Context, changes []store.Change) (map[string]ui.Link, error) {
	sids := map[*collection][]any{}
	links := map[string]ui.Link{}
	for _, change := range changes {
		if c := r.web.collectionOf(change.Resource); c != nil {
			sids[c] = append(sids[c], change.SID)
		}
	}
	for c, list := range sids {
		res := c.resource
		rows, err := r.web.DB.All(ctx, res, r.scope(), "r.sid IN ($"+strings.Repeat(", $", len(list)-1)+")", list...)
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			links[res.SID(row)] = ui.Link{Label: c.titleOf(row), URL: c.editURL(r, res.TitleOf(row), res.SID(row))}
		}
	}
	return links, nil
}

// difference draws how a record would differ.
func (r *request) difference(ctx context.Context, d store.Difference) (changeView, error) {
	action := map[string]string{"added": "create", "removed": "delete", "changed": "update"}[d.Change()]
	drawn := changeView{Action: actions[action], Resource: r.nounOf(d.Resource.Name), Name: d.Title}
	if action != "update" {
		return drawn, nil
	}
	var err error
	drawn.Fields, err = r.fieldChanges(ctx, store.Change{
		Resource: d.Resource.Name,
		Before:   string(d.Resource.AppendFields(nil, d.Before)), After: string(d.Resource.AppendFields(nil, d.After)),
	})
	return drawn, err
}
