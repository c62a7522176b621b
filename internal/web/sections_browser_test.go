package web

import (
	"testing"

	"github.com/chromedp/chromedp"

	"quartermaster/internal/record"
)

// sectionsInView shows the current entry of the navigation, wherever that stands. The navigation fits its window, with what the instance
// does not have under More, and stays as it was left.
func sectionsInView(t *testing.T, s *testSite, b *tab) {
	user := s.user("Nav", false)
	instance := user.instance("Long")
	gui := guiOf(instance)
	b.signIn("nav@example.org")
	const inView = `(() => {
		const nav = document.getElementById("sections").getBoundingClientRect();
		const current = document.querySelector("#sections [aria-current]").getBoundingClientRect();
		return current.height > 0 && current.top >= nav.top && current.bottom < Math.min(nav.bottom, innerHeight);
	})()`
	b.open(gui + "/ai-loadouts")
	b.until(inView + ` && document.querySelector("[data-sections-group=More]").open`)
	user.add(instance, record.Messages, record.Values{"text": "x", "delay": int64(1), "repeat": int64(1), "deadline": int64(1), "onconnect": int64(0), "countdown": int64(0), "shutdown": int64(0)})
	b.open(instance + "/messages")
	b.until(inView + ` && !document.querySelector("[data-sections-group=More]").open`)
	b.until(`(() => { const nav = document.getElementById("sections"); return nav.scrollHeight <= nav.clientHeight; })()`)
	b.do(chromedp.Click(chromedp.CSS(`[data-sections-group=Loot] summary`)))
	b.open(instance + "/events")
	b.until(`!document.querySelector("[data-sections-group=Loot]").open`)
	b.size(360, 300)
	b.open(gui + "/ai-loadouts")
	b.do(chromedp.Click(chromedp.CSS(`[popovertarget="sections"]`)))
	b.until(`document.getElementById("sections").scrollTop > 0`)
	if evaluate[float64](b, `scrollY`) != 0 {
		t.Error("the page scrolled along")
	}
}
