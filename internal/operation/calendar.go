package operation

import (
	"context"
	"time"

	"quartermaster/internal/access"
	"quartermaster/internal/calendar"
)

// Calendars are what one can ask of the calendar of an instance.
var Calendars = []*Operation{
	define("get calendar", get, "calendar", access.Read, "What will happen when, and what would hold it back.", getCalendar,
		asking("days=7"),
		about("What schedules will do in the next days: layers that go on and off (`at`, `until`), recipes, announcements, deliveries and "+
			"safety copies (`pull`), in the order of their times, the first 2,000. `held` says what would hold each back: problems that are "+
			"errors which the last delivery did not have, another layer that changes the same values, a layer that does not fit any more. `ics` "+
			"is a secret address that shows the same as iCalendar to anyone who has it; only those with the permission `manage` see it.")),
	define("renew calendar address", post, "calendar/code", access.Manage, "Make a new secret address of the calendar.", renewCalendar,
		refuses, about("Makes another secret address. The former one leads nowhere from then on.")),
}

type calendarInput struct {
	Days int `field:"days,min=1,max=60" help:"How many days from now on; default: 60." example:"7"`
}

type calendarView struct {
	To      time.Time      `field:"to,null" help:"Time up to which the list is complete, if there are more than 2,000 entries; else null."`
	ICS     string         `field:"ics,null" help:"The secret address as iCalendar; null without the permission manage." example:"https://example.com/calendar/aB3dE5fG7h.ics"`
	Entries []calendarItem `field:"entries"`
}

type calendarItem struct {
	At       time.Time `field:"at"`
	Until    time.Time `field:"until,null" help:"When a layer goes off; null for anything else."`
	What     string    `field:"what" in:"deliver,pull,layer,recipe,announce" example:"layer"`
	Title    string    `field:"title,null" help:"The name of the layer or recipe, or the text; null where it is gone." example:"Double loot"`
	Layer    string    `field:"layer,null" help:"The sid of the layer." example:"k3Jd82Lq0x"`
	Recipe   string    `field:"recipe,null" help:"The sid of the recipe."`
	Schedule string    `field:"schedule" help:"The sid of the schedule that it follows from." example:"aB3dE5fG7h"`
	By       string    `field:"planned_by,null" example:"Anna"`
	Held     []string  `field:"held" help:"What would hold it back; none where nothing would." example:"[]"`
}

func (c *Call) calendar() *calendar.Service { return calendar.New(c.DB, c.Layers, c.Lint, c.Bulk) }

func getCalendar(ctx context.Context, call *Call, in calendarInput) (view calendarView, err error) {
	days := in.Days
	if days == 0 {
		days = calendar.MostDays
	}
	c, err := call.calendar().Of(ctx, call.Scope, days)
	if err != nil {
		return view, err
	}
	view.Entries = []calendarItem{}
	if c.More {
		view.To = c.To
	}
	for _, e := range c.Entries {
		view.Entries = append(view.Entries, viewEntry(e))
	}
	if call.Scope.Allows(access.Manage) {
		view.ICS, err = call.calendarAddress(ctx)
	}
	return view, err
}

func viewEntry(e calendar.Entry) calendarItem {
	item := calendarItem{At: e.At, Until: e.Until, What: e.What, Title: e.Title, Schedule: e.Schedule, By: e.By, Held: e.Held}
	if item.Held == nil {
		item.Held = []string{}
	}
	switch e.What {
	case "layer":
		item.Layer = e.SID
	case "recipe":
		item.Recipe = e.SID
	}
	return item
}

func (c *Call) calendarAddress(ctx context.Context) (string, error) {
	code, err := c.DB.CalendarCode(ctx, c.Scope)
	return c.BaseURL + calendar.Path(code), err
}

type calendarAddress struct {
	ICS string `field:"ics" help:"The secret address as iCalendar." example:"https://example.com/calendar/aB3dE5fG7h.ics"`
}

func renewCalendar(ctx context.Context, call *Call, _ none) (address calendarAddress, err error) {
	if err := call.DB.RenewCalendarCode(ctx, call.Scope); err != nil {
		return address, err
	}
	address.ICS, err = call.calendarAddress(ctx)
	return address, err
}
