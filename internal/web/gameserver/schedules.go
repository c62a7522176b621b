package gameserver

import (
	"context"
	"errors"
	"net/http"
	"time"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// whats say what schedules do.
var whats = map[string]string{
	record.ScheduledDelivery: "Send what has changed", record.ScheduledLists: "Refresh the lists of players",
	record.ScheduledPull: "Fetch a safety copy", record.ScheduledLayer: "Turn a layer on for a time", record.ScheduledRecipe: "Run a recipe",
	record.ScheduledAnnouncement: "Tell players something",
}

// listSchedules shows all schedules of the instance.
func listSchedules(ctx context.Context, r *site.Request) (site.Response, error) {
	rows, err := r.Site.DB.All(ctx, record.Schedules, r.Scope(), "")
	if err != nil {
		return site.Response{}, err
	}
	create := schedulesURL(r) + "/create"
	table := ui.Table{
		Label: "Schedules", Query: r.Query(), Pager: ui.Pager{Query: r.Query(), Page: 1, PerPage: max(len(rows), 1), Total: len(rows)},
		Columns: []ui.Column{{Label: "What"}, {Label: "When"}, {Label: "Next run"}, {Label: "Last run"}, {Label: "Result"}},
		Empty: ui.Empty{
			Title: "Nothing is planned", Action: &ui.Link{Label: "New schedule", URL: create, Quiet: true},
			Text: "Have Quartermaster send what has changed before each restart, refresh the lists of players so that bans end, or fetch a copy " +
				"of the server’s files at night.",
		},
	}
	for _, row := range rows {
		table.Rows = append(table.Rows, scheduleRow(r, row))
	}
	page := r.Inside("Schedule")
	page.Actions = []ui.Link{{Label: "New schedule", URL: create}}
	return site.Response{Page: page, View: ui.ListView{Lead: "Automatic tasks, and when they run.", Table: table}}, nil
}

func scheduleRow(r *site.Request, row record.Row) ui.Row {
	s := decoded(row)
	when := ui.Cell{Kind: ui.CodeCell, Text: s.Expression(), Note: s.TimeZone}
	if s.At != nil {
		when = ui.Cell{Kind: ui.TimeCell, Time: moment(s.At), Note: "once"}
	}
	next, last := ui.Cell{Text: "switched off"}, ui.Cell{Kind: ui.TimeCell, Time: moment(s.LastAt)}
	if s.Enabled {
		next.Text = "none any more"
	}
	if s.NextAt != nil {
		next = ui.Cell{Kind: ui.TimeCell, Time: moment(s.NextAt)}
		if s.EndsAt != nil {
			next.Note = "the layer goes off"
		}
	}
	result := ui.Cell{}
	if s.LastStatus != nil {
		result = ui.Cell{Kind: ui.BadgeCell, Text: *s.LastStatus, Tone: tones[*s.LastStatus], Note: s.LastResult.Sentence()}
	}
	return ui.Row{Cells: []ui.Cell{{Text: whats[s.What], URL: schedulesURL(r) + "/" + s.SID}, when, next, last, result}, Dim: !s.Enabled}
}

// tones of how runs end.
var tones = map[string]ui.Tone{
	"done": ui.Good, "held": ui.Warn, "failed": ui.Bad, "cancelled": ui.Warn, "skipped": ui.Warn, "queued": ui.Neutral, "running": ui.Neutral,
}

func decoded(row record.Row) (s record.Schedule) {
	record.Schedules.Decode(row, &s)
	return s
}

func moment(m *record.Moment) time.Time {
	if m == nil {
		return time.Time{}
	}
	return time.UnixMicro(int64(*m)).UTC()
}

// scheduleOf returns the schedule of the route.
func scheduleOf(ctx context.Context, r *site.Request) (record.Row, error) {
	return r.Site.DB.Get(ctx, record.Schedules, r.Scope(), r.Param("schedule"))
}

func deleteSchedule(ctx context.Context, r *site.Request) (site.Response, error) {
	row, err := scheduleOf(ctx, r)
	if err == nil {
		_, err = r.Site.DB.Delete(ctx, record.Schedules, r.Scope(), record.Schedules.SID(row))
	}
	if err != nil {
		return site.Response{}, err
	}
	return r.Done(schedulesURL(r), "The schedule was deleted."), nil
}

func confirmDelete(action string) *ui.Confirm {
	form := ui.PlainForm("delete", action, "Delete schedule")
	form.Method, form.Danger = http.MethodDelete, true
	return &ui.Confirm{
		Form: form, Label: "Delete schedule", Title: "Delete this schedule?",
		Text: "What it did stays: a layer that it turned on stays on.",
	}
}

// save stores what was sent of a schedule; without a row it is a new one.
func save(ctx context.Context, r *site.Request, row record.Row) (record.Row, error) {
	body, err := scheduleBody(r)
	if err != nil {
		return nil, err
	}
	values, problems, err := record.Schedules.Accept(ctx, body, store.References{DB: r.Site.DB, Scope: r.Scope()}, false)
	if err == nil {
		err = problems.Err()
	}
	switch {
	case err != nil:
		return nil, err
	case row == nil:
		row, err = r.Site.DB.Create(ctx, record.Schedules, r.Scope(), values)
	default:
		row, err = r.Site.DB.Update(ctx, record.Schedules, r.Scope(), record.Schedules.SID(row), values, r.Unmoved(record.Schedules, row))
	}
	if errors.As(err, &problems) {
		err = onForm(problems)
	}
	return row, err
}
