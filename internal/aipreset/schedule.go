package aipreset

import (
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

// schedule carries out a clause that says when raids are possible, in settings that have such a schedule.
func (d *draft) schedule(clause string) bool {
	f := d.settingsField("Schedule")
	if f == nil || f.Field("Weekday") == nil {
		return false
	}
	words := wordsOf(clause)
	if d.noRaids(words, clause) {
		return true
	}
	if !mentionsTimes(clause) || !onlySchedule(words) {
		return false
	}
	spans, problem := spansIn(words)
	if problem == "" {
		problem = d.setSchedule(f, words, spans, clause)
	}
	if problem != "" {
		d.leaveOut(clause, problem)
		return false
	}
	d.done = append(d.done, clause)
	return true
}

// scheduleWords may stand beside days and times.
var scheduleWords = set(`raid raids raiding raided schedule scheduled possible bases base buildings players people additionally add too always time times window windows
	hours night nights nighttime evening evenings morning mornings active open happen takes place limit limited restrict restricted weekly`)

// onlySchedule reports whether words are about days and times and nothing else.
func onlySchedule(words []word) bool {
	for _, w := range words {
		_, isTime := clock(w.text)
		if !isTime && !isDay(w) && !timeFillers[w.text] && !scheduleWords[w.text] && !fillers[w.text] && !offVerbs[w.text] {
			return false
		}
	}
	return true
}

// noRaids carries out a clause that forbids raids altogether.
func (d *draft) noRaids(words []word, clause string) bool {
	rest, _ := content(without(words, offVerbs))
	if len(rest) != 1 || rest[0].stem != "raid" || !has(words, offVerbs) {
		return false
	}
	d.setStyles([]string{"PvE"})
	d.done = append(d.done, clause)
	return true
}

func (d *draft) setSchedule(f *expansion.Field, words []word, spans []span, reason string) (problem string) {
	list := []any{}
	value := d.value(match{target: target{path: f.Name, field: f}})
	entries, _ := value.([]any)
	switch {
	case has(words, offVerbs):
		list = cut(entries, spans)
	case has(words, set("additionally add too")):
		list = append(list, entries...)
		list = append(list, entriesOf(spans)...)
	default:
		list = entriesOf(spans)
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

// cut takes spans out of the entries of a schedule; an entry that has nothing of them stays as it is.
func cut(entries []any, spans []span) []any {
	var taken [weekMinutes]bool
	for _, s := range spans {
		for i := range s.length {
			taken[(s.start+i)%weekMinutes] = true
		}
	}
	list := []any{}
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
	start := wholeIn(object, "StartHour")*60 + wholeIn(object, "StartMinute")
	return span{(max(0, dayIndex(object.Text("Weekday")))*dayMinutes + start) % weekMinutes, min(wholeIn(object, "DurationMinutes"), weekMinutes)}
}

func wholeIn(object *jsontree.Object, key string) int {
	value, _ := object.Get(key)
	n, _ := numberOf(value)
	return max(0, min(int(n), weekMinutes))
}

func entriesOf(spans []span) (list []any) {
	for _, s := range spans {
		entry := new(jsontree.Object)
		entry.Set("Weekday", weekdays[s.start/dayMinutes])
		entry.Set("StartHour", wholeNumber(s.start%dayMinutes/60))
		entry.Set("StartMinute", wholeNumber(s.start%60))
		entry.Set("DurationMinutes", wholeNumber(s.length))
		list = append(list, entry)
	}
	return list
}

func wholeNumber(n int) jsontree.Number { return jsontree.Number(strconv.Itoa(n)) }

// dayIndex returns the place of a day in the week, or -1. Three letters are enough.
func dayIndex(name string) int {
	name = strings.ToLower(name)
	for i, day := range weekdays {
		day = strings.ToLower(day)
		if len(name) >= 3 && (strings.HasPrefix(day, name) || name == day+"s") {
			return i
		}
	}
	return -1
}
