package docform_test

import (
	"strings"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/web/ui"
	"quartermaster/internal/web/webtest"
)

func TestSecondsOfWords(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"4 h":     "14400",
		"90 min":  "5400",
		"1 d":     "86400",
		"1d 12h":  "129600",
		"1.5 h":   "5400",
		"45 days": "3888000",
		"30 s":    "30",
		"2 weeks": "1209600",
		"14400":   "14400",
		"-1":      "-1",
		"":        "",
		"4 x":     "4 x",
		"h":       "h",
		"4 h x":   "4 h x",
		"1:30":    "1:30",
	} {
		if got := ui.Seconds(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

// TestFormsTakeLengthsOfTime: forms read “4 h”, in records and in documents; what is none is refused, never cut off. Scripts send seconds.
func TestFormsTakeLengthsOfTime(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := b.Instance("A")
	event := b.Add(instance, record.Events, record.Values{"name": "StaticBoat", "lifetime": int64(60)})
	form, action := webtest.UntouchedForm(t, webtest.ParseHTML(t, b.Get(event+"/edit").Body.String()), "event")
	b.SendForm(action, form.With("lifetime", "4 h").With("restock", "90 min")).LeadsTo(event + "/edit")
	if life, restock := b.Field(record.Events, event, "lifetime"),
		b.Field(record.Events, event, "restock"); life != int64(14400) || restock != int64(5400) {
		t.Errorf("stored %v and %v", life, restock)
	}
	b.Get(event+"/edit").Says(`value="14400"`, ">4 h<", ">1 h 30 min<")
	b.SendForm(action, form.With("lifetime", "4 parsecs").With("_base", "")).LeadsTo(event + "/edit")
	b.Get(event+"/edit").Says("must be an integer. Enter a duration such as 4 h", `value="4 parsecs"`)

	page := webtest.SettingsOf(instance) + "/raid"
	setting, address := b.OpenForm(t, page)
	b.SendForm(address, setting.With("SafeRaidToolTimeSeconds", "15 min")).LeadsTo(page)
	if tree := b.SettingText(instance, "raid"); !strings.Contains(tree, `"SafeRaidToolTimeSeconds": 900`) {
		t.Error(tree)
	}
}
