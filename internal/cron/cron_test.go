package cron_test

import (
	"strings"
	"testing"
	"time"

	"quartermaster/internal/cron"
)

const layout = "2006-01-02 15:04 -0700"

// TestUpcoming: the times after a moment, in a zone. Clocks in Berlin go from 02:00 to 03:00 on 29 March 2026 and from 03:00 back to
// 02:00 on 25 October, in Santiago from 24:00 to 01:00 on 6 September.
func TestUpcoming(t *testing.T) {
	t.Parallel()
	const berlin = "Europe/Berlin"
	for _, c := range []struct{ text, zone, after, want string }{
		{"*/15 * * * *", "UTC", "2026-01-01 00:00 +0000", "2026-01-01 00:15 +0000, 2026-01-01 00:30 +0000, 2026-01-01 00:45 +0000"},
		{"55 3-23/4 * * *", berlin, "2026-01-01 04:00 +0100", "2026-01-01 07:55 +0100, 2026-01-01 11:55 +0100, 2026-01-01 15:55 +0100"},
		{"0 6 * * mon,Fri", "UTC", "2026-01-01 00:00 +0000", "2026-01-02 06:00 +0000, 2026-01-05 06:00 +0000"},
		{"0 6 * * 7", "UTC", "2026-01-01 00:00 +0000", "2026-01-04 06:00 +0000"},
		{
			"0 6 * * 5-7", "UTC", "2026-01-04 07:00 +0000",
			"2026-01-09 06:00 +0000, 2026-01-10 06:00 +0000, 2026-01-11 06:00 +0000, 2026-01-16 06:00 +0000",
		},
		{"0 0 13 * 5", "UTC", "2026-02-01 00:00 +0000", "2026-02-06 00:00 +0000, 2026-02-13 00:00 +0000, 2026-02-20 00:00 +0000"},
		{"0 0 */10 * 5", "UTC", "2026-01-01 00:00 +0000", "2026-05-01 00:00 +0000"},
		{"0 0 29 feb *", "UTC", "2026-01-01 00:00 +0000", "2028-02-29 00:00 +0000, 2032-02-29 00:00 +0000"},
		{"0 0 31 * *", "UTC", "2026-01-31 00:00 +0000", "2026-03-31 00:00 +0000, 2026-05-31 00:00 +0000"},
		{"30 2 * * *", berlin, "2026-03-28 00:00 +0100", "2026-03-28 02:30 +0100, 2026-03-29 03:00 +0200, 2026-03-30 02:30 +0200"},
		{"0,30 2,3 * * *", berlin, "2026-03-29 00:00 +0100", "2026-03-29 03:00 +0200, 2026-03-29 03:30 +0200, 2026-03-30 02:00 +0200"},
		{"30 2 * * *", berlin, "2026-10-24 03:00 +0200", "2026-10-25 02:30 +0200, 2026-10-26 02:30 +0100"},
		{"30 2 * * *", berlin, "2026-10-25 02:45 +0200", "2026-10-26 02:30 +0100"},
		{
			"30 * * * *", berlin, "2026-10-25 01:00 +0200",
			"2026-10-25 01:30 +0200, 2026-10-25 02:30 +0200, 2026-10-25 02:30 +0100, 2026-10-25 03:30 +0100",
		},
		{"30 * * * *", berlin, "2026-03-29 01:00 +0100", "2026-03-29 01:30 +0100, 2026-03-29 03:30 +0200"},
		{"0 0 * * *", "America/Santiago", "2026-09-05 12:00 -0400", "2026-09-06 01:00 -0300, 2026-09-07 00:00 -0300"},
		{"15 0 * * *", "America/Santiago", "2026-04-04 00:00 -0300", "2026-04-04 00:15 -0300, 2026-04-05 00:15 -0400"},
		{"45 1 * * *", "Australia/Lord_Howe", "2026-04-04 12:00 +1100", "2026-04-05 01:45 +1100, 2026-04-06 01:45 +1030"},
	} {
		zone, err := cron.Zone(c.zone)
		if err != nil {
			t.Fatal(err)
		}
		e, err := cron.Parse(c.text)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		after, err := time.Parse(layout, c.after)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, at := range e.Upcoming(after, zone, strings.Count(c.want, ",")+1) {
			got = append(got, at.Format(layout))
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s in %s after %s:\n got %s\nwant %s", c.text, c.zone, c.after, strings.Join(got, ", "), c.want)
		}
	}
}

func TestMistakes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                             "five fields",
		"* * * *":                      "five fields",
		"* * * * * *":                  "five fields",
		"60 * * * *":                   `the minute "60" is not between 0 and 59`,
		"* 24 * * *":                   `the hour "24"`,
		"* * 0 * *":                    `the day of the month "0"`,
		"* * * 13 *":                   `the month "13"`,
		"* * * * 8":                    `the day of the week "8"`,
		"* * * foo *":                  `the month "foo"`,
		"* * * anf *":                  `the month "anf"`,
		"-1 * * * *":                   `the minute ""`,
		"9-5 * * * *":                  "ends before it begins",
		"*/0 * * * *":                  `"0" is no step`,
		"*/x * * * *":                  `"x" is no step`,
		"1, * * * *":                   `the minute ""`,
		"0 0 30 2 *":                   "no such day",
		"0 0 31 4,6 *":                 "no such day",
		"1-2-3 * * * *":                `the minute "2-3"`,
		"0 0 ? * *":                    `"?"`,
		"@daily":                       "five fields",
		"99999999999999999999 * * * *": "not between",
	} {
		if _, err := cron.Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	for _, name := range []string{"", "Local", "Berlin", "../etc/passwd", "/etc/localtime"} {
		if _, err := cron.Zone(name); err == nil {
			t.Errorf("%q is a zone", name)
		}
	}
}
