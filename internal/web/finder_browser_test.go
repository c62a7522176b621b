package web_test

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"quartermaster/internal/web/webtest"
)

// findByKeyboard narrows a list while typing, edits a row of it, comes back, and goes on through the palette.
func findByKeyboard(t *testing.T, s *webtest.Site, b *webtest.Tab) {
	user := s.User("Fay", false)
	_, types := webtest.ArmedInstance(user)
	b.SignIn("fay@example.org")
	b.Open(types)
	names := `[...document.querySelectorAll("tbody th a")].map((cell) => cell.innerText).join()`
	b.Do(chromedp.KeyEvent("/"))
	b.Until(`document.activeElement.id === "filter-search"`)
	b.Do(chromedp.KeyEvent(kb.Backspace), chromedp.KeyEvent("cat:we")) // the slash comes as text as well, which only this browser does
	b.Until(`document.querySelector('#filter-completion [role="option"]')?.textContent.startsWith("weapons")`)
	b.Do(chromedp.KeyEvent(kb.ArrowDown))
	if active := b.Text(`document.activeElement.getAttribute("aria-activedescendant")`); active != "filter-completion-0" {
		t.Errorf("the active option is %s", active)
	}
	// Enter would send the form as well: keys of this browser come as text, even if a script has taken them.
	b.Do(chromedp.Click(chromedp.CSS(`#filter-completion-0`)))
	b.Until(`location.search === "?q=cat%3Aweapons" && document.querySelector("[data-found]").textContent === "1 of 2 types"`)
	b.Until(`document.querySelector(".facets .chosen") !== null`)
	if got := b.Text(names); got != "AKM" {
		t.Errorf("found %s", got)
	}
	// At once, as pasted: half of it is a search for names, which changes the list on a slow machine.
	webtest.Evaluate[any](b,
		`(() => { const box = document.activeElement; box.value += " nominl>1"; box.dispatchEvent(new Event("input", {bubbles: true})); })()`)
	b.Until(`document.querySelector("[data-wrong]").innerText.includes("types have no field “nominl”")`)
	if got := b.Text(names); got != "AKM" {
		t.Errorf("with a mistake the list has %s", got)
	}
	b.Do(chromedp.KeyEvent(kb.Escape))
	webtest.Evaluate[any](b, `document.activeElement.blur()`)
	b.Do(chromedp.KeyEvent("j"), chromedp.KeyEvent("x"))
	b.Until(`document.querySelectorAll('input[name="sids[]"]:checked').length === 1 && document.activeElement.innerText === "AKM"`)
	b.Follow(chromedp.KeyEvent("e"))
	b.Says("1 of 1 type")
	b.Follow(chromedp.Click(chromedp.CSS(`#type .form-end button`)))
	b.Says("AKM was saved.", "1 of 2 types")
	abortWhenSent(t, b)
	b.Do(chromedp.KeyEvent("k", chromedp.KeyModifiers(chromedp.ModifierCtrl)), chromedp.KeyEvent("apple"))
	b.Until(`document.querySelector('.palette [aria-selected="true"]')?.textContent.startsWith("Apple")`)
	b.Follow(chromedp.KeyEvent(kb.Enter))
	b.Says("Apple")
	b.Do(chromedp.KeyEvent("?"))
	b.Until(`document.querySelector("dialog.keys").open`)
}

// abortWhenSent holds that rows are not waited for, so that the list and its address do not change, while a form is being sent.
func abortWhenSent(t *testing.T, b *webtest.Tab) {
	t.Helper()
	webtest.Evaluate[any](b, `(() => {
		const fetch = window.fetch, box = document.querySelector("#filter-search");
		window.fetch = (_, { signal }) => { if (signal) { window.asked = signal; window.fetch = fetch; } return new Promise(() => {}); };
		box.value = "apple";
		box.dispatchEvent(new Event("input", { bubbles: true }));
	})()`)
	b.Until(`window.asked !== undefined`)
	if !webtest.Evaluate[bool](b,
		`box = document.querySelector("#filter-search"), box.form.dispatchEvent(new SubmitEvent("submit", { bubbles: true })), `+
			`window.asked.aborted`) {
		t.Error("the rows are still waited for while the form is being sent")
	}
}
