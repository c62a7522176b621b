package aipreset

import (
	"strings"
	"testing"
)

func TestSpansIn(t *testing.T) {
	t.Parallel()
	const h = 60
	tests := []struct {
		text    string
		days    string // the first letters of the days, in the order of the week
		start   int    // of the first span, in minutes of its day
		length  int
		problem string
	}{
		{"on saturday and sunday from 18 to 22", "SaSu", 18 * h, 4 * h, ""},
		{"sat 18:30-22:15", "Sa", 18*h + 30, 3*h + 45, ""},
		{"mondays 6 pm to 10 pm", "Mo", 18 * h, 4 * h, ""},
		{"tuesday 12 am to 12 pm", "Tu", 0, 12 * h, ""},
		{"weekdays after 20", "MoTuWeThFr", 20 * h, 4 * h, ""},
		{"weekend before 8", "SaSu", 0, 8 * h, ""},
		{"friday to monday", "MoFrSaSu", 0, 24 * h, ""},
		{"friday from 22 to 2", "Fr", 22 * h, 4 * h, ""},
		{"from 18 to 22", "MoTuWeThFrSaSu", 18 * h, 4 * h, ""},
		{"wednesday", "We", 0, 24 * h, ""},
		{"friday from 18 to 18", "Fr", 18 * h, 24 * h, ""},
		{"friday at 18", "Fr", 0, 0, "from when to when"},
		{"friday 1 2 3", "Fr", 0, 0, "from when to when"},
		{"friday after 24", "Fr", 0, 0, "from when to when"},
		{"friday from 18 to 30", "Fr", 0, 0, "from when to when"},
		{"friday night", "Fr", 0, 0, "from when to when"},
		{"friday before 9223372036854775807", "Fr", 0, 0, "from when to when"},
	}
	for _, test := range tests {
		spans, problem := spansIn(wordsOf(test.text))
		days := ""
		for _, s := range spans {
			days += weekdays[s.start/dayMinutes][:2]
		}
		if !sameDays(days, test.days) || !strings.Contains(problem, test.problem) || (problem == "") != (test.problem == "") {
			t.Errorf("%q: %s, %q; want %s, %q", test.text, days, problem, test.days, test.problem)
			continue
		}
		if first := spans[0]; problem == "" && (first.start%dayMinutes != test.start || first.length != test.length) {
			t.Errorf("%q: from minute %d, %d long; want %d and %d", test.text, first.start%dayMinutes, first.length, test.start, test.length)
		}
	}
}

// sameDays compares days, given by two letters each, in any order.
func sameDays(a, b string) bool {
	for i := 0; i+2 <= len(b); i += 2 {
		if !strings.Contains(a, b[i:i+2]) {
			return false
		}
	}
	return len(a) == len(b)
}

func TestPieces(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		of    span
		taken []span
		want  []span
	}{
		{"nothing taken", span{60, 120}, nil, []span{{60, 120}}},
		{"the beginning", span{60, 120}, []span{{0, 90}}, []span{{90, 90}}},
		{"the middle", span{60, 120}, []span{{100, 20}}, []span{{60, 40}, {120, 60}}},
		{"all of it", span{60, 120}, []span{{0, dayMinutes}}, nil},
		{"over the end of the week", span{weekMinutes - 10, 30}, []span{{0, 10}}, []span{{weekMinutes - 10, 10}, {10, 10}}},
	}
	for _, test := range tests {
		var taken [weekMinutes]bool
		for _, s := range test.taken {
			for i := range s.length {
				taken[(s.start+i)%weekMinutes] = true
			}
		}
		got := pieces(test.of, taken)
		if len(got) != len(test.want) {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
			continue
		}
		for i := range got {
			if got[i] != test.want[i] {
				t.Errorf("%s: %v, want %v", test.name, got, test.want)
			}
		}
	}
}

func TestMentionsAndOnlyTimes(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text           string
		mentions, only bool
	}{
		{"saturday", true, true},
		{"from 18 to 22", true, true},
		{"after 18", true, true},
		{"12", false, true},
		{"max members 12", false, false},
		{"raids on sunday", true, false},
		{"at night", true, false},
		{"", false, true},
	}
	for _, test := range tests {
		if mentions, only := mentionsTimes(test.text), onlyTimes(test.text); mentions != test.mentions || only != test.only {
			t.Errorf("%q: %v and %v, want %v and %v", test.text, mentions, only, test.mentions, test.only)
		}
	}
}
