package web_test

import (
	"testing"

	"github.com/chromedp/chromedp"

	"quartermaster/internal/record"
	"quartermaster/internal/web/webtest"
)

// sectionsInView shows the current entry of the navigation, wherever that stands. The navigation fits its window, with what the instance
// does not have under More, and stays as it was left.
func sectionsInView(t *testing.T, s *webtest.Site, b *webtest.Tab) {
	user := s.User("Nav", false)
	instance := user.Instance("Long")
	gui := webtest.MarketOf(instance)
	b.SignIn("nav@example.org")
	const inView = `(() => {
		const nav = document.getElementById("sections").getBoundingClientRect();
		const current = document.querySelector("#sections [aria-current]").getBoundingClientRect();
		return current.height > 0 && current.top >= nav.top && current.bottom < Math.min(nav.bottom, innerHeight);
	})()`
	b.Open(gui + "/ai-loadouts")
	b.Until(inView + ` && document.querySelector("[data-sections-group=More]").open`)
	user.Add(instance, record.Messages, record.Values{
		"text":      "x",
		"delay":     int64(1),
		"repeat":    int64(1),
		"deadline":  int64(1),
		"onconnect": int64(0),
		"countdown": int64(0),
		"shutdown":  int64(0),
	})
	b.Open(instance + "/messages")
	b.Until(inView + ` && !document.querySelector("[data-sections-group=More]").open`)
	b.Until(`(() => { const nav = document.getElementById("sections"); return nav.scrollHeight <= nav.clientHeight; })()`)
	b.Do(chromedp.Click(chromedp.CSS(`[data-sections-group=Loot] summary`)))
	b.Open(instance + "/events")
	b.Until(`document.querySelector("[data-sections-group=Loot]").open`)
	b.Size(360, 300)
	b.Open(gui + "/ai-loadouts")
	b.Do(chromedp.Click(chromedp.CSS(`[popovertarget="sections"]`)))
	b.Until(`document.getElementById("sections").scrollTop > 0`)
	if webtest.Evaluate[float64](b, `scrollY`) != 0 {
		t.Error("the page scrolled along")
	}
}
