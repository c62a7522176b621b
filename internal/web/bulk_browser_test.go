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

// halveWeapons halves the nominal of all weapons above 10 in at most eight clicks, and takes it back.
func halveWeapons(t *testing.T, s *webtest.Site, b *webtest.Tab) {
	user := s.User("Hal", false)
	instance, types := webtest.ArmedInstance(user)
	b.SignIn("hal@example.org")
	b.Open(types)
	clicks := 0
	click := func(selector string) chromedp.Action[chromedp.Void] {
		clicks++
		return chromedp.Click(chromedp.CSS(selector))
	}
	b.Do(click(`#filter-search`))
	b.Follow(chromedp.SendKeys(chromedp.ID("filter-search"), "cat:weapons nominal>10"+kb.Enter))
	b.Says("1 of 2 types")
	b.Follow(click(`#many a`))
	clicks += 2 // a list is opened, and an entry chosen
	b.Do(chromedp.SetValue(chromedp.ID("add"), "nominal:divide"), click(`.bulk-add button`), chromedp.KeyEvent("2"))
	b.Until(`(document.querySelector("[data-live-room]:not([hidden])")?.innerText ?? "").includes("1 type changes")`)
	if shown := b.Text(`document.querySelector("[data-live-room]").innerText`); !strings.Contains(shown, "Nominal in all: ") ||
		!strings.Contains(shown, "AKM") || strings.Contains(shown, "Leave out") {
		t.Errorf("while it is put together, the change says %s", shown)
	}
	b.Follow(click(`#change .form-end button`))
	b.Says("1 type changes", "Divide nominal by 2", "Nominal in all: ")
	before := user.Nominal(instance, "AKM").(int64)
	b.Follow(click(`#change .form-end button`))
	b.Says("1 type was changed.")
	if got := user.Nominal(instance, "AKM").(int64); got != (before+1)/2 {
		t.Errorf("nominal is %d, was %d", got, before)
	}
	if clicks > 8 {
		t.Errorf("%d clicks", clicks)
	}
	t.Log(strconv.Itoa(clicks) + " clicks")
	b.Follow(chromedp.Click(chromedp.CSS(`.notice button`)))
	b.Says("was undone")
	if got := user.Nominal(instance, "AKM").(int64); got != before {
		t.Errorf("after undo nominal is %d, want %d", got, before)
	}
}

// lengthenFood gives all food 20 % more lifetime in at most eight clicks, and takes it back. Then it has a weekend of double loot.
func lengthenFood(t *testing.T, s *webtest.Site, b *webtest.Tab) {
	user := s.User("Lea", false)
	instance := user.Instance("Food")
	user.Import(instance, nil, webtest.File{
		Name: "db/types.xml",
		Text: `<types><type name="Apple"><nominal>5</nominal><lifetime>10000</lifetime><category name="food"/></type><type ` +
			`name="AKM"><lifetime>10000</lifetime><category name="weapons"/></type></types>`,
	}).Status(200)
	lifetime := func(name string) any { return user.TypeCalled(instance, name)[record.Types.Index("lifetime")] }
	b.SignIn("lea@example.org")
	b.Open(instance + "/types")
	clicks := 0
	click := func(selector string) chromedp.Action[chromedp.Void] {
		clicks++
		return chromedp.Click(chromedp.CSS(selector))
	}
	b.Do(click(`#filter-search`))
	b.Follow(chromedp.SendKeys(chromedp.ID("filter-search"), "cat:food"+kb.Enter))
	b.Follow(click(`#many a`))
	clicks += 2 // a list is opened, and an entry chosen
	b.Do(chromedp.SetValue(chromedp.ID("add"), "lifetime:multiply"), click(`.bulk-add button`), chromedp.KeyEvent("1.2"))
	b.Follow(click(`#change .form-end button`))
	b.Says("1 type changes", "12000")
	b.Follow(click(`#change .form-end button`))
	b.Says("1 type was changed.")
	if clicks > 8 || lifetime("Apple") != int64(12_000) || lifetime("AKM") != int64(10_000) {
		t.Errorf("%d clicks, lifetimes %v and %v", clicks, lifetime("Apple"), lifetime("AKM"))
	}
	b.Follow(chromedp.Click(chromedp.CSS(`.notice button`)))
	b.Says("was undone")
	if lifetime("Apple") != int64(10_000) {
		t.Errorf("after undo it is %v", lifetime("Apple"))
	}
	weekend(t, user, b, instance)
}
