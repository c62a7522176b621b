package lint

import "testing"

func TestRaidSchedule(t *testing.T) {
	t.Parallel()
	schedule := func(spans string) *world { return worldOf(setting("raid", `"Schedule":[`+spans+`]`)) }
	try(t, raidSchedule,
		schedule(`{"Weekday":"Sunday","StartHour":20,"StartMinute":0,"DurationMinutes":300},{"Weekday":"MONDAY","StartHour":0,`+
			`"StartMinute":30,"DurationMinutes":60},`+
			`{"Weekday":"Friday","StartHour":18,"StartMinute":5,"DurationMinutes":60},{"Weekday":"Friday","StartHour":19,"StartMinute":5,`+
			`"DurationMinutes":0},`+
			`{"Weekday":"Friday","StartHour":19,"StartMinute":5,"DurationMinutes":5},{"Weekday":"Someday","StartHour":1,"StartMinute":0,`+
			`"DurationMinutes":1}`),
		"raid: Friday 19:05 lasts 0 minutes, so there is no raiding.",
		"raid: Sunday 20:00 lasts 300 minutes, and the next one starts before it ends: Monday 0:30.")
	try(t, raidSchedule, schedule(`{"Weekday":"Monday","StartHour":0,"StartMinute":0,"DurationMinutes":10080}`))
	try(t, raidSchedule, schedule(`{"Weekday":"Monday","StartHour":0,"StartMinute":0,"DurationMinutes":10081}`),
		"raid: Monday 0:00 lasts 10081 minutes, longer than a week.")
}
