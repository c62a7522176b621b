package instances_test

import (
	"strings"
	"testing"

	"quartermaster/internal/web/webtest"
)

// TestTheReportIsSorted by what needs a look, what was taken in, what is kept and what was left out, with equal remarks as one.
func TestTheReportIsSorted(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := b.Instance("A")
	damaged := strings.NewReplacer("<nominal>10</nominal>", "<nominal>many</nominal>", "<nominal>", "<nominal>x").Replace(webtest.TypesXML)
	page := b.Import(instance, nil, webtest.File{Name: "types.xml", Text: damaged}, webtest.File{Name: "notes.txt", Text: "x"},
		webtest.File{Name: "shop.xlsx", Text: "x"}, webtest.File{Name: "loot.png", Text: "x"}, webtest.File{Name: "base.png", Text: "x"},
		webtest.File{Name: "nothing.txt", Text: ""},
		webtest.File{Name: "storage_1/players.db", Text: "x"}, webtest.File{Name: "cfgweather.xml", Text: "<weather/>"},
		webtest.File{Name: "a.ADM", Text: "AdminLog started on 2026-01-12 at 18:30:10\n"},
		webtest.File{Name: "events.xml", Text: strings.Replace(webtest.EventsXML, "</nominal>", "</nominl>", 1)}).Status(200)
	page.Says(
		"Needs a look", "is not a number: it counts as not set, and stays in the file as it is", "Fix it as text, or import it again.",
		`db/events.xml?line=4">`, "uploaded as events.xml",
		`This is an image; it is stored unchanged <span class="badge tone-neutral">2 times</span>`,
		"This is a spreadsheet; it is stored unchanged", "The file is empty", "nothing.txt",
		"Imported", `<th role="rowheader" scope="row">types</th>`, "Open as a form",
		"1 file stored unchanged. You can change the values in a form.",
		`opens as <a href="`+instance+`/documents/value?path=mpmissions%2FdayzOffline.chernarusplus%2Fcfgweather.xml">Weather</a>`,
		"Stored unchanged", "5 files without records or a form", "Logs", "it was read, and has nothing about the configuration", "Left out",
		"The state of a running server is not imported",
		"What to do next", "Fix the files that failed", instance+"/lint",
	)
	b.Import(instance, map[string]string{"dry_run": "1"}, webtest.File{
		Name: "types.xml", Text: webtest.TypesXML,
	}).Status(200).SaysNot("What to do next",
		"Needs a look")
}
