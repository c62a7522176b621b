package web

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// sectionsInView shows the current entry of the navigation, which is longer than the window.
func sectionsInView(t *testing.T, s *testSite, b *tab) {
	user := s.user("Nav", false)
	gui := guiOf(user.instance("Long"))
	b.signIn("nav@example.org")
	b.open(gui + "/ai-loadouts")
	b.until(`(() => {
		const nav = document.getElementById("sections").getBoundingClientRect();
		const current = document.querySelector("#sections [aria-current]").getBoundingClientRect();
		return current.top > nav.top && current.bottom < Math.min(nav.bottom, innerHeight);
	})()`)
	b.size(360, 780)
	b.open(gui + "/ai-loadouts")
	b.do(chromedp.Click(chromedp.CSS(`[popovertarget="sections"]`)))
	b.until(`document.getElementById("sections").scrollTop > 0`)
	if evaluate[float64](b, `scrollY`) != 0 {
		t.Error("the page scrolled along")
	}
}
