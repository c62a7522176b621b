package gameserver

import (
	"context"
	"errors"
	"net/http"
	"time"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

const (
	scheduleFormID = "schedule"
	zonesID        = "time-zones"
)

// scheduleForm draws the form of a schedule; restart is the time between restarts, 0 if there is no regular one.
func scheduleForm(s record.Schedule, restart time.Duration, about subjects) ui.Form {
	what := ui.Field{Name: "what", Label: "What", Kind: ui.Radios, Required: true}
	for _, o := range []ui.Option{
		{
			Value: record.ScheduledLists,
			Help:  "Sends the ban list and the whitelist so that expired bans end. With RCon, the server reloads them.",
		},
		{
			Value: record.ScheduledDelivery,
			Help:  "Sends all files that differ, unless problems, changes on the server or the running game hold them back.",
		},
		{Value: record.ScheduledPull, Help: "Takes in what has changed on the server. Nothing is sent."},
		{Value: record.ScheduledLayer, Help: "The layer turns on at that time, and off at the end."},
		{Value: record.ScheduledRecipe, Help: "Makes the changes of a recipe."},
		{Value: record.ScheduledAnnouncement, Help: "Shows all players a line of text, over RCon."},
	} {
		o.Label, o.Selected = whats[o.Value], o.Value == s.What
		what.Options = append(what.Options, o)
	}
	form := ui.Form{ID: scheduleFormID, One: "schedule", Sets: []ui.Fieldset{{Fields: []ui.Field{what}}, {Title: "When", Fields: []ui.Field{
		{
			Name: "cron", Label: "Times", Kind: ui.Text, Code: true, Value: s.Expression(), MaxLength: 255,
			Help: "A cron expression: minute, hour, day of the month, month, day of the week. 30 5 * * * is every day at 05:30, 0 */4 * * * " +
				"every four hours.",
		},
		{
			Name: "at", Label: "Or once, at", Kind: ui.DateTime, Value: wallClock(s.At, s.TimeZone),
			Help: "In the time zone below. Leave the times above empty then.",
		},
		{
			Name: "time_zone", Label: "Time zone", Kind: ui.Text, Code: true, Value: s.TimeZone, MaxLength: 64, List: zonesID,
			Help: "Such as Europe/Berlin.",
		},
	}}}}
	form.Sets = append(form.Sets, restartFields(restart))
	form.Sets = append(form.Sets, about.fields(s)...)
	form.Sets = append(form.Sets, ui.Fieldset{Fields: []ui.Field{
		{
			Name: "while_running", Label: "Send also while the game runs", Kind: ui.Switch, Value: flag(s.WhileRunning),
			Help: "The game reads most files only at its start, so this suits times shortly before a restart. Some hosts lose files that are " +
				"sent in the meantime.",
		},
		{Name: "enabled", Label: "Enabled", Kind: ui.Switch, Value: flag(s.Enabled)},
	}})
	return form
}

func flag(on bool) string {
	if on {
		return "1"
	}
	return "0"
}

// zones are suggestions; any other of the IANA is taken too.
func zones() ui.Suggestions {
	return ui.Suggestions{ID: zonesID, Values: []string{
		"UTC", "Europe/London", "Europe/Lisbon", "Europe/Berlin", "Europe/Paris", "Europe/Warsaw", "Europe/Kyiv", "Europe/Istanbul",
		"Europe/Moscow", "America/New_York",
		"America/Chicago", "America/Denver", "America/Los_Angeles", "America/Sao_Paulo", "America/Argentina/Buenos_Aires", "Africa/Johannesburg",
		"Asia/Dubai", "Asia/Kolkata",
		"Asia/Singapore", "Asia/Shanghai", "Asia/Seoul", "Asia/Tokyo", "Australia/Perth", "Australia/Sydney", "Pacific/Auckland",
	}}
}

func showNewSchedule(ctx context.Context, r *site.Request) (site.Response, error) {
	restart, err := restartOf(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	about, err := subjectsOf(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	form := scheduleForm(record.Schedule{What: record.ScheduledLists, TimeZone: "UTC", Enabled: true}, restart, about)
	form.Action, form.Submit, form.Cancel = schedulesURL(r), "Plan it", schedulesURL(r)
	view := pages.Schedule{
		Lead: "Runs automatically. If a run is missed, it is made up once.", Form: r.Restore(form),
		Preview: schedulesURL(r) + "/times", Zones: zones(),
	}
	return site.Response{Page: r.Inside("New schedule", ui.Link{Label: "Schedule", URL: schedulesURL(r)}), View: view}, nil
}

func createSchedule(ctx context.Context, r *site.Request) (site.Response, error) {
	row, err := save(ctx, r, nil)
	var problems validate.Errors
	if errors.As(err, &problems) {
		return r.Invalid(scheduleFormID, schedulesURL(r)+"/create", problems), nil
	}
	if err != nil {
		return site.Response{}, err
	}
	sid := record.Schedules.SID(row)
	planned := ui.Notice{Tone: ui.Good, Text: "Planned."}
	return r.Tell(schedulesURL(r)+"/"+sid, append([]ui.Notice{planned}, r.HeldBack(ctx, sid)...)...), nil
}

// editForm is the form of a stored schedule.
func editForm(ctx context.Context, r *site.Request, s record.Schedule) (ui.Form, error) {
	restart, err := restartOf(ctx, r)
	if err != nil {
		return ui.Form{}, err
	}
	about, err := subjectsOf(ctx, r)
	form := scheduleForm(s, restart, about)
	form.Action, form.Method, form.Submit, form.Cancel = schedulesURL(r)+"/"+s.SID, http.MethodPut, "Save", schedulesURL(r)
	return form, err
}

func showSchedule(ctx context.Context, r *site.Request) (site.Response, error) {
	row, err := scheduleOf(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	s := decoded(row)
	form, err := editForm(ctx, r, s)
	if err != nil {
		return site.Response{}, err
	}
	view := pages.Schedule{
		Lead: "Runs automatically. If a run is missed, it is made up once.", Form: r.Restore(form),
		Preview: schedulesURL(r) + "/times", Zones: zones(),
		Upcoming: upcoming(s), Delete: confirmDelete(form.Action),
	}
	if s.By != nil {
		view.Lead += " " + *s.By + " has planned it."
	}
	if s.LastAt != nil && s.LastStatus != nil {
		view.Last = &pages.ScheduledRun{At: moment(s.LastAt), Status: *s.LastStatus, Tone: tones[*s.LastStatus], Result: s.LastResult.Sentence()}
		view.Last.Job, err = lastJob(ctx, r, s)
	}
	return site.Response{Page: r.Inside(whats[s.What], ui.Link{Label: "Schedule", URL: schedulesURL(r)}), View: view}, err
}

// lastJob returns the address of the job of the last run, "" for one that has been deleted.
func lastJob(ctx context.Context, r *site.Request, s record.Schedule) (string, error) {
	if s.LastJob == nil {
		return "", nil
	}
	_, err := r.Site.DB.Get(ctx, record.Jobs, r.Scope(), *s.LastJob)
	if errors.Is(err, store.ErrNotFound) {
		return "", nil
	}
	return r.Instance.JobURL(*s.LastJob), err
}

func saveSchedule(ctx context.Context, r *site.Request) (site.Response, error) {
	return site.Merging(func() (site.Response, error) {
		row, err := scheduleOf(ctx, r)
		if err != nil {
			return site.Response{}, err
		}
		return merge(ctx, r, row)
	})
}

// merge saves a schedule, unless somebody else has changed the same.
func merge(ctx context.Context, r *site.Request, row record.Row) (site.Response, error) {
	at := schedulesURL(r) + "/" + record.Schedules.SID(row)
	form, err := editForm(ctx, r, decoded(row))
	if err != nil {
		return site.Response{}, err
	}
	answer, kept, conflict := r.Conflicts(form, at)
	if conflict {
		return answer, nil
	}
	_, err = save(ctx, r, row)
	var problems validate.Errors
	if errors.As(err, &problems) {
		return r.Invalid(scheduleFormID, at, problems), nil
	}
	if err != nil {
		return site.Response{}, err
	}
	return r.Done(at, "The schedule was saved."+site.AlsoChanged(kept)), nil
}

// scheduleBody makes a body of the form: times before restarts become a cron expression.
func scheduleBody(r *site.Request) (*jsontree.Object, error) {
	body := new(jsontree.Object)
	for _, name := range []string{"what", "cron", "time_zone", "while_running", "enabled"} {
		if value, sent := r.Input.Get(name); sent {
			body.Set(name, value)
		}
	}
	expression, problems := beforeRestarts(r)
	if expression != "" {
		body.Set("cron", expression)
	}
	problems = append(problems, subjectOf(r, body)...)
	return body, problems.Err()
}
