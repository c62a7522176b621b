package web

import (
	"strings"
	"testing"
)

// TestTheReportIsSorted by what needs a look, what was taken in, what is kept and what was left out, with equal remarks as one.
func TestTheReportIsSorted(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	damaged := strings.NewReplacer("<nominal>10</nominal>", "<nominal>many</nominal>", "<nominal>", "<nominal>x").Replace(typesXML)
	page := b.importing(instance, nil, uploaded{"types.xml", damaged}, uploaded{"notes.txt", "x"}, uploaded{"shop.xlsx", "x"}, uploaded{"loot.png", "x"}, uploaded{"base.png", "x"}, uploaded{"nothing.txt", ""},
		uploaded{"storage_1/players.db", "x"}, uploaded{"cfgweather.xml", "<weather/>"}, uploaded{"a.ADM", "AdminLog started on 2026-01-12 at 18:30:10\n"}, uploaded{"events.xml", strings.Replace(eventsXML, "</nominal>", "</nominl>", 1)}).status(200)
	page.says(
		"Needs a look", "is not a number: it counts as not set, and stays in the file as it is", "Mend it as text, or import it again.", `db/events.xml?line=4">`, "uploaded as events.xml",
		`This is a picture; it is stored unchanged <span class="badge tone-neutral">2 times</span>`, "This is a spreadsheet; it is stored unchanged", "The file is empty", "nothing.txt",
		"Taken in", `<th role="rowheader" scope="row">types</th>`, "Open as a form", "1 file stored unchanged. You can change the values in a form.", `opens as <a href="`+instance+`/documents/value?path=mpmissions%2FdayzOffline.chernarusplus%2Fcfgweather.xml">Weather</a>`, "Stored unchanged", "5 files without records or a form", "Logs", "it was read, and has nothing about the configuration", "Left out", "The state of a running server is not imported",
		"What to do next", "Mend the files that failed", instance+"/lint",
	)
	b.importing(instance, map[string]string{"dry_run": "1"}, uploaded{"types.xml", typesXML}).status(200).saysNot("What to do next", "Needs a look")
}
