package aipreset

import (
	"regexp"
	"strconv"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

const (
	dayMinutes  = 24 * 60
	weekMinutes = 7 * dayMinutes
)

// weekdays in the order of the week, as the mod writes them.
var weekdays = []string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}

// span is a time of the week, in minutes from the start of Monday; it may go on into the next week.
type span struct{ start, length int }

const (
	aDay  = `(?:every day|weekdays?|weekends?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)`
	aTime = `(\d{1,2})(?::(\d{2}))?`
)

// raidTimes finds when raids are possible or not: no raiding on weekdays, raiding only on Sunday from 18 to 22:30.
var raidTimes = regexp.MustCompile(`(?i)^(no )?raid(?:s|ing)(?: only)?(?: on)?((?:(?: and| &)? ` + aDay + `)*)` +
	`(?: (?:from )?` + aTime + `(?: to | until |-|–)` + aTime + `)?$`)

// schedule carries out a clause that says when raids are possible, in settings that have such a schedule.
func (d *draft) schedule(clause string) bool {
	f, found := d.request.Setting.Field("Schedule"), raidTimes.FindStringSubmatch(clause)
	if f == nil || f.Field("Weekday") == nil || found == nil {
		return false
	}
	forbids, days, hours := found[1] != "", found[2], found[3:]
	switch anytime := days == "" && hours[0] == ""; {
	case anytime && forbids:
		d.setStyles([]string{"PvE"})
		d.conclude(clause, "")
	case anytime:
		return false
	default:
		d.conclude(clause, d.setTimes(f, forbids, days, hours, clause))
	}
	return true
}

func (d *draft) setTimes(f *expansion.Field, forbids bool, days string, hours []string, reason string) (problem string) {
	from, to := 0, dayMinutes
	if hours[0] != "" {
		from, to = minutes(hours[0], hours[1]), minutes(hours[2], hours[3])
	}
	if from > dayMinutes || to > dayMinutes {
		return "a day has 24 hours"
	}
	list := entriesOf(spansOn(days, from, to))
	if forbids {
		entries, _ := d.value(f).([]any)
		list = cut(entries, spansOn(days, from, to))
	}
	if len(list) == 0 {
		return "no time would be left for raids"
	}
	d.set(f.Name, list, reason)
	for _, use := range d.request.Setting.Fields() {
		if strings.HasSuffix(use.Name, "UseSchedule") {
			d.set(use.Name, truth(true), reason)
		}
	}
	return ""
}

func minutes(hour, minute string) int {
	h, _ := strconv.Atoi(hour)
	m, _ := strconv.Atoi(minute)
	return h*60 + m
}

// spansOn returns the time of each of the days, or of all if none is named. An end before the start is on the next day.
func spansOn(days string, from, to int) (spans []span) {
	if to <= from {
		to += dayMinutes
	}
	days = strings.ToLower(days)
	if days == "" || strings.Contains(days, "every day") {
		days = "weekday weekend"
	}
	for i, day := range weekdays {
		group := "weekday"
		if i >= 5 {
			group = "weekend"
		}
		if strings.Contains(days, group) || strings.Contains(days, strings.ToLower(day)) {
			spans = append(spans, span{(i*dayMinutes + from) % weekMinutes, to - from})
		}
	}
	return spans
}

// cut takes spans out of the entries of a schedule; an entry that has nothing of them stays as it is.
func cut(entries []any, spans []span) (list []any) {
	var taken [weekMinutes]bool
	for _, s := range spans {
		for i := range s.length {
			taken[(s.start+i)%weekMinutes] = true
		}
	}
	for _, entry := range entries {
		rest := pieces(spanOf(entry), taken)
		if len(rest) == 1 && rest[0] == spanOf(entry) {
			list = append(list, entry)
			continue
		}
		list = append(list, entriesOf(rest)...)
	}
	return list
}

// pieces returns what of a span is not taken.
func pieces(s span, taken [weekMinutes]bool) (list []span) {
	open := false
	for i := range s.length {
		free := !taken[(s.start+i)%weekMinutes]
		switch {
		case free && open:
			list[len(list)-1].length++
		case free:
			list = append(list, span{(s.start + i) % weekMinutes, 1})
		}
		open = free
	}
	return list
}

func spanOf(entry any) span {
	object, _ := entry.(*jsontree.Object)
	start, day := wholeIn(object, "StartHour")*60+wholeIn(object, "StartMinute"), 0
	for i, name := range weekdays {
		if strings.EqualFold(name, object.Text("Weekday")) {
			day = i
		}
	}
	return span{(day*dayMinutes + start) % weekMinutes, wholeIn(object, "DurationMinutes")}
}

func wholeIn(object *jsontree.Object, key string) int {
	value, _ := object.Get(key)
	n, _ := numberOf(value)
	return max(0, min(int(n), weekMinutes))
}

func entriesOf(spans []span) (list []any) {
	for _, s := range spans {
		list = append(list, objectOf(
			"Weekday", weekdays[s.start/dayMinutes],
			"StartHour", jsontree.Decimal(float64(s.start%dayMinutes/60)),
			"StartMinute", jsontree.Decimal(float64(s.start%60)),
			"DurationMinutes", jsontree.Decimal(float64(s.length)),
		))
	}
	return list
}
