package web

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// keepsItsPlace comes back from forms to where a list and a grid were scrolled to, saves a view in the grid, and selects the rows of a
// page on a phone. The form of a type says where it can spawn, once somebody looks.
func keepsItsPlace(t *testing.T, s *testSite, b *tab) {
	types := s.user("Pia", false).manyTypes(200) + "/types"
	b.signIn("pia@example.org")
	b.open(types + "?sort=-nominal")
	link := b.text(`(() => {
		scrollTo({ top: 900, behavior: "instant" });
		const link = document.querySelectorAll(".ledger tbody th a")[25];
		link.id = "seen";
		return link.innerText;
	})()`)
	b.follow(chromedp.Click(chromedp.CSS(`#seen`)))
	b.says(link, "26 of 200 types")
	evaluate[any](b, `document.querySelector("[data-load]").scrollIntoView(), 0`)
	b.until(`/^[\d,]+ wanted\./.test(document.querySelector("[data-load] .lead")?.innerText)`)
	b.follow(chromedp.Click(chromedp.CSS(`#type .form-end a`)))
	b.until(`document.readyState === "complete" && location.hash.startsWith("#row-") && Math.abs(scrollY - 900) < 2`)

	b.open(types + "/grid?q=class_0*&sort=-nominal")
	b.until(`document.querySelector("[data-grid-said]").textContent === "200 types."`)
	evaluate[any](b, `document.querySelector("[data-grid-scroll]").scrollTop = 2800, 0`)
	b.until(`document.querySelector('[data-grid] tr[aria-rowindex="105"] td') !== null`)
	b.do(chromedp.Click(chromedp.CSS(`[data-grid] tr[aria-rowindex="105"] td[aria-colindex="3"]`)))
	b.follow(chromedp.Click(chromedp.CSS(`[data-grid-open]`)))
	b.says("104 of 200 types")
	b.follow(chromedp.Click(chromedp.CSS(`.place a[href*="/grid?"]`)))
	b.until(`document.activeElement.closest("[data-grid] tr")?.getAttribute("aria-rowindex") === "105"`)

	b.do(chromedp.Click(chromedp.CSS(`[data-grid] th[data-key="min"]`)), chromedp.Click(chromedp.CSS(`.views summary`)))
	b.do(chromedp.SendKeys(chromedp.CSS(`#view-name`), "By min"))
	if got := b.follow(chromedp.Click(chromedp.CSS(`.views-save button`))); !strings.HasPrefix(got, types+"/grid?q=class_0") || !strings.Contains(got, "&sort=min&view=") {
		t.Errorf("the view is at %s", got)
	}
	b.until(`document.querySelector("[data-view-changes]").hidden && document.querySelector('[data-grid] th[aria-sort="ascending"]')?.dataset.key === "min"`)
	b.do(chromedp.Click(chromedp.CSS(`[data-grid] th[data-key="min"]`)))
	b.until(`!document.querySelector("[data-view-changes]").hidden`)

	b.size(390, 844)
	b.open(types)
	b.do(chromedp.Click(chromedp.CSS(`.many .all`)))
	b.until(`document.querySelector("#many button").innerText === "Change the selected: 50"`)
	if tall := evaluate[float64](b, `document.querySelector(".ledger tbody tr").offsetHeight`); tall > 160 {
		t.Errorf("a card is %v pixels high", tall)
	}
}
