package pages

import "quartermaster/internal/web/ui"

// Calendar shows weeks as a picture: what is on when, what follows, and what would hold it back.
type Calendar struct {
	Lead  string
	Held  []CalendarMark // what would be held back
	Weeks []CalendarWeek
	More  string   // what is left out
	Empty bool     // whether nothing is planned
	ICS   string   // the secret address; empty for those who do not see it
	Renew *ui.Form // makes another one
}

// Template names the page that draws the view.
func (Calendar) Template() string { return "calendar" }

// CalendarWeek has seven days, from Monday on.
type CalendarWeek struct{ Days []CalendarDay }

// CalendarDay is a day. One that is over has no URL.
type CalendarDay struct {
	Label, Long string // "7", and "Monday, 7 December"
	URL         string // of the moment at its noon
	Today, Over bool
	Bars        []CalendarBar
	Marks       []CalendarMark
}

// Empty reports whether nothing is planned for the day.
func (d CalendarDay) Empty() bool { return len(d.Bars)+len(d.Marks) == 0 }

// CalendarBar is the part of a day in which a layer is on; one without a name keeps the place of another.
type CalendarBar struct {
	Name, Text, URL string
	Colour          int // from 1 on
	Begins, Ends    bool
	Named           bool // the name stands there
	Held            bool
}

// CalendarMark is something that happens at a time.
type CalendarMark struct {
	Clock, Text, URL string
	Day              string // for lists of several days
	Held             []string
}

// CalendarMoment is what will be at a time.
type CalendarMoment struct {
	Lead     string
	Action   string // address of the page
	At, Zone string // as a control has it
	Layers   []ui.Link
	Recipes  []CalendarMark // that run until then
	Opens    bool           // a draft can be made of it
}

// Template names the page that draws the view.
func (CalendarMoment) Template() string { return "calendar-moment" }
