package calendar

import (
	"context"
	"net/url"
	"slices"
	"time"

	"quartermaster/internal/access"
	"quartermaster/internal/calendar"
	"quartermaster/internal/cron"
	"quartermaster/internal/httpd"
	"quartermaster/internal/record"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// The bounds of the picture.
const (
	mostMarks = 4 // of a day
	colours   = 4
)

// show draws what is planned, a week a row.
func show(ctx context.Context, r *site.Request) (site.Response, error) {
	c, err := r.Site.Calendar.Of(ctx, r.Scope(), calendar.MostDays)
	if err != nil {
		return site.Response{}, err
	}
	zone, err := zoneOf(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	p := picture{r: r, zone: zone, colours: map[string]int{}}
	view := pages.Calendar{
		Lead:  "The next 60 days, in the time zone " + zone.String() + ". Open a day to see how the server will be then.",
		Weeks: p.weeks(c), Held: p.held(c), Empty: len(c.Entries) == 0,
	}
	if c.More {
		view.More = "Only the first entries are shown, up to " + c.To.In(zone).Format("2 January, 15:04") + "."
	}
	if r.May(access.Manage) {
		code, err := r.Site.DB.CalendarCode(ctx, r.Scope())
		if err != nil {
			return site.Response{}, err
		}
		view.ICS = httpd.InfoOf(ctx).BaseURL + calendar.Path(code)
		view.Renew = new(ui.PlainForm("renew", calendarURL(r)+"/code", "Make a new address"))
		view.Renew.Quiet = true
	}
	page := r.Inside("Calendar")
	if r.May(access.Deliver) {
		page.Actions = []ui.Link{
			{Label: "Plan a layer", URL: calendarURL(r) + "/plan"},
			{Label: "Plan something else", URL: r.Instance.URL + "/schedules/create", Quiet: true},
		}
	}
	return site.Response{Page: page, View: view}, nil
}

// renew makes a new secret address.
func renew(ctx context.Context, r *site.Request) (site.Response, error) {
	if err := r.Site.DB.RenewCalendarCode(ctx, r.Scope()); err != nil {
		return site.Response{}, err
	}
	return r.Done(calendarURL(r), "The calendar has a new address. The old one no longer works."), nil
}

// zoneOf returns the time zone of most schedules of the instance.
func zoneOf(ctx context.Context, r *site.Request) (*time.Location, error) {
	rows, err := r.Site.DB.All(ctx, record.Schedules, r.Scope(), "")
	count, most := map[string]int{}, "UTC"
	for _, s := range record.DecodeAll[record.Schedule](record.Schedules, rows) {
		count[s.TimeZone]++
		if count[s.TimeZone] > count[most] {
			most = s.TimeZone
		}
	}
	zone, wrong := cron.Zone(most)
	if wrong != nil {
		zone = time.UTC
	}
	return zone, err
}

// picture draws a calendar in a time zone.
type picture struct {
	r       *site.Request
	zone    *time.Location
	colours map[string]int // of layers
}

// weeks returns the days from this week's Monday on.
func (p *picture) weeks(c calendar.Calendar) (weeks []pages.CalendarWeek) {
	today := p.midnight(c.From, 0)
	monday := p.midnight(today, -(int(today.Weekday())+6)%7)
	var lanes []string
	for n := 0; p.midnight(monday, n).Before(c.To); n += 7 {
		var week pages.CalendarWeek
		for d := range 7 {
			from, to := p.midnight(monday, n+d), p.midnight(monday, n+d+1)
			day := pages.CalendarDay{
				Label: from.Format("2"), Long: from.Format("Monday, 2 January"), Today: from.Equal(today), Over: from.Before(today),
			}
			if from.Day() == 1 || n+d == 0 {
				day.Label = from.Format("2 Jan")
			}
			if noon := from.Add(12 * time.Hour); !day.Over && noon.Before(c.To) {
				day.URL = p.moment(noon)
			}
			day.Bars, lanes = p.bars(c, from, to, lanes)
			day.Marks = p.marks(c, from, to)
			week.Days = append(week.Days, day)
		}
		weeks = append(weeks, week)
	}
	return weeks
}

// midnight returns when the day begins that is some days after that of a time.
func (p *picture) midnight(at time.Time, days int) time.Time {
	return cron.Clock(at.In(p.zone).AddDate(0, 0, days), 0, 0, p.zone)
}

func (p *picture) moment(at time.Time) string {
	return calendarURL(p.r) + "/moment?" + url.Values{"at": {at.Format("2006-01-02T15:04")}, "time_zone": {p.zone.String()}}.Encode()
}

// bars returns the layers of a day, each in the lane that it had the day before.
func (p *picture) bars(c calendar.Calendar, from, to time.Time, before []string) (bars []pages.CalendarBar, lanes []string) {
	var today []calendar.Entry
	for _, e := range c.Entries {
		if e.What == record.ScheduledLayer && e.At.Before(to) && e.Until.After(from) {
			today = append(today, e)
		}
	}
	lanes = make([]string, len(before))
	key := func(e calendar.Entry) string { return e.Schedule + e.At.String() }
	for _, e := range today {
		if i := slices.Index(before, key(e)); i >= 0 {
			lanes[i] = key(e)
		}
	}
	for _, e := range today {
		if slices.Contains(lanes, key(e)) {
			continue
		}
		if i := slices.Index(lanes, ""); i >= 0 {
			lanes[i] = key(e)
		} else {
			lanes = append(lanes, key(e))
		}
	}
	for len(lanes) > 0 && lanes[len(lanes)-1] == "" {
		lanes = lanes[:len(lanes)-1]
	}
	bars = make([]pages.CalendarBar, len(lanes))
	for _, e := range today {
		bars[slices.Index(lanes, key(e))] = p.bar(e, from, to)
	}
	return bars, lanes
}

func (p *picture) bar(e calendar.Entry, from, to time.Time) pages.CalendarBar {
	if p.colours[e.SID] == 0 {
		p.colours[e.SID] = len(p.colours)%colours + 1
	}
	b := pages.CalendarBar{
		Name: e.Title, URL: p.schedule(e), Colour: p.colours[e.SID], Begins: !e.At.Before(from), Ends: !e.Until.After(to), Held: len(e.Held) > 0,
	}
	if b.Name == "" {
		b.Name = "Deleted layer"
	}
	b.Named = b.Begins || from.Weekday() == time.Monday
	switch {
	case b.Begins && b.Ends:
		b.Text = p.clock(e.At) + " to " + p.clock(e.Until)
	case b.Begins:
		b.Text = "from " + p.clock(e.At)
	case b.Ends:
		b.Text = "until " + p.clock(e.Until)
	}
	return b
}

func (p *picture) clock(at time.Time) string { return at.In(p.zone).Format("15:04") }

func (p *picture) schedule(e calendar.Entry) string {
	return p.r.Instance.URL + "/schedules/" + e.Schedule
}

// marks returns what else happens on a day; what there is too much of stands once, with how often.
func (p *picture) marks(c calendar.Calendar, from, to time.Time) (marks []pages.CalendarMark) {
	left := 0
	for _, e := range c.Entries {
		switch {
		case e.What == record.ScheduledLayer || e.At.Before(from) || !e.At.Before(to):
		case len(marks) == mostMarks:
			left++
		default:
			marks = append(marks, p.mark(e))
		}
	}
	if left > 0 {
		marks = append(marks, pages.CalendarMark{Text: "and " + ui.HumanCount(int64(left)) + " more", URL: p.r.Instance.URL + "/schedules"})
	}
	return marks
}

func (p *picture) mark(e calendar.Entry) pages.CalendarMark {
	return pages.CalendarMark{
		Day: e.At.In(p.zone).Format("Monday, 2 January"), Clock: p.clock(e.At), Text: e.Sentence(), URL: p.schedule(e), Held: e.Held,
	}
}

// held returns the first times at which each schedule would be held back.
func (p *picture) held(c calendar.Calendar) (list []pages.CalendarMark) {
	told := map[string]bool{}
	for _, e := range c.Entries {
		if len(e.Held) > 0 && !told[e.Schedule] {
			told[e.Schedule], list = true, append(list, p.mark(e))
		}
	}
	return list
}
