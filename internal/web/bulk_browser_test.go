package web

import (
	"strconv"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"quartermaster/internal/record"
)

// halveWeapons halves the nominal of all weapons above 10 in at most eight clicks, and takes it back.
func halveWeapons(t *testing.T, s *testSite, b *tab) {
	user := s.user("Hal", false)
	instance, types := armed(user)
	b.signIn("hal@example.org")
	b.open(types)
	clicks := 0
	click := func(selector string) chromedp.Action[chromedp.Void] {
		clicks++
		return chromedp.Click(chromedp.CSS(selector))
	}
	b.do(click(`#filter-search`))
	b.follow(chromedp.SendKeys(chromedp.ID("filter-search"), "cat:weapons nominal>10"+kb.Enter))
	b.says("1 of 2 types")
	b.follow(click(`#many a`))
	clicks += 2 // a list is opened, and an entry chosen
	b.do(chromedp.SetValue(chromedp.ID("change-nominal-do"), "divide"), click(`#change-nominal-value`), chromedp.KeyEvent("2"))
	b.follow(click(`#change .form-end button`))
	b.says("1 type changes", "Nominal: divide by 2")
	before := user.nominal(instance, "AKM").(int64)
	b.follow(click(`#change .form-end button`))
	b.says("1 type was changed.")
	if got := user.nominal(instance, "AKM").(int64); got != (before+1)/2 {
		t.Errorf("nominal is %d, was %d", got, before)
	}
	if clicks > 8 {
		t.Errorf("%d clicks", clicks)
	}
	t.Log(strconv.Itoa(clicks) + " clicks")
	b.follow(chromedp.Click(chromedp.CSS(`.notice button`)))
	b.says("was undone")
	if got := user.nominal(instance, "AKM").(int64); got != before {
		t.Errorf("after undo nominal is %d, want %d", got, before)
	}
}

// lengthenFood gives all food 20 % more lifetime in at most eight clicks, and takes it back.
func lengthenFood(t *testing.T, s *testSite, b *tab) {
	user := s.user("Lea", false)
	instance := user.instance("Food")
	user.importing(instance, nil, uploaded{"db/types.xml", `<types><type name="Apple"><nominal>5</nominal><lifetime>10000</lifetime><category name="food"/></type><type name="AKM"><lifetime>10000</lifetime><category name="weapons"/></type></types>`}).status(200)
	lifetime := func(name string) any { return user.typeCalled(instance, name)[record.Types.Index("lifetime")] }
	b.signIn("lea@example.org")
	b.open(instance + "/types")
	clicks := 0
	click := func(selector string) chromedp.Action[chromedp.Void] {
		clicks++
		return chromedp.Click(chromedp.CSS(selector))
	}
	b.do(click(`#filter-search`))
	b.follow(chromedp.SendKeys(chromedp.ID("filter-search"), "cat:food"+kb.Enter))
	b.follow(click(`#many a`))
	clicks += 2 // a list is opened, and an entry chosen
	b.do(chromedp.SetValue(chromedp.ID("change-lifetime-do"), "multiply"), click(`#change-lifetime-value`), chromedp.KeyEvent("1.2"))
	b.follow(click(`#change .form-end button`))
	b.says("1 type changes", "12000")
	b.follow(click(`#change .form-end button`))
	b.says("1 type was changed.")
	if clicks > 8 || lifetime("Apple") != int64(12_000) || lifetime("AKM") != int64(10_000) {
		t.Errorf("%d clicks, lifetimes %v and %v", clicks, lifetime("Apple"), lifetime("AKM"))
	}
	b.follow(chromedp.Click(chromedp.CSS(`.notice button`)))
	b.says("was undone")
	if lifetime("Apple") != int64(10_000) {
		t.Errorf("after undo it is %v", lifetime("Apple"))
	}
}
