package web_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"quartermaster/internal/web/webtest"
)

// keepsItsPlace comes back from forms to where a list and a grid were scrolled to, saves a view in the grid, and selects the rows of a
// page on a phone. The form of a type says where it can spawn, once somebody looks.
func keepsItsPlace(t *testing.T, s *webtest.Site, b *webtest.Tab) {
	types := s.User("Pia", false).ManyTypes(200) + "/types"
	b.SignIn("pia@example.org")
	b.Open(types + "?sort=-nominal")
	link := b.Text(`(() => {
		document.querySelector(".finder-rows .scroll").scrollTop = 500;
		const link = document.querySelectorAll(".ledger tbody th a")[25];
		link.id = "seen";
		return link.innerText;
	})()`)
	b.Follow(chromedp.Click(chromedp.CSS(`#seen`)))
	b.Says(link, "26 of 200 types")
	webtest.Evaluate[any](b, `document.querySelector("[data-load]").scrollIntoView(), 0`)
	b.Until(`/^[\d,]+ wanted\./.test(document.querySelector("[data-load] .lead")?.innerText)`)
	b.Follow(chromedp.Click(chromedp.CSS(`#type .form-end a`)))
	b.Until(`document.readyState === "complete" && location.hash.startsWith("#row-") && ` +
		`Math.abs(document.querySelector(".finder-rows .scroll").scrollTop - 500) < 2`)

	b.Open(types + "/grid?q=class_0*&sort=-nominal")
	b.Until(`document.querySelector("[data-grid-said]").textContent === "200 types."`)
	webtest.Evaluate[any](b, `document.querySelector("[data-grid-scroll]").scrollTop = 2800, 0`)
	b.Until(`document.querySelector('[data-grid] tr[aria-rowindex="105"] td') !== null`)
	b.Do(chromedp.Click(chromedp.CSS(`[data-grid] tr[aria-rowindex="105"] td[aria-colindex="3"]`)))
	b.Do(fromMore)
	b.Follow(chromedp.Click(chromedp.CSS(`[data-grid-open]`)))
	b.Says("104 of 200 types")
	b.Follow(chromedp.Click(chromedp.CSS(`.place a[href*="/grid?"]`)))
	b.Until(`document.activeElement.closest("[data-grid] tr")?.getAttribute("aria-rowindex") === "105"`)

	b.Do(chromedp.Click(chromedp.CSS(`[data-grid] th[data-key="min"]`)), chromedp.Click(chromedp.CSS(`.views summary`)))
	b.Do(chromedp.SendKeys(chromedp.CSS(`#view-name`), "By min"))
	if got := b.Follow(chromedp.Click(chromedp.CSS(`.views-save button`))); !strings.HasPrefix(got, types+"/grid?q=class_0") ||
		!strings.Contains(got, "&sort=min&view=") {
		t.Errorf("the view is at %s", got)
	}
	b.Until(`document.querySelector("[data-view-changes]").hidden && document.querySelector('[data-grid] ` +
		`th[aria-sort="ascending"]')?.dataset.key === "min"`)
	b.Do(chromedp.Click(chromedp.CSS(`[data-grid] th[data-key="min"]`)))
	b.Until(`!document.querySelector("[data-view-changes]").hidden`)

	b.Size(390, 844)
	b.Open(types)
	b.Do(chromedp.Click(chromedp.CSS(`.many .all`)))
	b.Until(`document.querySelector("#many button").innerText === "Change the selected: 50"`)
	if tall := webtest.Evaluate[float64](b, `document.querySelector(".ledger tbody tr").offsetHeight`); tall > 160 {
		t.Errorf("a card is %v pixels high", tall)
	}
}
