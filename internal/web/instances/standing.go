package instances

import (
	"time"

	"quartermaster/internal/store"
	"quartermaster/internal/web/pages"
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

// problemTally draws the problems of an instance, as they were counted last.
func problemTally(url string, s *store.Standing) pages.ProblemTally {
	view := pages.ProblemTally{URL: url + "/lint"}
	switch p := s.Problems; {
	case s.Revision <= 1: // that of its creation
		view.Note = "Nothing imported yet"
	case p == nil:
		view.Note = "Problems are being counted"
	default:
		for _, t := range []struct {
			n         int64
			tone      ui.Tone
			one, many string
		}{{p.Errors, ui.Bad, "error", "errors"}, {p.Warnings, ui.Warn, "warning", "warnings"}, {p.Notes, ui.Neutral, "note", "notes"}} {
			if t.n > 0 {
				view.Counts = append(view.Counts, pages.Tally{Tone: t.tone, Text: ui.Plural(int(t.n), t.one, t.many)})
			}
		}
		if len(view.Counts) == 0 {
			view.Counts = []pages.Tally{{Tone: ui.Good, Text: "No problems"}}
		}
		if p.Revision < s.Revision {
			view.Note = "before the last change"
		}
	}
	return view
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
