package web

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// findByKeyboard narrows a list while typing, edits a row of it, comes back, and goes on through the palette.
func findByKeyboard(t *testing.T, s *testSite, b *tab) {
	user := s.user("Fay", false)
	_, types := armed(user)
	b.signIn("fay@example.org")
	b.open(types)
	names := `[...document.querySelectorAll("tbody th a")].map((cell) => cell.innerText).join()`
	b.do(chromedp.KeyEvent("/"))
	b.until(`document.activeElement.id === "filter-search"`)
	b.do(chromedp.KeyEvent(kb.Backspace), chromedp.KeyEvent("cat:we")) // the slash comes as text as well, which only this browser does
	b.until(`document.querySelector('#filter-completion [role="option"]')?.textContent.startsWith("weapons")`)
	b.do(chromedp.KeyEvent(kb.ArrowDown))
	if active := b.text(`document.activeElement.getAttribute("aria-activedescendant")`); active != "filter-completion-0" {
		t.Errorf("the active option is %s", active)
	}
	// Enter would send the form as well: keys of this browser come as text, even if a script has taken them.
	b.do(chromedp.Click(chromedp.CSS(`#filter-completion-0`)))
	b.until(`location.search === "?q=cat%3Aweapons" && document.querySelector("[data-found]").textContent === "1 of 2 types"`)
	b.until(`document.querySelector(".facets .chosen") !== null`)
	if got := b.text(names); got != "AKM" {
		t.Errorf("found %s", got)
	}
	// At once, as pasted: half of it is a search for names, which changes the list on a slow machine.
	evaluate[any](b, `(() => { const box = document.activeElement; box.value += " nominl>1"; box.dispatchEvent(new Event("input", {bubbles: true})); })()`)
	b.until(`document.querySelector("[data-wrong]").innerText.includes("types have no field “nominl”")`)
	if got := b.text(names); got != "AKM" {
		t.Errorf("with a mistake the list has %s", got)
	}
	b.do(chromedp.KeyEvent(kb.Escape))
	evaluate[any](b, `document.activeElement.blur()`)
	b.do(chromedp.KeyEvent("j"), chromedp.KeyEvent("x"))
	b.until(`document.querySelectorAll('input[name="sids[]"]:checked').length === 1 && document.activeElement.innerText === "AKM"`)
	b.follow(chromedp.KeyEvent("e"))
	b.says("1 of 1 type")
	b.follow(chromedp.Click(chromedp.CSS(`#type .form-end button`)))
	b.says("AKM was saved.", "1 of 2 types")
	abortWhenSent(t, b)
	b.do(chromedp.KeyEvent("k", chromedp.KeyModifiers(chromedp.ModifierCtrl)), chromedp.KeyEvent("apple"))
	b.until(`document.querySelector('.palette [aria-selected="true"]')?.textContent.startsWith("Apple")`)
	b.follow(chromedp.KeyEvent(kb.Enter))
	b.says("Apple")
	b.do(chromedp.KeyEvent("?"))
	b.until(`document.querySelector("dialog.keys").open`)
}

// abortWhenSent holds that rows are not waited for, so that the list and its address do not change, while a form is being sent.
func abortWhenSent(t *testing.T, b *tab) {
	t.Helper()
	evaluate[any](b, `(() => {
		const fetch = window.fetch, box = document.querySelector("#filter-search");
		window.fetch = (_, { signal }) => { if (signal) { window.asked = signal; window.fetch = fetch; } return new Promise(() => {}); };
		box.value = "apple";
		box.dispatchEvent(new Event("input", { bubbles: true }));
	})()`)
	b.until(`window.asked !== undefined`)
	if !evaluate[bool](b, `box = document.querySelector("#filter-search"), box.form.dispatchEvent(new SubmitEvent("submit", { bubbles: true })), window.asked.aborted`) {
		t.Error("the rows are still waited for while the form is being sent")
	}
}
