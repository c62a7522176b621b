package web_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"quartermaster/internal/record"
	"quartermaster/internal/web/webtest"
)

// marketEditor changes the items of a category: in the grid, and one price on the page of the category.
func marketEditor(t *testing.T, s *webtest.Site, b *webtest.Tab) {
	user := s.User("Mara", false)
	instance := user.Instance("Market")
	shop := &webtest.Shop{Browser: user, Instance: instance, Gui: webtest.MarketOf(instance)}
	address := shop.Imported(webtest.Categories, "Ammo", webtest.CategoryJSON)
	user.Add(instance, record.InstanceClassnames, record.Values{"name": "Ammo_Suggested"})
	b.SignIn("mara@example.org")
	itemsInGrid(t, shop, b, address)
	suggestClasses(t, b, address)
	savePrice(t, shop, b, address)
	pickColor(shop, b, address)
}

// pickColor chooses a colour, which keeps its transparency.
func pickColor(shop *webtest.Shop, b *webtest.Tab, address string) {
	b.TB.Helper()
	b.Open(address + "/edit")
	b.Do(chromedp.Evaluate[chromedp.Void](`(() => {
		const picker = document.querySelector("[data-color] input[type=color]");
		picker.value = "#102030";
		picker.dispatchEvent(new Event("input", { bubbles: true }));
	})()`))
	b.Follow(chromedp.Submit(chromedp.ID("market-category")))
	if got := shop.File(address); !strings.Contains(got, `"Color": "102030FF"`) {
		b.TB.Errorf("the file is\n%s", got)
	}
}

// itemsInGrid pastes 20 rows, two of them over items that are there, raises prices, saves all as one revision and takes it back.
func itemsInGrid(t *testing.T, shop *webtest.Shop, b *webtest.Tab, address string) {
	t.Helper()
	before := shop.Revision()
	b.Open(address)
	b.Follow(chromedp.Click(chromedp.CSS(`main a[href*="/expansion/market-items/grid?q="]`)))
	gridSays(b, "2 market items.")
	text := "Class name\tHighest price\tLowest price\nAMMO_45acp\t60\t50\nammo_12gaslug\t45\t20\n"
	for i := range 18 {
		text += "New_" + strconv.Itoa(i) + "\t2\t1\n"
	}
	b.Do(chromedp.Click(chromedp.CSS(`[data-grid] tr[aria-rowindex="2"] td[aria-colindex="4"]`)))
	paste(b, text)
	gridSays(b, "3 cells in 2 rows changed, 18 rows added")
	b.Do(chromedp.Click(chromedp.CSS(`[data-grid] tr[aria-rowindex="2"] td[aria-colindex="4"]`)))
	b.Do(withKeys(kb.ArrowRight, chromedp.ModifierShift), withKeys(kb.ArrowDown, chromedp.ModifierShift),
		fromMore, chromedp.Click(chromedp.CSS(`[data-grid-numbers]`)))
	b.Until(`document.querySelector("dialog [role=status]")?.textContent === "4 numbers change."`)
	b.Do(chromedp.Click(chromedp.CSS(`dialog .form-end button`)))
	gridSays(b, "4 cells in 2 rows changed, 18 rows added")
	b.Do(withKeys("s", chromedp.ModifierCtrl))
	gridSaved(b, "Saved: 4 cells in 2 rows changed, 18 rows added.")
	want := strings.NewReplacer(`45, "MinPriceThreshold": 25`, `50, "MinPriceThreshold": 22`, `90, "MinPriceThreshold": 40`,
		`66, "MinPriceThreshold": 55`).Replace(webtest.CategoryJSON)
	head, _, _ := strings.Cut(want, "\n  ]")
	if got := shop.File(address); !strings.HasPrefix(got, head+",") || strings.Count(got, `"New_`) != 18 || shop.Revision() != before+1 {
		t.Errorf("%d revisions, the file is\n%s", shop.Revision()-before, got)
	}
	b.Do(chromedp.Click(chromedp.CSS(`[data-grid-notice] button`)))
	gridSays(b, "The save was undone.")
	if got := shop.File(address); got != webtest.CategoryJSON {
		t.Errorf("after undo the file is\n%s", got)
	}
}

// suggestClasses suggests class names in a new row of the form, which fits a phone.
func suggestClasses(t *testing.T, b *webtest.Tab, address string) {
	t.Helper()
	b.Open(address + "/edit")
	b.Do(chromedp.Click(chromedp.CSS(`[data-items-add]`)), chromedp.KeyEvent("suggest"))
	b.Until(`document.querySelector("#class-names option")?.value === "Ammo_Suggested"`)
	b.Size(360, 740)
	if over := webtest.Evaluate[int](b, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
		t.Errorf("the form is %d pixels wider than the screen", over)
	}
	b.Size(1280, 900)
}

// savePrice changes a price where the category is shown; what is refused is told there.
func savePrice(t *testing.T, shop *webtest.Shop, b *webtest.Tab, address string) {
	t.Helper()
	b.Open(address)
	const box, status = `[data-item="ammo_12gaslug"] [name=MinPriceThreshold]`, `document.querySelector("[data-item=ammo_12gaslug] ` +
		`[data-item-status]").textContent`
	b.Do(chromedp.SetValue(chromedp.CSS(box), "26"), chromedp.SendKeys(chromedp.CSS(box), kb.End+"7"+kb.Tab))
	b.Until(status + ` === "Saved"`)
	if got := shop.File(address); !strings.Contains(got, `"MinPriceThreshold": 267`) {
		t.Errorf("the file is\n%s", got)
	}
	b.Do(chromedp.Evaluate[chromedp.Void](`document.querySelectorAll("[data-item-form] [name=MaxPriceThreshold]").forEach((box) => {
		box.value = "777";
		box.dispatchEvent(new Event("change", { bubbles: true }));
	})`))
	b.Until(`[...document.querySelectorAll("[data-item-status]")].every((status) => status.textContent === "Saved")`)
	if got := shop.File(address); strings.Count(got, `"MaxPriceThreshold": 777`) != 2 {
		t.Errorf("of prices that are changed at once some are lost:\n%s", got)
	}
}
