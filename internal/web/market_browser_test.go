package web

import (
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"quartermaster/internal/record"
)

// marketEditor changes the items of a category: in the grid, and one price on the page of the category.
func marketEditor(t *testing.T, s *testSite, b *tab) {
	user := s.user("Mara", false)
	instance := user.instance("Market")
	shop := &shop{user, instance, guiOf(instance)}
	address := shop.imported(categories, "Ammo", categoryJSON)
	user.add(instance, record.InstanceClassnames, record.Values{"name": "Ammo_Suggested"})
	b.signIn("mara@example.org")
	itemsInGrid(t, shop, b, address)
	suggestClasses(t, b, address)
	savePrice(t, shop, b, address)
	pickColor(shop, b, address)
}

// pickColor chooses a colour, which keeps its transparency.
func pickColor(shop *shop, b *tab, address string) {
	b.t.Helper()
	b.open(address + "/edit")
	b.do(chromedp.Evaluate[chromedp.Void](`(() => {
		const picker = document.querySelector("[data-color] input[type=color]");
		picker.value = "#102030";
		picker.dispatchEvent(new Event("input", { bubbles: true }));
	})()`))
	b.follow(chromedp.Submit(chromedp.ID("market-category")))
	if got := shop.file(address); !strings.Contains(got, `"Color": "102030FF"`) {
		b.t.Errorf("the file is\n%s", got)
	}
}

// itemsInGrid pastes 20 rows, two of them over items that are there, raises prices, saves all as one revision and takes it back.
func itemsInGrid(t *testing.T, shop *shop, b *tab, address string) {
	t.Helper()
	before := shop.revision()
	b.open(address)
	b.follow(chromedp.Click(chromedp.CSS(`main a[href*="/expansion/market-items/grid?q="]`)))
	b.gridSays("2 market items.")
	text := "Class name\tHighest price\tLowest price\nAMMO_45acp\t60\t50\nammo_12gaslug\t45\t20\n"
	for i := range 18 {
		text += "New_" + strconv.Itoa(i) + "\t2\t1\n"
	}
	b.do(chromedp.Click(chromedp.CSS(`[data-grid] tr[aria-rowindex="2"] td[aria-colindex="4"]`)))
	b.paste(text)
	b.gridSays("3 cells in 2 rows changed, 18 rows added")
	b.do(chromedp.Click(chromedp.CSS(`[data-grid] tr[aria-rowindex="2"] td[aria-colindex="4"]`)))
	b.do(withKeys(kb.ArrowRight, chromedp.ModifierShift), withKeys(kb.ArrowDown, chromedp.ModifierShift), chromedp.Click(chromedp.CSS(`[data-grid-numbers]`)))
	b.until(`document.querySelector("dialog [role=status]")?.textContent === "4 numbers change."`)
	b.do(chromedp.Click(chromedp.CSS(`dialog .form-end button`)))
	b.gridSays("4 cells in 2 rows changed, 18 rows added")
	b.do(withKeys("s", chromedp.ModifierCtrl))
	b.gridSaved("Saved: 4 cells in 2 rows changed, 18 rows added.")
	want := strings.NewReplacer(`45, "MinPriceThreshold": 25`, `50, "MinPriceThreshold": 22`, `90, "MinPriceThreshold": 40`, `66, "MinPriceThreshold": 55`).Replace(categoryJSON)
	head, _, _ := strings.Cut(want, "\n  ]")
	if got := shop.file(address); !strings.HasPrefix(got, head+",") || strings.Count(got, `"New_`) != 18 || shop.revision() != before+1 {
		t.Errorf("%d revisions, the file is\n%s", shop.revision()-before, got)
	}
	b.do(chromedp.Click(chromedp.CSS(`[data-grid-notice] button`)))
	b.gridSays("The save was undone.")
	if got := shop.file(address); got != categoryJSON {
		t.Errorf("after undo the file is\n%s", got)
	}
}

// suggestClasses suggests class names in a new row of the form, which fits a phone.
func suggestClasses(t *testing.T, b *tab, address string) {
	t.Helper()
	b.open(address + "/edit")
	b.do(chromedp.Click(chromedp.CSS(`[data-items-add]`)), chromedp.KeyEvent("suggest"))
	b.until(`document.querySelector("#class-names option")?.value === "Ammo_Suggested"`)
	b.size(360, 740)
	if over := evaluate[int](b, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
		t.Errorf("the form is %d pixels wider than the screen", over)
	}
	b.size(1280, 900)
}

// savePrice changes a price where the category is shown; what is refused is told there.
func savePrice(t *testing.T, shop *shop, b *tab, address string) {
	t.Helper()
	b.open(address)
	const box, status = `[data-item="ammo_12gaslug"] [name=MinPriceThreshold]`, `document.querySelector("[data-item=ammo_12gaslug] [data-item-status]").textContent`
	b.do(chromedp.SetValue(chromedp.CSS(box), "26"), chromedp.SendKeys(chromedp.CSS(box), kb.End+"7"+kb.Tab))
	b.until(status + ` === "Saved"`)
	if got := shop.file(address); !strings.Contains(got, `"MinPriceThreshold": 267`) {
		t.Errorf("the file is\n%s", got)
	}
	b.do(chromedp.Evaluate[chromedp.Void](`document.querySelectorAll("[data-item-form] [name=MaxPriceThreshold]").forEach((box) => {
		box.value = "777";
		box.dispatchEvent(new Event("change", { bubbles: true }));
	})`))
	b.until(`[...document.querySelectorAll("[data-item-status]")].every((status) => status.textContent === "Saved")`)
	if got := shop.file(address); strings.Count(got, `"MaxPriceThreshold": 777`) != 2 {
		t.Errorf("of prices that are changed at once some are lost:\n%s", got)
	}
}
