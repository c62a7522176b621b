package web_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"quartermaster/internal/web/webtest"
)

// pasteByNames pastes names that the filter of a grid does not show, that repeat, and cells that do not fit; and adds a row of a name that
// is there.
func pasteByNames(t *testing.T, s *webtest.Site, b *webtest.Tab) {
	user := s.User("Pia", false)
	instance := user.ManyTypes(30)
	b.SignIn("pia@example.org")
	b.Open(instance + "/types/grid?q=nominal%3C5")
	b.Until(`document.querySelector("[data-grid-said]").textContent === "5 types."`)
	const pasted = "Class name\tNominal\tPrice\tUsages\tUsed by\nclass_00001\t101\t5\tMilitary\t\nClass_00020\t120\t5\t\t\n" +
		"CLASS_00021\t121\t5\tNowhere\t7\nClass_00001\t102\t5\t\t\n\t99\t5\t\t\nBrand_New\tmany\t5\t\t\n"
	focusGrid(b)
	paste(b, pasted)
	asked(b, "2 names outside the filter", "Class_00020", "CLASS_00021")
	choose(b, "Change them too")
	asked(b, "1 line repeats a name", "Line 5: Class_00001")
	choose(b, "Leave the repeated lines out")
	asked(b, "6 values were left out", "1", "Price", "the grid has no such column", "6", "all", "99, 5", "the line has no name",
		"5, Class_00001", "there is a record of this name already",
		"4, Class_00021", "Usages", "Nowhere", "“Nowhere” is not a choice for Usages", "Used by cannot be changed here", "7, Brand_New",
		"Nominal", "“many” is not a whole number")
	b.Do(chromedp.Click(chromedp.CSS(`dialog .form-end button`)))
	gridSays(b, "1 row added")
	b.Do(withKeys("s", chromedp.ModifierCtrl))
	gridSaved(b, "Saved:")
	for name, want := range map[string]int64{"Class_00001": 101, "Class_00020": 120, "Class_00021": 121} {
		if got := nominalOf(user, instance, name); got != want {
			t.Errorf("nominal of %s is %d, want %d", name, got, want)
		}
	}

	focusGrid(b)
	paste(b, "Class name\tNominal\nClass_00022\t122\nClass_00002\t103\n")
	choose(b, "Leave it out")
	asked(b, "1 value was left out", "Class_00022", "the filter does not show it")
	b.Do(chromedp.Click(chromedp.CSS(`dialog .form-end button`)))
	focusGrid(b)
	paste(b, "Class name\tNominal\nClass_00023\t123\n")
	choose(b, "Cancel")
	gridSays(b, "Nothing was pasted.")
	b.Do(withKeys("s", chromedp.ModifierCtrl))
	gridSaved(b, "Saved: 1 cell in 1 row changed.")
	for name, want := range map[string]int64{"Class_00002": 103, "Class_00022": 22, "Class_00023": 23} {
		if got := nominalOf(user, instance, name); got != want {
			t.Errorf("nominal of %s is %d, want %d", name, got, want)
		}
	}

	b.Do(fromMore, chromedp.Click(chromedp.CSS(`[data-grid-add]`)), chromedp.KeyEvent("class_00025\t77\r"),
		withKeys("s", chromedp.ModifierCtrl))
	asked(b, "1 name is there already", "“Class_00025” is among the types already", "Change the records that are there", "Save second ones")
	forgive(b, "409")
	choose(b, "Change the records that are there")
	gridSays(b, "1 new row went into records that are there.")
	b.Do(withKeys("s", chromedp.ModifierCtrl))
	gridSaved(b, "Saved: 1 cell in 1 row changed.")
	if got := nominalOf(user, instance, "Class_00025"); got != 77 || user.Count(`SELECT count(*) FROM types`) != 31 {
		t.Errorf("nominal %d, %d types", got, user.Count(`SELECT count(*) FROM types`))
	}
}

// focusGrid goes to the first cell.
func focusGrid(b *webtest.Tab) {
	b.TB.Helper()
	b.Do(chromedp.Click(chromedp.CSS(`[data-grid] tr[aria-rowindex="2"] td[aria-colindex="3"]`)), withKeys(kb.Home, chromedp.ModifierCtrl))
}

// asked waits for a dialog with texts.
func asked(b *webtest.Tab, texts ...string) {
	b.TB.Helper()
	if b.Await(`!!document.querySelector("dialog[open]") && document.querySelector("dialog[open]").innerText.includes(`+
		webtest.Quoted(texts[0])+`)`) != nil {
		b.TB.Fatalf("no dialog says %q: %s", texts[0], b.Text(`(document.querySelector("dialog[open]") ?? `+
			`document.querySelector("[data-grid]")).innerText`))
	}
	shown := b.Text(`document.querySelector("dialog[open]").innerText`)
	for _, text := range texts {
		if !strings.Contains(shown, text) {
			b.TB.Errorf("%q is not in the dialog:\n%s", text, shown)
		}
	}
}

// choose presses a button of the dialog.
func choose(b *webtest.Tab, label string) {
	b.TB.Helper()
	b.Until(`[...document.querySelectorAll("dialog[open] button")].some((each) => each.textContent === ` + webtest.Quoted(label) + `)`)
	webtest.Evaluate[bool](b, `([...document.querySelectorAll("dialog[open] button")].find((each) => each.textContent === `+
		webtest.Quoted(label)+`).click(), true)`)
}
