package calendar

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// Path returns the path of the secret address of a calendar, by its code.
func Path(code string) string { return "/calendar/" + code + ".ics" }

// utc is the form of a time in iCalendar.
const utc = "20060102T150405Z"

// ICS writes a calendar of an instance as iCalendar: its name, and the address of its page.
func ICS(c Calendar, name, url string) []byte {
	var b strings.Builder
	line := func(text string) { b.WriteString(folded(text)) }
	line("BEGIN:VCALENDAR")
	line("VERSION:2.0")
	line("PRODID:-//Quartermaster//Calendar//EN")
	line("CALSCALE:GREGORIAN")
	line("METHOD:PUBLISH")
	line("X-WR-CALNAME:" + escaped(name))
	line("REFRESH-INTERVAL;VALUE=DURATION:PT1H")
	for _, e := range c.Entries {
		end := e.Until
		if end.IsZero() {
			end = e.At.Add(time.Minute)
		}
		line("BEGIN:VEVENT")
		line(fmt.Sprintf("UID:%s-%d@quartermaster", e.Schedule, e.At.Unix()))
		line("DTSTAMP:" + c.From.UTC().Format(utc))
		line("DTSTART:" + e.At.UTC().Format(utc))
		line("DTEND:" + end.UTC().Format(utc))
		line("SUMMARY:" + escaped(e.summary()))
		if about := e.description(); about != "" {
			line("DESCRIPTION:" + escaped(about))
		}
		line("URL:" + url)
		line("TRANSP:TRANSPARENT")
		line("END:VEVENT")
	}
	line("END:VCALENDAR")
	return []byte(b.String())
}

func (e Entry) summary() string {
	if len(e.Held) > 0 {
		return "⚠ " + e.Sentence()
	}
	return e.Sentence()
}

func (e Entry) description() string {
	list := append([]string{}, e.Held...)
	if e.By != "" {
		list = append(list, "Planned by "+e.By+".")
	}
	return strings.Join(list, "\n")
}

// escaped is a text as a value of iCalendar.
func escaped(text string) string {
	return strings.NewReplacer("\\", "\\\\", ";", "\\;", ",", "\\,", "\r\n", "\\n", "\n", "\\n", "\r", "\\n").Replace(text)
}

// folded ends a line, which has at most 75 bytes before it goes on in the next, behind a blank.
func folded(text string) string {
	const most = 75
	var b strings.Builder
	left := most
	for _, r := range text {
		if size := utf8.RuneLen(r); size > left {
			b.WriteString("\r\n ")
			left = most - 1
		}
		b.WriteRune(r)
		left -= utf8.RuneLen(r)
	}
	return b.String() + "\r\n"
}
