package web

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/web/ui"
)

// newest is the number of the newest revision, as it was when the request came.
func (r *request) newest() int64 {
	number, _ := r.instance.row[record.Instances.Index("revision")].(int64)
	return number
}

// showRevert asks before the instance goes back to a revision, with what that would change.
func showRevert(ctx context.Context, r *request) (response, error) {
	revision, err := r.revisionOfRoute(ctx)
	if err != nil {
		return response{}, err
	}
	would, err := r.web.DB.Revert(ctx, r.scope(), store.Revert{To: revision.Number, DryRun: true})
	if err != nil || would.Total().None() {
		return r.alreadyThere(revision.Number), err
	}
	page := r.inside("Go back to revision "+ui.HumanCount(revision.Number), r.historyLink(), ui.Link{Label: ui.Capital(revision.Summary), URL: r.revisionURL(revision.Number)})
	return response{Page: page, View: ui.FormView{
		Lead: "The instance goes back to how it was after “" + revision.Summary + "”. This reverts " +
			ui.Plural(int(r.newest()-revision.Number), "later revision", "later revisions") + ". It is a new revision, so you can undo it.",
		Facts: r.revertFacts(would, madeSince),
		Form: ui.Form{
			ID: "revert", Action: r.revisionURL(revision.Number) + "/revert?seen=" + decimal(r.newest()),
			Submit: "Go back to revision " + ui.HumanCount(revision.Number), Cancel: r.revisionURL(revision.Number), Danger: would.Total().Deleted > 0,
		},
	}}, nil
}

func (r *request) alreadyThere(number int64) response {
	return r.tell(r.revisionURL(number), ui.Notice{Tone: ui.Warn, Text: "Nothing to change: the instance is the same as at revision " + ui.HumanCount(number) + "."})
}

// Why a revert deletes records.
const (
	madeSince = "Deleted, because created since: "
	madeByIt  = "Deleted, because created by it: "
)

// revertFacts says how many records of each resource a revert changes, and why it deletes some.
func (r *request) revertFacts(n store.Reverted, deleted string) []string {
	var facts []string
	for _, fact := range []struct {
		verb  string
		count func(store.RevertedRecords) int64
	}{
		{"Changed back: ", func(n store.RevertedRecords) int64 { return n.Updated }},
		{"Restored: ", func(n store.RevertedRecords) int64 { return n.Created }},
		{deleted, func(n store.RevertedRecords) int64 { return n.Deleted }},
	} {
		if parts := r.counted(n.Resources, fact.count); len(parts) > 0 {
			facts = append(facts, fact.verb+strings.Join(parts, ", ")+".")
		}
	}
	return append(facts, sentences(n.Warnings)...)
}

func (r *request) counted(list []store.RevertedRecords, count func(store.RevertedRecords) int64) (parts []string) {
	for _, n := range list {
		if total := count(n); total > 0 {
			one, many := r.nounsOf(n.Resource)
			parts = append(parts, ui.Plural(int(total), one, many))
		}
	}
	return parts
}

func sentences(texts []string) []string {
	list := make([]string, len(texts))
	for i, text := range texts {
		list[i] = ui.Capital(text)
	}
	return list
}

// revert brings the instance back, unless it is no longer what the question was about.
func revert(ctx context.Context, r *request) (response, error) {
	number, err := r.numberOfRoute()
	if err != nil {
		return response{}, err
	}
	seen, _ := strconv.ParseInt(r.text("seen"), 10, 64)
	done, err := r.web.DB.Revert(ctx, r.scope(), store.Revert{To: number, Seen: seen})
	switch {
	case errors.Is(err, store.ErrChanged):
		return r.tell(r.revisionURL(number)+"/revert", ui.Notice{Tone: ui.Warn, Text: "The instance has been changed in the meantime. This is what going back would change now."}), nil
	case err != nil:
		return response{}, err
	case done.Number == 0:
		return r.alreadyThere(number), nil
	}
	return r.reverted(done, "The instance is back at revision "+ui.HumanCount(number)+"."), nil
}

// reverted leads to the page of the new revision, where it can be undone, and says what could not come back.
func (r *request) reverted(done store.Reverted, text string) response {
	notices := []ui.Notice{{Tone: ui.Good, Text: text + " Use “Undo this revision” to take it back."}}
	for _, warning := range sentences(done.Warnings) {
		notices = append(notices, ui.Notice{Tone: ui.Warn, Text: warning})
	}
	return r.tell(r.revisionURL(done.Number), notices...)
}
