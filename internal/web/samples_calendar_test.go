package web_test

import (
	"strconv"

	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/ui"
)

func sampleCalendar() pages.Calendar {
	const one = root + "/schedules/sChEdUlE01"
	held := []string{"“Double loot” is on then, too, and changes the same: AKM: nominal. The one that goes on later counts."}
	var week pages.CalendarWeek
	for i, name := range []string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"} {
		n := strconv.Itoa(30 + i)
		day := pages.CalendarDay{
			Label: n, Long: name + ", " + n + " November", URL: root + "/calendar/moment?at=" + n,
			Today: i == 1, Over: i == 0,
		}
		if i >= 2 {
			day.Bars = append(day.Bars, pages.CalendarBar{
				Name: "A winter event with a long name", URL: one, Colour: 1,
				Begins: i == 2, Ends: i == 6, Named: i == 2, Text: "until 18:00", Held: true,
			})
		}
		if i >= 4 {
			day.Bars = append(day.Bars, pages.CalendarBar{Name: "Double loot", URL: one, Colour: i % 4, Begins: true, Ends: true, Named: true})
		}
		if i%2 == 0 {
			day.Marks = []pages.CalendarMark{{Clock: "17:55", Text: "Send what has changed", URL: one, Held: held}, {Text: "and 3 more", URL: one}}
		}
		week.Days = append(week.Days, day)
	}
	week.Days[0].URL = ""
	week.Days[5].Bars[0], week.Days[5].Bars[1] = pages.CalendarBar{}, week.Days[5].Bars[0]
	renew := ui.PlainForm("renew", root+"/calendar/code", "Make a new address")
	renew.Quiet = true
	return pages.Calendar{
		Lead: "What is planned for the next 60 days.", Weeks: []pages.CalendarWeek{week, week}, More: "There is more than fits here.",
		Held: []pages.CalendarMark{{Day: "Friday, 4 December", Clock: "18:00", Text: "Layer: A winter event", URL: one, Held: held}},
		ICS:  "https://quartermaster.example.com/calendar/aB3dE5fG7h0123456789abcdef0123456789abcdef01234567.ics", Renew: &renew,
	}
}

func sampleMoment() pages.CalendarMoment {
	return pages.CalendarMoment{
		Lead:   "How the server will be on Saturday, 5 December 2026, 12:00 CET, by what is planned now.",
		Action: root + "/calendar/moment", At: "2026-12-05T12:00", Zone: "Europe/Berlin", Opens: true,
		Layers: []ui.Link{{Label: "Double loot", URL: root + "/layers/lAyErLaYe1"}},
	}
}
