package history

import (
	"cmp"
	"context"
	"errors"
	"strconv"
	"strings"

	"quartermaster/internal/queue"
	"quartermaster/internal/revisions"
	"quartermaster/internal/store"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// showRevert shows what it would change if the instance went back to a revision, and asks.
func showRevert(ctx context.Context, r *site.Request) (site.Response, error) {
	revision, err := revisionOfRoute(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	would, err := r.Site.DB.Revert(ctx, r.Scope(), store.Revert{To: revision.Number, DryRun: true})
	if err != nil || would.Total().None() {
		return alreadyThere(r, revision.Number), err
	}
	page := r.Inside("Go back to revision "+ui.HumanCount(revision.Number), historyLink(r), ui.Link{
		Label: ui.Capital(revisions.Summary(revision.Summary)), URL: revisionURL(r, revision.Number),
	})
	records, more, err := planned(ctx, r, would)
	return site.Response{Page: page, View: pages.WayBack{
		Records: records, More: more,
		Lead: "The instance goes back to how it was after “" + revisions.Summary(revision.Summary) + "”. This reverts " +
			ui.Plural(int(newest(r)-revision.Number), "later revision", "later revisions") + ". This makes a new revision, so you can undo it.",
		Facts: revertFacts(r, would, madeSince),
		Form: ui.Form{
			ID: "revert", Action: revisionURL(r, revision.Number) + "/revert?seen=" + decimal(newest(r)),
			Submit: "Go back to revision " + ui.HumanCount(revision.Number), Cancel: revisionURL(r, revision.Number),
			Danger: would.Total().Deleted > 0,
		},
	}}, err
}

// plannedShown is how many records the plan of a revert shows.
const plannedShown = 100

// planned draws what a dry run would do to its first records.
func planned(ctx context.Context, r *site.Request, would store.Reverted) (areas []pages.RowArea, more string, err error) {
	shown := would.Records[:min(len(would.Records), plannedShown)]
	var drawn []pages.Change
	today, err := existing(ctx, r, shown)
	if err != nil {
		return nil, "", err
	}
	for _, c := range shown {
		one := pages.Change{Action: actions["update"], Area: r.AreaOf(c.Resource), Name: cmp.Or(titleOf(r, c, today[c.SID].Label), c.SID)}
		switch {
		case c.Before == "":
			one.Action = "restored"
		case c.After == "":
			one.Action = actions["delete"]
		default:
			if one.Fields, err = FieldChanges(ctx, r, c.Difference()); err != nil {
				return nil, "", err
			}
		}
		drawn = append(drawn, one)
	}
	total := would.Total()
	if rest := total.Created + total.Updated + total.Deleted - int64(len(drawn)); rest > 0 {
		more = "And " + ui.Plural(int(rest), "more record", "more records") + "."
	}
	return pages.ByArea(drawn, pages.RowsOpen), more, nil
}

func alreadyThere(r *site.Request, number int64) site.Response {
	return r.Tell(revisionURL(r, number), ui.Notice{
		Tone: ui.Warn, Text: "Nothing to change: the instance is the same as at revision " + ui.HumanCount(number) + ".",
	})
}

// Why a revert deletes records.
const (
	madeSince = "Deleted, because created since: "
	madeByIt  = "Deleted, because created by it: "
)

// revertFacts counts what a revert changes, by resource; deleted says why it deletes.
func revertFacts(r *site.Request, n store.Reverted, deleted string) []string {
	var facts []string
	for _, fact := range []struct {
		verb  string
		count func(store.RevertedRecords) int64
	}{
		{"Changed back: ", func(n store.RevertedRecords) int64 { return n.Updated }},
		{"Restored: ", func(n store.RevertedRecords) int64 { return n.Created }},
		{deleted, func(n store.RevertedRecords) int64 { return n.Deleted }},
	} {
		if parts := counted(r, n.Resources, fact.count); len(parts) > 0 {
			facts = append(facts, fact.verb+strings.Join(parts, ", ")+".")
		}
	}
	return append(facts, sentences(n.Warnings)...)
}

func counted(r *site.Request, list []store.RevertedRecords, count func(store.RevertedRecords) int64) (parts []string) {
	for _, n := range list {
		if total := count(n); total > 0 {
			one, many := r.NounsOf(n.Resource)
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

// revert brings the instance back, unless it has changed since the question.
func revert(ctx context.Context, r *site.Request) (site.Response, error) {
	number, err := numberOfRoute(r)
	if err != nil {
		return site.Response{}, err
	}
	done, err := r.Site.Bulk.Revert(ctx, r.Scope(), store.Revert{To: number, Seen: numberIn(r, "seen")})
	switch {
	case errors.Is(err, queue.ErrTooMany):
		return r.Tell(revisionURL(r, number), site.TooManyJobs), nil
	case errors.Is(err, store.ErrChanged):
		return r.Tell(revisionURL(r, number)+"/revert", ui.Notice{
			Tone: ui.Warn, Text: "The instance has been changed in the meantime. This is what going back would change now.",
		}), nil
	case err != nil:
		return site.Response{}, err
	case done.Job != "":
		return site.Redirect(r.Instance.JobURL(done.Job)), nil
	case done.Number == 0:
		return alreadyThere(r, number), nil
	}
	return reverted(r, done.Reverted, "The instance is back at revision "+ui.HumanCount(number)+"."), nil
}

// numberIn returns a number of the input, 0 for none.
func numberIn(r *site.Request, name string) int64 {
	number, _ := strconv.ParseInt(r.Text(name), 10, 64)
	return number
}

// reverted leads to the new revision, which can be undone, with notices of what could not come back.
func reverted(r *site.Request, done store.Reverted, text string) site.Response {
	notices := []ui.Notice{{Tone: ui.Good, Text: text}}
	for _, warning := range sentences(done.Warnings) {
		notices = append(notices, ui.Notice{Tone: ui.Warn, Text: warning})
	}
	return r.Tell(revisionURL(r, done.Number), notices...)
}
