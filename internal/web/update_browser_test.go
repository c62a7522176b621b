package web_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"quartermaster/internal/record"
	"quartermaster/internal/web/webtest"
)

// updatesByKeys decides 12 conflicts of an update with a key for each, and applies it with one more; a single key decides all of them.
func updatesByKeys(t *testing.T, s *webtest.Site, b *webtest.Tab) {
	const count = 12
	s.Work(t)
	user := s.User("Uma", false)
	instance := user.Instance("Updated")
	typesWith := func(nominal int) webtest.File {
		var text strings.Builder
		for i := range count {
			fmt.Fprintf(&text, `<type name="Class%02d"><nominal>%d</nominal></type>`, i, nominal)
		}
		return webtest.File{Name: "db/types.xml", Text: "<types>" + text.String() + "</types>"}
	}
	user.Import(instance, nil, typesWith(1)).Status(200)
	for i := range count {
		sid := record.Types.SID(user.TypeCalled(instance, fmt.Sprintf("Class%02d", i)))
		if _, err := s.DB.Update(t.Context(), record.Types, user.Scope(instance), sid, record.Values{"nominal": int64(2)}); err != nil {
			t.Fatal(err)
		}
	}
	held := webtest.LocationOf(user.Import(instance, map[string]string{"mode": "update", "base": "last"}, typesWith(3)).Status(302))
	b.SignIn("uma@example.org")
	b.Open(held)
	keys := strings.Repeat("12", count/2) + kb.Enter
	b.Do(withKeys("t"))
	if at := b.Text(`document.querySelector("#prefer").value + " " + document.activeElement.innerText`); at != "theirs Apply update" {
		t.Errorf("a key for all leaves %q", at)
	}
	b.Do(withKeys("nnp"))
	if at := b.Text(`document.activeElement.labels[0].innerText`); at != "What counts for Nominal of Class00" {
		t.Errorf("next and previous lead to %q", at)
	}
	b.Do(withKeys(keys[:count]))
	if at := b.Text(`document.activeElement.innerText`); at != "Apply update" {
		t.Fatalf("after %d keys the focus is on %q", count, at)
	}
	b.Follow(chromedp.KeyEvent(keys[count:]))
	b.Until(`document.body.innerText.includes("1 file imported.")`)
	for i := range count {
		if got, want := user.Nominal(instance, fmt.Sprintf("Class%02d", i)), int64(2+i%2); got != want {
			t.Errorf("nominal of %d is %v, want %d", i, got, want)
		}
	}
}
