package aipreset

import (
	"slices"
	"strconv"
	"strings"
)

var (
	// timeFillers may stand between days and times.
	timeFillers  = set("from to till until between and on at only o'clock am pm the in through through every day days daily after before of")
	partsOfDay   = set("night nights nighttime evening evenings morning mornings")
	groupsOfDays = set("weekday weekdays weekend weekends daily")
)

// spansIn reads days and times: on Saturday and Sunday from 18 to 22. Without days it is every day, without times the whole day.
func spansIn(words []word) (spans []span, problem string) {
	from, to, problem := hoursIn(words)
	for day, named := range daysIn(words) {
		if named {
			spans = append(spans, span{(day*dayMinutes + from) % weekMinutes, to - from})
		}
	}
	return spans, problem
}

func daysIn(words []word) (days [7]bool) {
	last, to, found := -1, false, false
	for _, w := range words {
		first, end := dayIndex(w.text), 0
		switch w.text {
		case "weekday", "weekdays":
			first, end = 0, 4
		case "weekend", "weekends":
			first, end = 5, 6
		case "to", "through", "till", "until":
			to = last >= 0
			continue
		default:
			end = first
		}
		if to && first >= 0 {
			first = last
			end += 7 * b2i(end < first)
		}
		for i := first; i >= 0 && i <= end; i++ {
			days[i%7], found = true, true
		}
		last, to = end, false
	}
	if !found {
		return [7]bool{true, true, true, true, true, true, true}
	}
	return days
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// hoursIn reads from when to when, in minutes of the day; an end before the start is on the next day.
func hoursIn(words []word) (from, to int, problem string) {
	var times []int
	for i, w := range words {
		if minutes, ok := clock(w.text); ok {
			times = append(times, afternoon(words, i, minutes))
		}
	}
	switch n := len(times); {
	case n == 0 && !has(words, partsOfDay):
		to = dayMinutes
	case n == 1 && has(words, set("before until till")):
		to = times[0]
	case n == 1 && has(words, set("from after")):
		from, to = times[0], dayMinutes
	case n == 2:
		from, to = times[0], times[1]
		to += dayMinutes * b2i(to <= from)
	}
	if to <= from || slices.ContainsFunc(times, isOutsideDay) {
		return 0, 0, "it does not say from when to when"
	}
	return from, to, ""
}

func isOutsideDay(minutes int) bool { return minutes < 0 || minutes > dayMinutes }

// clock reads 18, 18:30, or -18 as the end of 12-18.
func clock(text string) (minutes int, ok bool) {
	hours, rest, _ := strings.Cut(strings.TrimPrefix(text, "-"), ":")
	h, err := strconv.Atoi(hours)
	m, _ := strconv.Atoi(rest)
	return h*60 + m, err == nil && m < 60
}

// afternoon reads a time of twelve hours where pm or am stands behind it.
func afternoon(words []word, i, minutes int) int {
	if i+1 >= len(words) {
		return minutes
	}
	const noon = dayMinutes / 2
	switch words[i+1].text {
	case "pm":
		return minutes%noon + noon
	case "am":
		return minutes % noon
	}
	return minutes
}

// mentionsTimes reports whether a text names a day, or from when to when.
func mentionsTimes(text string) bool {
	words := wordsOf(text)
	times := 0
	for _, w := range words {
		if isDay(w) {
			return true
		}
		if _, ok := clock(w.text); ok {
			times++
		}
	}
	return times == 2 || times == 1 && has(words, set("after before until till")) || has(words, partsOfDay)
}

func isDay(w word) bool {
	return dayIndex(w.text) >= 0 || groupsOfDays[w.text]
}

// onlyTimes reports whether a text has nothing but days and times.
func onlyTimes(text string) bool {
	for _, w := range wordsOf(text) {
		if _, ok := clock(w.text); !ok && !isDay(w) && !timeFillers[w.text] {
			return false
		}
	}
	return true
}
