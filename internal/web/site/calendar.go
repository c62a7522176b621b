package site

import (
	"context"

	"quartermaster/internal/web/ui"
)

// HeldBack says what would hold back a schedule that was just planned. Where that cannot be found out it says nothing: the plan counts all
// the same.
func (r *Request) HeldBack(ctx context.Context, schedule string) (notices []ui.Notice) {
	held, err := r.Site.Calendar.HeldOf(ctx, r.Scope(), schedule)
	if err != nil {
		r.Site.log(r.Request, err)
	}
	told := map[string]bool{}
	for _, e := range held {
		for _, text := range e.Held {
			if !told[text] {
				told[text], notices = true, append(notices, ui.Notice{Tone: ui.Warn, Text: text})
			}
		}
	}
	return notices
}

// Soon says what would be held back within a day. Without it, a page says nothing of it.
func (r *Request) Soon(ctx context.Context) (notices []ui.Notice) {
	held, err := r.Site.Calendar.Soon(ctx, r.Scope())
	if err != nil {
		r.Site.log(r.Request, err)
		return nil
	}
	calendar := []ui.Link{{Label: "Calendar", URL: r.Instance.URL + "/calendar"}}
	told := map[string]bool{}
	for _, e := range held {
		text := "Within a day, this would be held back: " + e.Sentence() + ". " + e.Held[0]
		if !told[text] && len(told) < mostSoon { // what is planned each hour is told once
			told[text], notices = true, append(notices, ui.Notice{Tone: ui.Warn, Text: text, Links: calendar})
		}
	}
	return notices
}

// mostSoon is how many things that would be held back a page tells.
const mostSoon = 3
