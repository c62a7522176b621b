package lint

import (
	"cmp"
	"fmt"
	"slices"

	"quartermaster/internal/jsontree"
)

var raidSchedule = &Rule{
	ID: "raid-schedule", Severity: Warning, Title: "Raid times that overlap or never take place",
	Says: sentences{
		"none":      "{time} lasts {minutes} minutes, so there is no raiding.",
		"week":      "{time} lasts {minutes} minutes, longer than a week.",
		"overlap":   "{time} lasts {minutes} minutes, and the next one starts before it ends: {next}.",
		"monday":    "Monday {clock}",
		"tuesday":   "Tuesday {clock}",
		"wednesday": "Wednesday {clock}",
		"thursday":  "Thursday {clock}",
		"friday":    "Friday {clock}",
		"saturday":  "Saturday {clock}",
		"sunday":    "Sunday {clock}",
	},
	Check: func(w *world, report report) {
		settings := w.Mod.Settings["raid"]
		if settings == nil {
			return
		}
		var spans []span
		for _, o := range settings.Tree.Objects("Schedule") {
			s, ok := spanOf(o)
			switch {
			case !ok: // reported by another rule
			case s.minutes <= 0:
				report(settings.about, says("none", "time", s.begin(), "minutes", rounded(s.minutes)), nil)
			case s.minutes > week:
				report(settings.about, says("week", "time", s.begin(), "minutes", rounded(s.minutes)), nil)
			default:
				spans = append(spans, s)
			}
		}
		checkOverlaps(report, settings, spans)
	},
}

const (
	day  = 24 * 60 // minutes
	week = 7 * day
)

var weekdays = []string{"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"}

// span is a raid time: its start in minutes since Monday 0:00, and its duration in minutes.
type span struct{ start, minutes float64 }

func spanOf(o *jsontree.Object) (s span, ok bool) {
	weekday := slices.Index(weekdays, folded(o.Text("Weekday")))
	hour, hasHour := numberAt(o, "StartHour")
	minute, hasMinute := numberAt(o, "StartMinute")
	minutes, hasMinutes := numberAt(o, "DurationMinutes")
	ok = weekday >= 0 && hasHour && hasMinute && hasMinutes && hour >= 0 && hour < 24 && minute >= 0 && minute < 60
	return span{float64(weekday)*day + hour*60 + minute, minutes}, ok
}

// begin says when the raid time begins.
func (s span) begin() message {
	return says(weekdays[int(s.start)/day], "clock", fmt.Sprintf("%d:%02d", int(s.start)%day/60, int(s.start)%60))
}

// checkOverlaps reports spans that last into the next one, also across the end of the week.
func checkOverlaps(report report, settings *document, spans []span) {
	slices.SortStableFunc(spans, func(a, b span) int { return cmp.Compare(a.start, b.start) })
	for i, s := range spans {
		next := spans[(i+1)%len(spans)]
		begins := next.start
		if i == len(spans)-1 {
			begins += week
		}
		if len(spans) > 1 && s.start+s.minutes > begins {
			report(settings.about, says("overlap", "time", s.begin(), "minutes", rounded(s.minutes), "next", next.begin()), nil)
		}
	}
}
