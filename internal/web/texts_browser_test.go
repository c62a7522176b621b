package web

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"quartermaster/internal/mission"
)

// editsTexts opens a file from the list, breaks it, sees the error while typing, saves it all the same, mends it, and meets what
// somebody else has saved meanwhile.
func editsTexts(t *testing.T, s *testSite, b *tab) {
	user := s.user("Tess", false)
	instance := user.manyTypes(3)
	const path = "mpmissions/dayzOffline.chernarusplus/db/types.xml"
	generated := func() string {
		f, err := s.missions.GenerateFile(t.Context(), user.scope(instance), path)
		if err != nil {
			t.Fatal(err)
		}
		content, err := f.Content(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return string(content)
	}
	before := generated()
	b.signIn("tess@example.org")
	b.open(instance)
	b.follow(chromedp.Click(chromedp.CSS(`[data-file="` + path + `"] small a`)))
	const inside = `document.querySelector("[data-text-host]")?.shadowRoot.querySelector`
	b.until(inside + `(".cm-content")?.innerText.includes("Class_00000")`)
	atStart := func() {
		evaluate[any](b, inside+`(".cm-content").focus(), 0`)
		b.do(chromedp.KeyEvent(kb.Home, chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	}

	atStart()
	b.do(chromedp.KeyEvent(kb.Escape), chromedp.KeyEvent(kb.Tab))
	b.until(`document.activeElement?.matches(".go, a, button, summary")`)
	atStart()
	b.do(chromedp.KeyEvent("<oops"))
	b.until(`document.querySelector("[data-text-problems] .error .go")?.innerText.startsWith("Line ") && ` + inside + `(".cm-lint-marker-error") !== null`)
	b.do(chromedp.Click(chromedp.CSS(`[data-text-diff]`)))
	b.until(inside + `(".cm-deletedChunk") !== null`)
	b.follow(chromedp.Click(chromedp.CSS(`#text [type=submit]`)))
	b.says("it cannot be read", "Its records wait until it is mended.")
	if got := generated(); got != "<oops"+before {
		t.Errorf("the broken file is %q", got)
	}

	b.until(inside + `(".cm-content") !== null`)
	atStart()
	b.do(chromedp.KeyEvent(strings.Repeat(kb.Delete, len("<oops"))))
	b.until(`document.querySelector("[data-text-problems] .error") === null`)
	b.follow(chromedp.Click(chromedp.CSS(`#text [type=submit]`)))
	b.says("types.xml is saved.")
	if got := generated(); got != before {
		t.Errorf("the mended file is %q", got)
	}

	b.until(inside + `(".cm-content") !== null`)
	if _, err := s.missions.SaveText(t.Context(), user.scope(instance), mission.TextEdit{Path: path, Text: "<!-- theirs -->\n" + before}); err != nil {
		t.Fatal(err)
	}
	atStart()
	b.do(chromedp.KeyEvent("<!-- mine -->"))
	b.follow(chromedp.Click(chromedp.CSS(`#text [type=submit]`)))
	b.says("Somebody else has changed this file")
	b.until(inside + `(".cm-deletedChunk")?.innerText.includes("theirs")`)
	b.follow(chromedp.Click(chromedp.CSS(`#text [type=submit]`)))
	b.says("types.xml is saved.")
	if got := generated(); got != "<!-- mine -->"+before {
		t.Errorf("saved over theirs: %q", got)
	}
}
