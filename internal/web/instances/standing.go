package instances

import (
	"context"
	"strings"
	"time"

	"quartermaster/internal/lint"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// curveDays is how many days the curve of changes shows.
const curveDays = 30

// moment is the zero time for never.
func moment(micros int64) time.Time {
	if micros == 0 {
		return time.Time{}
	}
	return time.UnixMicro(micros)
}

// problemTally draws the problems of an instance.
func problemTally(in site.Instance, c lint.Counts) pages.ProblemTally {
	view := pages.ProblemTally{Instance: record.Instances.SID(in.Row), URL: in.URL + "/lint"}
	switch {
	case c.Revision <= 1: // that of its creation
		view.Note = "Nothing imported yet"
	case !c.Known:
		view.Note = "Problems are being counted"
	default:
		view.Counts = tallies(c)
		if !c.Current {
			view.Note = "before the last change"
		}
	}
	return view
}

// tallies draws numbers of problems.
func tallies(c lint.Counts) (list []pages.Tally) {
	for _, t := range []struct {
		n         int64
		tone      ui.Tone
		one, many string
	}{{c.Errors, ui.Bad, "error", "errors"}, {c.Warnings, ui.Warn, "warning", "warnings"}, {c.Notes, ui.Neutral, "note", "notes"}} {
		if t.n > 0 {
			list = append(list, pages.Tally{Tone: t.tone, Text: ui.Plural(int(t.n), t.one, t.many)})
		}
	}
	if len(list) == 0 {
		list = []pages.Tally{{Tone: ui.Good, Text: "No problems"}}
	}
	return list
}

// talliesPath is where a page that is open asks for the problems of the instances that it shows.
const talliesPath = "/instances/problems"

// showTallies answers with the problems of instances as they are now, as a part of a page.
func showTallies(ctx context.Context, r *site.Request) (site.Response, error) {
	asked := r.URL.Query()["of"]
	if len(asked) == 0 || len(asked) > instancesPerPage {
		return site.Response{}, site.ErrNotFound
	}
	args := make([]any, len(asked))
	for n, sid := range asked {
		args[n] = sid
	}
	rows, err := r.Site.DB.All(ctx, record.Instances, r.Scope(), "r.sid IN ($"+strings.Repeat(", $", len(args)-1)+")", args...)
	if err != nil {
		return site.Response{}, err
	}
	counts, err := r.Site.Lint.Counts(ctx, r.User.ID, idsOf(rows))
	if err != nil {
		return site.Response{}, err
	}
	var view pages.ProblemTallies
	for _, row := range rows {
		view = append(view, problemTally(site.Instance{Row: row, URL: instanceURL(row)}, counts[record.Instances.ID(row)]))
	}
	return site.Response{View: view}, nil
}

// sinceDownload says what has changed since all files were last downloaded or delivered.
func sinceDownload(s *store.Standing) string {
	switch {
	case s.Downloaded == 0:
		return "Not downloaded yet"
	case s.Since == 0:
		return "Nothing has changed since the last download or delivery"
	}
	return ui.Plural(int(s.Since), "change", "changes") + " since the last download or delivery"
}

// curve draws the revisions of the last days.
func curve(s *store.Standing) pages.Curve {
	total := int64(0)
	for _, n := range s.Days {
		total += n
	}
	return pages.Curve{Values: s.Days, Text: ui.Plural(int(total), "revision", "revisions") + " in the last 30 days"}
}
