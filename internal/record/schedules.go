package record

import (
	"context"
	"slices"
	"time"

	"quartermaster/internal/access"
	"quartermaster/internal/validate"
)

// What a schedule does.
const (
	ScheduledDelivery     = "deliver"
	ScheduledLists        = "lists"
	ScheduledPull         = "pull"
	ScheduledLayer        = "layer"
	ScheduledRecipe       = "recipe"
	ScheduledAnnouncement = "announce"
)

// Schedule says what is done for an instance at which times.
type Schedule struct {
	Meta
	By   *string `field:"planned_by,readonly" example:"Anna" help:"Who has planned it."`
	What string  `field:"what,required" in:"deliver lists pull layer recipe announce" example:"lists" help:"What is done."`

	Cron     *string `field:"cron,max=255,cron" example:"0 5,17 * * *" label:"When" help:"Minute, hour, day, month, day of the week; or send at."`
	At       *Moment `field:"at,column=at_time" label:"Once, at" help:"When it is done once, in place of cron."`
	TimeZone string  `field:"time_zone,max=64,zone" default:"UTC" example:"Europe/Berlin" help:"IANA name of the time zone."`

	Layer  *string `field:"layer,sidtext" help:"For layer: the sid of the layer that goes on, and off at the end."`
	Until  *Moment `field:"until,column=until_time" help:"For layer: when it goes off."`
	For    *string `field:"for,column=span,span" help:"For layer, in place of until: how long it is on, such as 90m, 48h or 3d."`
	Before *int64  `field:"before,column=minutes_before,min=0,max=1440" unit:"min" help:"For layer: on so long before the next delivery."`
	Recipe *string `field:"recipe,sidtext" help:"For recipe: the sid of the recipe that is run."`
	Text   *string `field:"text,column=message,max=200,oneline" help:"For announce: what players read."`

	Enabled      bool `field:"enabled" default:"1" help:"Whether it runs."`
	WhileRunning bool `field:"while_running" default:"0" label:"Also while the game runs" help:"Also files read at start, which can be lost."`

	NextAt     *Moment  `field:"next_at,readonly" label:"Next run" help:"When it runs next; null while it is not enabled."`
	Upcoming   []string `field:"upcoming,readonly" example:"[\"2026-11-23T05:55:00+01:00\"]" help:"The next five times, in its time zone."`
	EndsAt     *Moment  `field:"ends_at,readonly" label:"Goes off" help:"While its layer is on by it: when that goes off."`
	LastAt     *Moment  `field:"last_at,readonly" label:"Last run" help:"When it was last begun."`
	LastJob    *string  `field:"last_job,readonly" help:"The job of the last run. Jobs are deleted a week after their end."`
	LastStatus *string  `field:"last_status,readonly" in:"queued running done held failed cancelled skipped" sql:"COALESCE(r.last_status, j.state)"`
	LastResult *Said    `field:"last_result,readonly" help:"What the last run has done, or why it has not."`
	PlannedAt  *Moment  `field:"planned_at,hidden"`
	BegunAt    *Moment  `field:"begun_at,hidden"`
	Stamps
}

// Schedules are the schedules of an instance. Everybody who sees the instance sees them.
var Schedules = Define[Schedule]("schedules", InInstance,
	called("schedule", "What is done at times: deliveries, lists of players, safety copies, layers, recipes, announcements."),
	joining("LEFT JOIN jobs j ON j.sid = r.last_job"),
	filtering(byText("what"), byFlag("enabled", "enabled")),
	beside("$ > 0"),
	needing(access.Deliver),
	preparing(prepareSchedule))

// Plans answers what a schedule has to know of its instance.
type Plans interface {
	// Demand returns access.Denied for a permission that the caller does not have.
	Demand(p access.Permission) error
	// Has reports whether the instance has a layer, or a recipe, with a public identifier.
	Has(ctx context.Context, what, sid string) (bool, error)
	// Copies reports whether a recipe of the instance copies from another one.
	Copies(ctx context.Context, recipe string) (bool, error)
	// Name returns that of the caller.
	Name(ctx context.Context) (string, error)
	// Deliveries returns the times of its enabled schedules of deliveries.
	Deliveries(ctx context.Context) ([]Times, error)
}

// needs is what planning something needs beside the permission for schedules: what the thing itself needs.
var needs = map[string]access.Permission{
	ScheduledLayer: access.Edit, ScheduledRecipe: access.Edit, ScheduledAnnouncement: access.Players,
}

// details are the fields that only some schedules have.
var details = []struct{ field, of string }{
	{"layer", ScheduledLayer},
	{"until", ScheduledLayer},
	{"for", ScheduledLayer},
	{"before", ScheduledLayer},
	{"recipe", ScheduledRecipe},
	{"text", ScheduledAnnouncement},
}

// prepareSchedule checks what depends on what a schedule does, and finds out when it runs next, unless that stays the same.
func prepareSchedule(ctx context.Context, r *Resource, in Lookup, old Row, values Values) error {
	s := scheduleWith(r, old, values)
	if err := in.Plans().Demand(needs[s.What]); err != nil {
		return err
	}
	problems := keepDetails(&s, values)
	problems = append(problems, s.wrongTimes(old != nil && !sendsTimes(values), time.UnixMicro(in.Now()))...)
	if len(problems) > 0 {
		return problems
	}
	if err := s.checkWhat(ctx, in.Plans(), r, old); err != nil {
		return err
	}
	if s.Cron == nil {
		values["cron"] = ""
	}
	if old == nil {
		name, err := in.Plans().Name(ctx)
		if err != nil {
			return err
		}
		values["planned_by"] = name
	}
	if !timesChange(r, old, values) {
		return nil
	}
	return s.plan(ctx, in, values)
}

// scheduleWith returns the schedule that values make of another one; nil for a new one.
func scheduleWith(r *Resource, old Row, values Values) (s Schedule) {
	all := Values{}
	if old == nil {
		r.Defaults(all)
	}
	row := slices.Clone(old)
	if old == nil {
		row = r.EmptyRow()
	}
	for _, from := range []Values{all, values} {
		for name, value := range from {
			row[r.Index(name)] = value
		}
	}
	r.Decode(row, &s)
	if s.Cron != nil && *s.Cron == "" {
		s.Cron = nil
	}
	return s
}

// keepDetails refuses fields that schedules of the sort do not have, and forgets those that another sort has left.
func keepDetails(s *Schedule, values Values) (problems validate.Errors) {
	for _, d := range details {
		if d.of == s.What {
			continue
		}
		if values[d.field] != nil {
			problems.AddSentence(d.field, "Only schedules whose what is "+d.of+" have this.")
		}
		values[d.field] = nil
	}
	if len(problems) == 0 && s.What != ScheduledLayer {
		s.Until, s.For, s.Before = nil, nil, nil
	}
	return problems
}

func sendsTimes(values Values) bool {
	for _, field := range []string{"what", "cron", "at", "until", "for"} {
		if _, sent := values[field]; sent {
			return true
		}
	}
	return false
}

// wrongTimes says what is wrong with when a schedule runs. Times that are over are no mistake of one that is kept.
func (s *Schedule) wrongTimes(kept bool, now time.Time) (problems validate.Errors) {
	switch {
	case s.Cron == nil && s.At == nil:
		problems.AddFailure("cron", validate.IsRequired)
	case s.Cron != nil && s.At != nil:
		problems.AddSentence("at", "Send either at or cron.")
	case s.What == ScheduledLayer:
		problems = s.wrongSpan()
	}
	if kept || len(problems) > 0 {
		return problems
	}
	switch {
	case s.Until != nil && !s.Until.Time().After(now):
		problems.AddSentence("until", "This is over by now.")
	case s.What != ScheduledLayer && s.At != nil && s.At.Time().Before(now.Add(-late)):
		problems.AddSentence("at", "This is over by now.")
	}
	return problems
}

// late is how long after its time something that is done once is still planned.
const late = 5 * time.Minute

func (s *Schedule) wrongSpan() (problems validate.Errors) {
	switch {
	case s.Until == nil && s.For == nil:
		problems.AddSentence("until", "Say until when the layer is on, or for how long.")
	case s.Until != nil && s.For != nil:
		problems.AddSentence("for", "Send either until or for.")
	case s.Until != nil && s.At != nil && *s.Until <= *s.At:
		problems.AddSentence("until", "This is not after at.")
	case s.For != nil && lengthOf(*s.For) > mostDays*24*time.Hour:
		problems.AddSentence("for", "A layer is on for 400 days at most.")
	}
	return problems
}

// checkWhat returns validate.Errors where what is to be done is not named, or not there.
func (s *Schedule) checkWhat(ctx context.Context, in Plans, r *Resource, old Row) (err error) {
	field, sid := "", (*string)(nil)
	switch s.What {
	case ScheduledLayer:
		field, sid = "layer", s.Layer
	case ScheduledRecipe:
		field, sid = "recipe", s.Recipe
	case ScheduledAnnouncement:
		field, sid = "text", s.Text
	default:
		return nil
	}
	if sid == nil || *sid == "" {
		return validate.Wrong(field, validate.IsRequired)
	}
	same := old != nil && old[r.Index(field)] == *sid
	if s.EndsAt != nil && !same {
		return validate.Refusal(field, "Another layer is on by this schedule now. Make a new schedule, or wait until it is off.")
	}
	if same || field == "text" {
		return nil
	}
	there, err := in.Has(ctx, field, *sid)
	switch {
	case err != nil:
		return err
	case !there:
		return validate.Wrong(field, validate.SelectionIsInvalid)
	case field == "recipe":
		return checkScheduled(ctx, in, *sid)
	}
	return nil
}

// checkScheduled refuses a recipe that copies from another instance: a schedule runs as the instance, whoever has made it, and an instance
// reads no other one.
func checkScheduled(ctx context.Context, in Plans, recipe string) error {
	copies, err := in.Copies(ctx, recipe)
	if err == nil && copies {
		err = validate.Refusal("recipe", "This recipe copies from another instance, which a schedule cannot read. Run it yourself.")
	}
	return err
}
