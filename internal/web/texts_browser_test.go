package web_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"quartermaster/internal/mission"
	"quartermaster/internal/web/webtest"
)

// editsTexts opens a file from the list, breaks it, sees the error while typing, saves it all the same, mends it, and meets what
// somebody else has saved meanwhile. Then it edits files in other encodings, of which no other byte changes.
func editsTexts(t *testing.T, s *webtest.Site, b *webtest.Tab) {
	user := s.User("Tess", false)
	instance := user.ManyTypes(3)
	const path = "mpmissions/dayzOffline.chernarusplus/db/types.xml"
	generated := func() string {
		f, err := s.Missions.GenerateFile(t.Context(), user.Scope(instance), path)
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
	b.SignIn("tess@example.org")
	b.Open(instance)
	b.Follow(chromedp.Click(chromedp.CSS(`[data-file="` + path + `"] small a`)))
	const inside = `document.querySelector("[data-text-host]")?.shadowRoot.querySelector`
	b.Until(inside + `(".cm-content")?.innerText.includes("Class_00000")`)
	atStart := func() {
		webtest.Evaluate[any](b, inside+`(".cm-content").focus(), 0`)
		b.Do(chromedp.KeyEvent(kb.Home, chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	}

	atStart()
	b.Do(chromedp.KeyEvent(kb.Escape), chromedp.KeyEvent(kb.Tab))
	b.Until(`document.activeElement?.matches(".go, a, button, summary")`)
	atStart()
	b.Do(chromedp.KeyEvent("<oops"))
	b.Until(`document.querySelector("[data-text-problems] .error .go")?.innerText.startsWith("Line ") && ` + inside +
		`(".cm-lint-marker-error") !== null`)
	b.Do(chromedp.Click(chromedp.CSS(`[data-text-diff]`)))
	b.Until(inside + `(".cm-deletedChunk") !== null`)
	b.Follow(chromedp.Click(chromedp.CSS(`#text [type=submit]`)))
	b.Says("it cannot be read", "Its records wait until it is fixed.")
	if got := generated(); got != "<oops"+before {
		t.Errorf("the broken file is %q", got)
	}

	b.Until(inside + `(".cm-content") !== null`)
	atStart()
	b.Do(chromedp.KeyEvent(strings.Repeat(kb.Delete, len("<oops"))))
	b.Until(`document.querySelector("[data-text-problems] .error") === null`)
	b.Follow(chromedp.Click(chromedp.CSS(`#text [type=submit]`)))
	b.Says("types.xml is saved.")
	if got := generated(); got != before {
		t.Errorf("the fixed file is %q", got)
	}

	b.Until(inside + `(".cm-content") !== null`)
	if _, err := s.Missions.SaveText(t.Context(), user.Scope(instance), mission.TextEdit{
		Path: path, Text: "<!-- theirs -->\n" + before,
	}); err != nil {
		t.Fatal(err)
	}
	atStart()
	b.Do(chromedp.KeyEvent("<!-- mine -->"))
	b.Follow(chromedp.Click(chromedp.CSS(`#text [type=submit]`)))
	b.Says("Someone else has changed this file")
	b.Until(inside + `(".cm-deletedChunk")?.innerText.includes("theirs")`)
	b.Follow(chromedp.Click(chromedp.CSS(`#text [type=submit]`)))
	b.Says("types.xml is saved.")
	if got := generated(); got != "<!-- mine -->"+before {
		t.Errorf("saved over theirs: %q", got)
	}

	for name, f := range inOtherEncodings {
		place := "profiles/" + name
		upload := []mission.Upload{{Path: place, Data: []byte(f.came)}}
		if _, err := s.Missions.Import(t.Context(), user.Scope(instance), upload, mission.Options{}); err != nil {
			t.Fatal(err)
		}
		b.Open(instance + "/texts/" + place)
		b.Until(inside + `(".cm-content")?.innerText.includes(` + strconv.Quote(f.shown) + `)`)
		atStart()
		b.Do(chromedp.KeyEvent(f.typed))
		b.Follow(chromedp.Click(chromedp.CSS(`#text [type=submit]`)))
		b.Says(name + " is saved.")
		saved, err := s.Missions.GenerateFile(t.Context(), user.Scope(instance), place)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := saved.Content(t.Context()); err != nil || string(got) != f.want {
			t.Errorf("%s is written as %q, want %q (%v)", name, got, f.want, err)
		}
	}
}

// inOtherEncodings are files that are not UTF-8: what came, a part of what the editor shows, what is typed at the start, and what is
// written then. The last one has bytes that are no characters.
var inOtherEncodings = map[string]struct{ came, shown, typed, want string }{
	"cyrillic.txt": {
		"\xcf\xf0\xe0\xe2\xe8\xeb\xe0 \xf1\xe5\xf0\xe2\xe5\xf0\xe0\r\n", "Правила", "Ы",
		"\xdb\xcf\xf0\xe0\xe2\xe8\xeb\xe0 \xf1\xe5\xf0\xe2\xe5\xf0\xe0\r\n",
	},
	"wide.txt": {"\xff\xfea\x00\xfc\x00\r\x00\n\x00", "aü", "é", "\xff\xfe\xe9\x00a\x00\xfc\x00\r\x00\n\x00"},
	"mixed.xml": {
		"<a>\n<!-- caf\xe9 \x81 \xff \xc3\xa4 -->\n</a>\n", "caf", "<!-- z -->", "<!-- z --><a>\n<!-- caf\xe9 \x81 \xff \xc3\xa4 -->\n</a>\n",
	},
}
