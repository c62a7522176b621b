package calendar

import (
	"context"
	"errors"
	"time"

	"quartermaster/internal/cron"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/layers"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

const planID = "plan"

// wallClock is how a control for a date and a time has them.
const wallClock = "2006-01-02T15:04"

// showPlan asks when a layer is on: from the next Friday to Monday, unless somebody says otherwise.
func showPlan(ctx context.Context, r *site.Request) (site.Response, error) {
	known, err := r.Site.DB.Layers(ctx, r.Scope())
	if err != nil {
		return site.Response{}, err
	}
	zone, err := zoneOf(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	layer := ui.Field{Name: "layer", Label: "Layer", Kind: ui.Select, Required: true}
	for _, l := range known {
		if l.State != layers.Settled {
			layer.Options = append(layer.Options, ui.Option{Value: l.SID, Label: l.Name, Selected: l.SID == r.URL.Query().Get("layer")})
		}
	}
	friday, monday := weekend(r.Site.DB.Time(), zone)
	form := ui.PlainForm(planID, calendarURL(r)+"/plan", "Plan it", layer,
		ui.Field{Name: "at", Label: "On from", Kind: ui.DateTime, Required: true, Value: friday.Format(wallClock)},
		ui.Field{Name: "until", Label: "Until", Kind: ui.DateTime, Required: true, Value: monday.Format(wallClock)},
		ui.Field{
			Name: "time_zone", Label: "Time zone", Kind: ui.Text, Code: true, Required: true, MaxLength: 64, Value: zone.String(),
			Help: "Such as Europe/Berlin.",
		},
		ui.Field{
			Name: "before", Label: "How long before the next delivery", Kind: ui.Number, Unit: "min", Value: "5", Min: "0", Max: "1440",
			Help: "The game reads most files at a restart, so the layer goes on before the files are sent for that. 0: at its own time.",
		})
	form.Cancel = calendarURL(r)
	view := ui.FormView{Lead: "The layer turns on automatically, and off again at the end.", Form: r.Restore(form)}
	return site.Response{Page: r.Inside("Plan a layer", ui.Link{Label: "Calendar", URL: calendarURL(r)}), View: view}, nil
}

// weekend returns the next Friday evening and the Monday morning after it.
func weekend(now time.Time, zone *time.Location) (friday, monday time.Time) {
	for days := range 8 {
		friday = cron.Clock(now.In(zone).AddDate(0, 0, days), 18, 0, zone)
		if friday.Weekday() == time.Friday && friday.After(now) {
			break
		}
	}
	return friday, cron.Clock(friday.AddDate(0, 0, 3), 6, 0, zone)
}

// plan makes a schedule of a layer, and says at once what would hold it back.
func plan(ctx context.Context, r *site.Request) (site.Response, error) {
	body, err := planOf(r)
	var row record.Row
	if err == nil {
		row, err = create(ctx, r, body)
	}
	var problems validate.Errors
	if errors.As(err, &problems) {
		return r.Invalid(planID, calendarURL(r)+"/plan?layer="+r.Text("layer"), problems), nil
	}
	if err != nil {
		return site.Response{}, err
	}
	held := r.HeldBack(ctx, record.Schedules.SID(row))
	planned := ui.Notice{Tone: ui.Good, Text: "Planned. The layer turns on and off automatically."}
	return r.Tell(calendarURL(r), append([]ui.Notice{planned}, held...)...), nil
}

func planOf(r *site.Request) (*jsontree.Object, error) {
	body, problems := new(jsontree.Object), validate.Errors{}
	body.Set("what", record.ScheduledLayer)
	body.Set("layer", r.Text("layer"))
	body.Set("time_zone", r.Text("time_zone"))
	for _, name := range []string{"at", "until"} {
		at, wrong := record.WallClock(r.Text(name), r.Text("time_zone"))
		if wrong != "" {
			problems.AddSentence(name, wrong)
		}
		body.Set(name, at.Format(time.RFC3339))
	}
	if before := r.Text("before"); before != "" {
		body.Set("before", before)
	}
	return body, problems.Err()
}

func create(ctx context.Context, r *site.Request, body *jsontree.Object) (record.Row, error) {
	values, problems, err := record.Schedules.Accept(ctx, body, store.References{DB: r.Site.DB, Scope: r.Scope()}, false)
	if err == nil {
		err = problems.Err()
	}
	if err != nil {
		return nil, err
	}
	return r.Site.DB.Create(ctx, record.Schedules, r.Scope(), values)
}
