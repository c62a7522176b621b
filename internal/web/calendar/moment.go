package calendar

import (
	"context"
	"errors"
	"fmt"
	"time"

	"quartermaster/internal/access"
	"quartermaster/internal/calendar"
	"quartermaster/internal/layers"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// showMoment says what will be on at a time, and offers to open it.
func showMoment(ctx context.Context, r *site.Request) (site.Response, error) {
	zone, err := zoneOf(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	at, text := momentOf(r.URL.Query().Get("at"), r.URL.Query().Get("time_zone"), zone, r.Site.DB.Time())
	then, err := r.Site.Calendar.At(ctx, r.Scope(), at)
	if err != nil {
		return site.Response{}, err
	}
	names, err := layerNames(ctx, r, then.On)
	if err != nil {
		return site.Response{}, err
	}
	view := pages.CalendarMoment{
		Lead:   "How the server will be on " + at.In(zone).Format("Monday, 2 January 2006, 15:04 MST") + ", according to current plans.",
		Action: calendarURL(r) + "/moment", At: text, Zone: zone.String(), Opens: r.May(access.Edit),
	}
	p := picture{r: r, zone: zone}
	for _, e := range then.Recipes {
		view.Recipes = append(view.Recipes, p.mark(e))
	}
	for _, sid := range then.On {
		view.Layers = append(view.Layers, ui.Link{Label: names[sid], URL: r.Instance.URL + "/layers/" + sid})
	}
	return site.Response{Page: r.Inside("The server at a moment", ui.Link{Label: "Calendar", URL: calendarURL(r)}), View: view}, nil
}

// momentOf reads a time of the next 60 days; what is none of them is the nearest one. It returns it as a control has it, too.
func momentOf(text, name string, zone *time.Location, now time.Time) (time.Time, string) {
	if name == "" {
		name = zone.String()
	}
	at, wrong := record.WallClock(text, name)
	last := now.AddDate(0, 0, calendar.MostDays)
	switch {
	case wrong != "" || at.Before(now):
		at = now
	case at.After(last):
		at = last
	}
	return at, at.In(zone).Format(wallClock)
}

func layerNames(ctx context.Context, r *site.Request, sids []string) (map[string]string, error) {
	names := map[string]string{}
	known, err := r.Site.DB.Layers(ctx, r.Scope())
	for _, l := range known {
		names[l.SID] = l.Name
	}
	for _, sid := range sids {
		if names[sid] == "" {
			names[sid] = "A layer that has been deleted"
		}
	}
	return names, err
}

// openMoment makes a draft of the instance as it will be.
func openMoment(ctx context.Context, r *site.Request) (site.Response, error) {
	zone, err := zoneOf(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	at, text := momentOf(r.Text("at"), "", zone, r.Site.DB.Time())
	name := r.Instance.Name() + " on " + at.In(zone).Format("2 January, 15:04")
	made, err := r.Site.Calendar.Open(ctx, r.Scope(), at, store.DraftPlan{Name: name, Note: "From the calendar", Most: layers.MostDrafts})
	back := calendarURL(r) + "/moment?at=" + text
	switch {
	case errors.Is(err, store.ErrFull):
		return r.Tell(back, ui.Notice{
			Tone: ui.Bad, Text: fmt.Sprintf("A draft has no drafts, and a server at most %d. Delete one of them.", layers.MostDrafts),
		}), nil
	case err != nil:
		return site.Response{}, err
	}
	notices := []ui.Notice{{Tone: ui.Good, Text: "This draft shows the server at that time. Nothing is sent or brought in automatically."}}
	for _, left := range made.Left {
		notices = append(notices, ui.Notice{Tone: ui.Warn, Text: left + " no longer fits and is left out."})
	}
	return r.Tell("/instances/"+made.SID, notices...), nil
}
