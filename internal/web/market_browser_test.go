package web

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"quartermaster/internal/record"
)

// marketEditor changes the items of a category: prices at once, pasted rows, one price on the page of the category.
func marketEditor(t *testing.T, s *testSite, b *tab) {
	user := s.user("Mara", false)
	instance := user.instance("Market")
	shop := &shop{user, instance, guiOf(instance)}
	address := shop.imported(categories, "Ammo", categoryJSON)
	user.add(instance, record.InstanceClassnames, record.Values{"name": "Ammo_Suggested"})
	b.signIn("mara@example.org")
	repriceSearched(t, shop, b, address)
	pasteRows(t, shop, b, address)
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

// repriceSearched raises the prices of what the search shows: one revision, and nothing else changes.
func repriceSearched(t *testing.T, shop *shop, b *tab, address string) {
	t.Helper()
	before := shop.revision()
	b.open(address + "/edit")
	b.do(chromedp.SendKeys(chromedp.ID("items-search"), "45ACP"), chromedp.Click(chromedp.CSS(`[data-items-prices]`)))
	b.until(`document.querySelector("[data-prices][open] [data-dialog-count]").textContent === "1 item changes"`)
	if got := b.text(`document.querySelector("[data-prices] tbody").innerText`); !strings.Contains(got, "40 44") || !strings.Contains(got, "90 99") {
		t.Errorf("the preview says %q", got)
	}
	b.follow(chromedp.Click(chromedp.CSS(`[data-prices] [data-dialog-apply]`)))
	b.says("Ammo was saved.")
	want := strings.NewReplacer(`"MaxPriceThreshold": 90, "MinPriceThreshold": 40`, `"MaxPriceThreshold": 99, "MinPriceThreshold": 44`).Replace(categoryJSON)
	if got := shop.file(address); got != want || shop.revision() != before+1 {
		t.Errorf("%d revisions, the file is\n%s", shop.revision()-before, got)
	}
}

// pasteRows takes over what is sound of some lines, into a row that is there and a new one.
func pasteRows(t *testing.T, shop *shop, b *tab, address string) {
	t.Helper()
	b.open(address + "/edit")
	b.do(chromedp.Click(chromedp.CSS(`[data-items-paste]`)))
	b.do(chromedp.SetValue(chromedp.ID("paste-text"), "AMMO_45acp\t50\t60\nnew_ammo\t1\t2\t30\nNEW_ammo\t7\t8\nhalf\t1\nnew_too\tx\t1"))
	b.do(chromedp.SendKeys(chromedp.ID("paste-text"), "\n"))
	b.until(`document.querySelector("[data-paste] [data-dialog-count]").textContent === "1 new, 1 existing, 3 left out"`)
	b.follow(chromedp.Click(chromedp.CSS(`[data-paste] [data-dialog-apply]`)))
	got := strings.Join(strings.Fields(shop.file(address)), "")
	for _, part := range []string{`"ammo_45acp","MaxPriceThreshold":60,"MinPriceThreshold":50`, `"new_ammo","MaxPriceThreshold":2,"MinPriceThreshold":1,"SellPricePercent":30.0,"MaxStockThreshold":100,`} {
		if !strings.Contains(got, part) {
			t.Errorf("%s is not in %s", part, got)
		}
	}
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
	if got := shop.file(address); strings.Count(got, `"MaxPriceThreshold": 777`) != 3 {
		t.Errorf("of prices that are changed at once some are lost:\n%s", got)
	}
}
