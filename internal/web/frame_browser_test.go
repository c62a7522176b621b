package web_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"quartermaster/internal/web/webtest"
)

// What a page at a desk has to hold, in pixels: where the first row of a list is at most, how many rows of a grid are in sight, how large
// what is pressed is at least, and how long a page is at most that is no page of a list.
const (
	lowestFirstRow = 220
	fewestGridRows = 24
	smallestTarget = 24
	longestPage    = 8 * 900
)

// measured is how a page lies in its window.
type measured struct {
	Over     int      // pixels that the page is wider than the window
	Unseen   []string // what is scrolled sideways by a bar below the window
	Primary  []string // buttons that are drawn as the main one
	Small    []string // what is too small to be pressed
	Covered  []string // what lies below something else, which is pressed instead
	FirstRow int      // the top of a list's or grid's first row; 0 for none
	GridRows int      // rows of the grid that are whole in sight
	Length   int      // of the page; 0 for one of a list with several, and for the guides of the documentation
}

// measure is the script that finds out.
var measure = fmt.Sprintf(`(() => {
	const seen = (e) => e.checkVisibility({visibilityProperty: true}) && !e.matches(".visually-hidden, .skip") &&
		e.getBoundingClientRect().width > 0 && e.getBoundingClientRect().height > 0;
	const all = (selector) => [...document.querySelectorAll(selector)].filter(seen);
	const called = (e) => (e.innerText || e.value || e.id || e.className) + " in " + (e.parentElement.className || e.parentElement.localName);
	const inText = (e) => getComputedStyle(e).display === "inline" &&
		[...e.parentElement.childNodes].some((n) => n !== e && n.textContent.trim().length > 1);
	const wide = (e) => e.scrollWidth > e.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(e).overflowX) &&
		!/INPUT|TEXTAREA/.test(e.tagName);
	const below = (e) => e.getBoundingClientRect().top < innerHeight && e.getBoundingClientRect().bottom > innerHeight;
	const small = (e) => ["width", "height"].some((side) =>
		Math.max(...[e, ...(e.labels ?? [])].map((box) => box.getBoundingClientRect()[side])) < %[1]d - 0.5);
	const parents = (e) => (e ? [e, ...parents(e.parentElement)] : []);
	const styles = (e, name, values) => parents(e).some((one) => one !== document.documentElement && values.test(getComputedStyle(one)[name]));
	const covered = (e) => {
		const {left, top, width, height} = e.getClientRects()[0];
		const over = document.elementFromPoint(left + width / 2, top + height / 2);
		return over && !over.contains(e) && !e.contains(over) && ![...(e.labels ?? [])].some((label) => label.contains(over)) &&
			!styles(over, "position", /sticky|fixed/) && !styles(e.parentElement, "overflowY", /auto|scroll|hidden/);
	};
	const row = all("main :is(.finder-rows .ledger, .grid-table) tbody tr")[0];
	const pane = document.querySelector(".grid-scroll");
	const rows = pane ? all(".grid-table tbody tr").map((e) => e.getBoundingClientRect()).filter(({bottom}) =>
		bottom <= Math.min(innerHeight, pane.getBoundingClientRect().top + pane.clientHeight + 1)).length : 0;
	return {
		Over: document.documentElement.scrollWidth - innerWidth,
		Unseen: all("main *").filter((e) => wide(e) && below(e)).map(called),
		Primary: all("main .button:not(.quiet)").map(called),
		Small: all("a[href], button, input:not([type=hidden]), select, textarea, summary").filter((e) => !inText(e) && small(e)).map(called),
		Covered: all("main :is(a[href], button, input:not([type=hidden]), select, textarea, summary)").filter(covered).map(called),
		FirstRow: row ? Math.round(row.getBoundingClientRect().top) : 0,
		GridRows: rows,
		Length: document.querySelector(".pager a, .pager button, .docs") ? 0 : document.documentElement.scrollHeight,
	};
})()`, smallestTarget)

// manyTypes is a types.xml with so many types that a grid is full of them.
func manyTypes(count int) string {
	var text strings.Builder
	text.WriteString("<types>\n")
	for i := range count {
		fmt.Fprintf(&text, `    <type name="Rifle_With_A_Long_Name_%d"><nominal>10</nominal><lifetime>7200</lifetime><restock>0</restock>`+
			`<min>5</min><category name="weapons"/><usage name="Military"/><usage name="Police"/><usage name="Hunting"/>`+
			`<value name="Tier3"/><value name="Tier4"/></type>`+"\n", i)
	}
	return text.String() + "</types>\n"
}

// expectFits measures the page that is open in all windows, beginning with the one that it was opened in.
func expectFits(b *webtest.Tab, path string) {
	b.TB.Helper()
	b.Until(`!document.querySelector("[data-grid]") || document.querySelector(".grid-table tbody tr") !== null`)
	b.Until(`!document.querySelector("[data-text-problems]") || document.querySelector("[data-text-host]") !== null`)
	b.Until(`!document.querySelector(".map-list") || document.querySelector(".map-list li") !== null`)
	m := webtest.Evaluate[measured](b, measure)
	expectCalm(b, path, m)
	if m.FirstRow > lowestFirstRow {
		b.TB.Errorf("%s: the first row is at %d pixels, at most %d", path, m.FirstRow, lowestFirstRow)
	}
	if strings.HasSuffix(path, "/types/grid") && m.GridRows < fewestGridRows {
		b.TB.Errorf("%s: %d rows of the grid in sight, at least %d", path, m.GridRows, fewestGridRows)
	}
	expectLength(b, path, m)
	for _, window := range []struct{ width, height int64 }{{1024, 768}, {1920, 1080}} {
		b.Size(window.width, window.height)
		m := webtest.Evaluate[measured](b, measure)
		expectWidth(b, path, window.width, m)
		expectLarge(b, path, window.width, m)
	}
	b.Size(360, 780)
	m = webtest.Evaluate[measured](b, measure)
	if m.Over > 0 {
		b.TB.Errorf("%s is %d pixels wider than a phone", path, m.Over)
	}
	expectLarge(b, path, 360, m)
}

func expectLength(b *webtest.Tab, path string, m measured) {
	b.TB.Helper()
	if m.Length > longestPage {
		b.TB.Errorf("%s is %d pixels long, at most %d", path, m.Length, longestPage)
	}
}

// expectLarge holds that what is pressed is large enough, and not below something else.
func expectLarge(b *webtest.Tab, path string, width int64, m measured) {
	b.TB.Helper()
	if len(m.Small) > 0 {
		b.TB.Errorf("%s in a window of %d: less than %d pixels:\n%s", path, width, smallestTarget, strings.Join(m.Small, "\n"))
	}
	if len(m.Covered) > 0 {
		b.TB.Errorf("%s in a window of %d: covered:\n%s", path, width, strings.Join(m.Covered, "\n"))
	}
}

// vanilla holds the game's own mission.
const vanilla = "../../../shared/data/vanilla-ce/chernarusplus"

// genuineFits measures the pages that grow with what a mission holds, where there is one.
func genuineFits(b *webtest.Tab, user *webtest.Browser) {
	b.TB.Helper()
	var files []webtest.File
	for _, name := range []string{
		"db/types.xml", "db/events.xml", "db/globals.xml", "cfgspawnabletypes.xml", "cfgrandompresets.xml", "cfglimitsdefinition.xml",
		"cfgeventspawns.xml", "cfggameplay.json", "cfgweather.xml", "cfgeventgroups.xml",
	} {
		text, err := os.ReadFile(filepath.Join(vanilla, name))
		if err != nil {
			b.TB.Log("genuine server files are not beside the project: ", err)
			return
		}
		files = append(files, webtest.File{Name: name, Text: string(text)})
	}
	instance := user.Instance("Genuine")
	user.Import(instance, nil, files...).Status(200)
	b.Size(1280, 900)
	for _, page := range []string{
		"", "/economy", "/economy/type?class=AKM", "/economy/traders", "/lint", "/lint/rules", "/history", "/delivery", "/types/bulk?q=*",
		"/documents/globals", "/documents/gameplay", "/documents/weather", "/documents/event-groups",
	} {
		b.Open(instance + page)
		expectLength(b, page, webtest.Evaluate[measured](b, measure))
	}
}

// expectWidth holds that nothing of a page is out of sight sideways.
func expectWidth(b *webtest.Tab, path string, width int64, m measured) {
	b.TB.Helper()
	if m.Over > 0 {
		b.TB.Errorf("%s is %d pixels wider than a window of %d", path, m.Over, width)
	}
	if len(m.Unseen) > 0 {
		b.TB.Errorf("%s in a window of %d: columns are hidden, and the bar too:\n%s", path, width, strings.Join(m.Unseen, "\n"))
	}
}

func expectCalm(b *webtest.Tab, path string, m measured) {
	b.TB.Helper()
	expectWidth(b, path, 1280, m)
	expectLarge(b, path, 1280, m)
	if len(m.Primary) > 1 {
		b.TB.Errorf("%s has %d main buttons:\n%s", path, len(m.Primary), strings.Join(m.Primary, "\n"))
	}
}
