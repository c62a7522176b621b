package web

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// pasteByNames pastes names that the filter of a grid does not show, that repeat, and cells that do not fit; and adds a row of a name that
// is there.
func pasteByNames(t *testing.T, s *testSite, b *tab) {
	user := s.user("Pia", false)
	instance := user.manyTypes(30)
	b.signIn("pia@example.org")
	b.open(instance + "/types/grid?q=nominal%3C5")
	b.until(`document.querySelector("[data-grid-said]").textContent === "5 types."`)
	const pasted = "Class name\tNominal\tPrice\tUsages\tUsed by\n" +
		"class_00001\t101\t5\tMilitary\t\n" +
		"Class_00020\t120\t5\t\t\n" +
		"CLASS_00021\t121\t5\tNowhere\t7\n" +
		"Class_00001\t102\t5\t\t\n" +
		"\t99\t5\t\t\n" +
		"Brand_New\tmany\t5\t\t\n"
	b.focusGrid()
	b.paste(pasted)
	b.asked("2 names outside of the filter", "Class_00020", "CLASS_00021")
	b.choose("Change them too")
	b.asked("1 line repeats a name", "Line 5: Class_00001")
	b.choose("Leave the repeated lines out")
	b.asked("6 values were left out", "1", "Price", "the grid has no such column", "6", "all", "99, 5", "the line has no name", "5, Class_00001", "there is a record of this name already",
		"4, Class_00021", "Usages", "Nowhere", "“Nowhere” is not a choice for Usages", "Used by cannot be changed here", "7, Brand_New", "Nominal", "“many” is not a whole number")
	b.do(chromedp.Click(chromedp.CSS(`dialog .form-end button`)))
	b.gridSays("1 row added")
	b.do(withKeys("s", chromedp.ModifierCtrl))
	b.gridSaved("Saved:")
	for name, want := range map[string]int64{"Class_00001": 101, "Class_00020": 120, "Class_00021": 121} {
		if got := user.nominalOf(instance, name); got != want {
			t.Errorf("nominal of %s is %d, want %d", name, got, want)
		}
	}

	b.focusGrid()
	b.paste("Class name\tNominal\nClass_00022\t122\nClass_00002\t103\n")
	b.choose("Leave it out")
	b.asked("1 value was left out", "Class_00022", "the filter does not show it")
	b.do(chromedp.Click(chromedp.CSS(`dialog .form-end button`)))
	b.focusGrid()
	b.paste("Class name\tNominal\nClass_00023\t123\n")
	b.choose("Cancel")
	b.gridSays("Nothing was pasted.")
	b.do(withKeys("s", chromedp.ModifierCtrl))
	b.gridSaved("Saved: 1 cell in 1 row changed.")
	for name, want := range map[string]int64{"Class_00002": 103, "Class_00022": 22, "Class_00023": 23} {
		if got := user.nominalOf(instance, name); got != want {
			t.Errorf("nominal of %s is %d, want %d", name, got, want)
		}
	}

	b.do(chromedp.Click(chromedp.CSS(`[data-grid-add]`)), chromedp.KeyEvent("class_00025\t77\r"), withKeys("s", chromedp.ModifierCtrl))
	b.asked("1 name is there already", "“Class_00025” is among the types already", "Change the records that are there", "Save second ones")
	b.forgive("409")
	b.choose("Change the records that are there")
	b.gridSays("1 new row went into records that are there.")
	b.do(withKeys("s", chromedp.ModifierCtrl))
	b.gridSaved("Saved: 1 cell in 1 row changed.")
	if got := user.nominalOf(instance, "Class_00025"); got != 77 || user.count(`SELECT count(*) FROM types`) != 31 {
		t.Errorf("nominal %d, %d types", got, user.count(`SELECT count(*) FROM types`))
	}
}

// focusGrid goes to the first cell.
func (b *tab) focusGrid() {
	b.t.Helper()
	b.do(chromedp.Click(chromedp.CSS(`[data-grid] tr[aria-rowindex="2"] td[aria-colindex="3"]`)), withKeys(kb.Home, chromedp.ModifierCtrl))
}

// asked waits for a dialog with texts.
func (b *tab) asked(texts ...string) {
	b.t.Helper()
	if b.await(`!!document.querySelector("dialog[open]") && document.querySelector("dialog[open]").innerText.includes(`+quoted(texts[0])+`)`) != nil {
		b.t.Fatalf("no dialog says %q: %s", texts[0], b.text(`(document.querySelector("dialog[open]") ?? document.querySelector("[data-grid]")).innerText`))
	}
	shown := b.text(`document.querySelector("dialog[open]").innerText`)
	for _, text := range texts {
		if !strings.Contains(shown, text) {
			b.t.Errorf("%q is not in the dialog:\n%s", text, shown)
		}
	}
}

// choose presses a button of the dialog.
func (b *tab) choose(label string) {
	b.t.Helper()
	b.until(`[...document.querySelectorAll("dialog[open] button")].some((each) => each.textContent === ` + quoted(label) + `)`)
	evaluate[bool](b, `([...document.querySelectorAll("dialog[open] button")].find((each) => each.textContent === `+quoted(label)+`).click(), true)`)
}
