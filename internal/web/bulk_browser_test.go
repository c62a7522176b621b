package web

import (
	"strconv"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
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
