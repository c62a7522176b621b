package record

import (
	"context"
	"time"

	"quartermaster/internal/access"
	"quartermaster/internal/cron"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/validate"
)

// What a schedule does.
const (
	ScheduledDelivery = "deliver"
	ScheduledLists    = "lists"
	ScheduledPull     = "pull"
)

// Schedule says what is done for an instance at which times.
type Schedule struct {
	Meta
	What     string `field:"what,required" in:"deliver lists pull" example:"lists" help:"Send changes, send player lists, or take in changes."`
	Cron     string `field:"cron,required,max=255,cron" example:"0 5,17 * * *" label:"When" help:"Minute, hour, day, month, day of the week."`
	TimeZone string `field:"time_zone,max=64,zone" default:"UTC" example:"Europe/Berlin" help:"IANA name of the time zone."`

	Enabled      bool `field:"enabled" default:"1" help:"Whether it runs."`
	WhileRunning bool `field:"while_running" default:"0" label:"Also while the game runs" help:"Also files read at start, which can be lost."`

	NextAt     *Moment  `field:"next_at,readonly" label:"Next run" help:"When it runs next; null while it is not enabled."`
	Upcoming   []string `field:"upcoming,readonly" example:"[\"2026-11-23T05:55:00+01:00\"]" help:"The next five times, in its time zone."`
	LastAt     *Moment  `field:"last_at,readonly" label:"Last run" help:"When it was last begun."`
	LastJob    *string  `field:"last_job,readonly" help:"The job of the last run. Jobs are deleted a week after their end."`
	LastStatus *string  `field:"last_status,readonly" in:"queued running done held failed cancelled" sql:"COALESCE(r.last_status, j.state)"`
	LastResult *Said    `field:"last_result,readonly" help:"What the last run has done, or why it has not."`
	Stamps
}

// Schedules are the schedules of an instance. Everybody who sees the instance sees them.
var Schedules = Define[Schedule]("schedules", InInstance,
	called("schedule", "What is done at times: deliveries, refreshed lists of players, safety copies."),
	joining("LEFT JOIN jobs j ON j.sid = r.last_job"),
	filtering(byText("what"), byFlag("enabled", "enabled")),
	beside("$ > 0"),
	needing(access.Deliver),
	preparing(prepareSchedule))

// prepareSchedule finds out when a schedule runs next, unless that stays the same.
func prepareSchedule(_ context.Context, r *Resource, in Lookup, old Row, values Values) error {
	value := func(field string) any {
		if sent, is := values[field]; is || old == nil {
			return sent
		}
		return old[r.Index(field)]
	}
	if !timesChange(r, old, values) {
		return nil
	}
	expression, zone := validate.Text(value("cron")), "UTC"
	if named, is := value("time_zone").(string); is {
		zone = named
	}
	times, problems := ReadTimes(expression, zone)
	if len(problems) > 0 {
		return problems
	}
	values["next_at"], values["upcoming"] = nil, "[]"
	if enabled := value("enabled"); enabled == nil || enabled == int64(1) {
		values["next_at"], values["upcoming"] = times.After(time.UnixMicro(in.Now()))
	}
	return nil
}

// timesChange says whether the times of a schedule are new or other ones.
func timesChange(r *Resource, old Row, values Values) bool {
	for _, field := range []string{"cron", "time_zone", "enabled"} {
		if sent, is := values[field]; old == nil || is && sent != old[r.Index(field)] {
			return true
		}
	}
	return false
}

// Times are the times of a schedule.
type Times struct {
	expression cron.Expression
	zone       *time.Location
}

// The bounds of schedules.
const (
	upcoming     = 5
	leastBetween = 5 * time.Minute
)

// ReadTimes reads the fields cron and time_zone, and says what is wrong with them.
func ReadTimes(expression, zone string) (t Times, problems validate.Errors) {
	var err error
	if t.expression, err = cron.Parse(expression); err != nil {
		problems.AddNamed("cron", "", validate.IsNotUnderstood.With(err.Error()))
	}
	if t.zone, err = cron.Zone(zone); err != nil {
		problems.AddNamed("time_zone", "", validate.IsNotUnderstood.With(err.Error()))
	}
	if len(problems) == 0 && t.tooOften() {
		problems.AddSentence("cron", "A schedule runs every five minutes at most.")
	}
	return t, problems
}

// tooOften looks at the times of two days.
func (t Times) tooOften() bool {
	list := t.expression.Upcoming(time.Date(2026, 1, 5, 0, 0, 0, 0, time.UTC), time.UTC, 2*24*60/5+1)
	for i := 1; i < len(list); i++ {
		if list[i].Sub(list[i-1]) < leastBetween {
			return true
		}
	}
	return false
}

// Upcoming returns the next times after another.
func (t Times) Upcoming(after time.Time) []time.Time {
	return t.expression.Upcoming(after, t.zone, upcoming)
}

// After returns the stored values of next_at and upcoming after a time.
func (t Times) After(now time.Time) (nextAt, texts any) {
	list := t.Upcoming(now)
	if len(list) == 0 {
		return nil, "[]"
	}
	b := jsontree.AppendList(nil, list, func(b []byte, at time.Time) []byte { return jsontree.AppendString(b, at.Format(time.RFC3339)) })
	return list[0].UnixMicro(), string(b)
}
