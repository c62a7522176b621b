package web_test

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"quartermaster/internal/record"
	"quartermaster/internal/web/webtest"
)

// twoTabsByKeys edits a record with the keyboard while somebody else does: Ctrl-S saves, what both have changed is shown, and a page with
// unsaved changes asks before it is left.
func twoTabsByKeys(t *testing.T, s *webtest.Site, b *webtest.Tab) {
	user := s.User("Theo", false)
	instance := user.Instance("Two")
	event := user.Add(instance, record.Events, record.Values{
		"name": "StaticBoat", "nominal": int64(1), "min": int64(0), "max": int64(9), "lifetime": int64(60),
	})
	b.SignIn("theo@example.org")
	b.Open(event + "/edit")
	if leavesFreely(b) != true {
		t.Error("an untouched page asks before it is left")
	}
	b.Do(chromedp.SendKeys(chromedp.ID("event-nominal"), kb.End+"5"))
	b.Until(`[...document.querySelectorAll("[data-dirty] .unsaved")].some((text) => getComputedStyle(text).display === "block")`)
	if leavesFreely(b) {
		t.Error("a page with unsaved changes does not ask before it is left")
	}
	b.Follow(chromedp.KeyEvent("s", chromedp.KeyModifiers(2)))
	b.Says("StaticBoat was saved.")

	b.Do(chromedp.SendKeys(chromedp.ID("event-nominal"), kb.End+"0"))
	form, action := webtest.UntouchedForm(t, webtest.ParseHTML(t, user.Get(event+"/edit").Body.String()), "event")
	user.SendForm(action, form.With("nominal", "3").With("max", "8")).Status(302)
	b.Follow(chromedp.KeyEvent("s", chromedp.KeyModifiers(2)))
	b.Says("Nothing was saved yet", "150", "by Theo", "Max")
	if user.Field(record.Events, event, "nominal") != int64(3) {
		t.Error("it was saved over")
	}
	b.Do(chromedp.Click(chromedp.ID("theirs-0")))
	b.Follow(chromedp.KeyEvent("s", chromedp.KeyModifiers(2)))
	if nominal, most := user.Field(record.Events, event, "nominal"),
		user.Field(record.Events, event, "max"); nominal != int64(3) || most != int64(8) {
		t.Errorf("stored %v and %v, want theirs", nominal, most)
	}
}

// leavesFreely reports whether the page may be left without a question.
func leavesFreely(b *webtest.Tab) bool {
	return webtest.Evaluate[bool](b, `window.dispatchEvent(new Event("beforeunload", { cancelable: true }))`)
}
