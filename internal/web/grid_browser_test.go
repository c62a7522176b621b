package web

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"quartermaster/internal/record"
)

// gridTypes is how many types the test of the grid has.
const gridTypes = 20_000

// gridByKeys edits, pastes and resolves a conflict in a grid of 20,000 types, and takes each back.
func gridByKeys(t *testing.T, s *testSite, b *tab) {
	user := s.user("Gus", false)
	instance := user.manyTypes(gridTypes)
	b.signIn("gus@example.org")
	b.open(instance + "/types")
	b.follow(chromedp.Click(chromedp.CSS(`main a[href$="/types/grid"]`)))
	b.until(`document.querySelector("[data-grid-said]").textContent === "20,000 types."`)
	b.scrollsWithoutGaps(t)
	if used := evaluate[float64](b, `performance.memory.usedJSHeapSize`); used > 150e6 {
		t.Errorf("the page takes %.0f MB", used/1e6)
	}
	b.scrollsAway(t)
	b.editsCells(t, user, instance)
	b.pastesRows(t, user, instance)
	b.meetsAnother(t, user, instance)
	b.addsAndDeletes(t, user, instance)
	b.sortsAndChooses(t)
	b.scansGrid(t)
}

const gridGaps = `(async () => {
	const room = document.querySelector("[data-grid-scroll]"), box = room.getBoundingClientRect();
	const frame = () => new Promise(requestAnimationFrame);
	const frames = [], gaps = [], steps = 60;
	for (let i = 0, last = performance.now(); i <= steps; i++) {
		room.scrollTop = (room.scrollHeight - room.clientHeight) * (i <= steps / 2 ? i / steps * 2 : Math.random());
		await frame();
		const now = performance.now();
		frames.push(now - last);
		last = now;
		for (const y of [45, box.height / 2, box.height - 25]) {
			const cell = document.elementFromPoint(box.left + 300, box.top + y)?.closest("tbody th, tbody td");
			if (!cell?.textContent) gaps.push(room.scrollTop);
		}
	}
	room.scrollTop = 0;
	await frame();
	frames.sort((a, b) => a - b);
	return JSON.stringify({ gaps: gaps.length, rows: document.querySelectorAll("[data-grid] tbody tr").length, median: frames[steps / 2], longest: frames.at(-1) });
})()`

// scrollsWithoutGaps scrolls through all rows. How long the frames took is logged.
func (b *tab) scrollsWithoutGaps(t *testing.T) {
	t.Helper()
	text, err := chromedp.Run(b, chromedp.Evaluate[string](gridGaps, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(text, `"gaps":0,`) {
		t.Errorf("scrolling shows gaps: %s", text)
	}
	t.Log(text)
}

func withKeys(keys string, modifiers ...chromedp.Modifier) chromedp.Action[chromedp.Void] {
	return chromedp.KeyEvent(keys, chromedp.KeyModifiers(modifiers...))
}

func (b *tab) gridSays(text string) {
	b.t.Helper()
	b.until(`document.querySelector("[data-grid]").innerText.includes(` + quoted(text) + `)`)
}

// gridSaved waits until the grid says that a save is done, and holds nothing that is not saved: it says the same of the save before.
func (b *tab) gridSaved(text string) {
	b.t.Helper()
	b.until(`document.querySelector("[data-grid-pending]").textContent === "Nothing is changed."`)
	b.gridSays(text)
}

// scrollsAway scrolls the active cell out of sight: the keys still work, and lead back to it.
func (b *tab) scrollsAway(t *testing.T) {
	b.do(chromedp.Click(chromedp.CSS(`[data-grid] tr[aria-rowindex="3"] td[aria-colindex="3"]`)))
	evaluate[any](b, `document.querySelector("[data-grid-scroll]").scrollTop = 90000, 0`)
	b.until(`document.activeElement.matches("[data-grid-scroll]")`)
	b.do(chromedp.KeyEvent(kb.ArrowUp))
	if got := b.text(`document.activeElement.parentElement.getAttribute("aria-rowindex")`); got != "2" {
		t.Errorf("the focus is in row %s", got)
	}
}

// editsCells types some values, fills them down to 300 cells, saves with one key, and takes it back.
func (b *tab) editsCells(t *testing.T, user *browser, instance string) {
	b.do(chromedp.Click(chromedp.CSS(`[data-grid] tr[aria-rowindex="2"] td[aria-colindex="3"]`)))
	b.do(withKeys("70\t71\r72" + kb.Escape + "73\r"))
	b.gridSays("3 cells in 2 rows changed")
	b.do(withKeys("z", chromedp.ModifierCtrl), withKeys("y", chromedp.ModifierCtrl), withKeys("x\r"))
	b.gridSays("“x” is not a whole number")
	b.do(withKeys(kb.Escape), chromedp.Click(chromedp.CSS(`[data-grid] tr[aria-rowindex="2"] td[aria-colindex="3"]`)))
	for evaluate[int](b, `document.querySelector("#grid-status").textContent.match(/in ([0-9]+) row/)?.[1] | 0`) < 280 {
		b.do(withKeys(kb.PageDown, chromedp.ModifierShift))
	}
	b.do(withKeys("d", chromedp.ModifierCtrl))
	b.insists(t)
	b.do(withKeys("s", chromedp.ModifierCtrl))
	b.gridSaved("Saved: 2")
	if got := user.nominalOf(instance, "Class_00200"); got != 70 {
		t.Errorf("nominal is %v", got)
	}
	revision := user.count(`SELECT revision FROM instances WHERE id = $1`, user.scope(instance).InstanceID)
	t.Log(b.text(`document.querySelector("[data-grid-notice]").textContent`), "revision", revision)
	b.do(chromedp.Click(chromedp.CSS(`[data-grid-notice] button`)))
	b.gridSays("The save was undone.")
	if got := user.nominalOf(instance, "Class_00200"); got != 20 {
		t.Errorf("after undo nominal is %v", got)
	}
}

// insists enters a count that hardly is meant: it is told while it is typed, and asked about before it is saved.
func (b *tab) insists(t *testing.T) {
	t.Helper()
	b.do(withKeys(kb.Home, chromedp.ModifierCtrl), withKeys(kb.ArrowRight), withKeys("-5"))
	b.gridSays("Nominal is usually 0 or more.")
	b.do(withKeys("\r"), withKeys("s", chromedp.ModifierCtrl))
	b.until(`document.querySelector("dialog")?.innerText.includes("Class_00000: Nominal is usually 0 or more.")`)
	b.do(chromedp.Click(chromedp.CSS(`dialog .quiet`)), withKeys("z", chromedp.ModifierCtrl))
	if rows := b.text(`document.querySelector("[data-grid-pending]").textContent`); strings.Contains(rows, "unusual") {
		t.Errorf("after undo: %s", rows)
	}
}

// paste pastes text at the active cell, as the clipboard does.
func (b *tab) paste(text string) {
	b.t.Helper()
	evaluate[bool](b, `(() => {
		const clipboardData = new DataTransfer();
		clipboardData.setData("text/plain", `+strconv.Quote(text)+`);
		return document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true })) || true;
	})()`)
}

// pastesRows pastes 200 rows with a row of names in another order, some for new records.
func (b *tab) pastesRows(t *testing.T, user *browser, instance string) {
	var text strings.Builder
	text.WriteString("Usages\tnominal\tClass name\n")
	for i := range 200 {
		text.WriteString("Coast, Farm\t" + strconv.Itoa(1000+i) + "\tClass_" + strconv.Itoa(19900+i) + "\n")
	}
	b.paste(text.String())
	b.gridSays("200 cells in 100 rows changed, 100 rows added")
	b.do(chromedp.Click(chromedp.CSS(`[data-grid-review]`)))
	b.until(`document.querySelector("dialog").innerText.includes("Class_20099")`)
	b.do(withKeys(kb.Escape), chromedp.Click(chromedp.CSS(`[data-grid-save]`)))
	b.gridSaved("Saved: 200 cells in 100 rows changed, 100 rows added.")
	if got := user.nominalOf(instance, "Class_20099"); got != 1199 {
		t.Errorf("nominal of a new type is %v", got)
	}
	b.do(chromedp.Click(chromedp.CSS(`[data-grid-notice] button`)))
	b.gridSays("The save was undone.")
	if n, _ := user.db.CountAll(t.Context(), user.scope(instance), []*record.Resource{record.Types}); n[0] != gridTypes {
		t.Errorf("%d types after undo", n[0])
	}
}

// meetsAnother changes cells that somebody else has changed meanwhile: of two values one is kept and one is theirs.
func (b *tab) meetsAnother(t *testing.T, user *browser, instance string) {
	for name, nominal := range map[string]int64{"Class_00000": 501, "Class_00001": 502, "Class_00003": 503} {
		user.setNominal(instance, name, nominal)
	}
	b.do(withKeys(kb.Home, chromedp.ModifierCtrl), withKeys(kb.ArrowRight), withKeys("81\r82\r83\r"), withKeys("s", chromedp.ModifierCtrl))
	b.until(`document.querySelector("dialog")?.innerText.includes("501 (Gus)")`)
	b.do(chromedp.Click(chromedp.CSS(`#conflict-0-mine`)), chromedp.Click(chromedp.CSS(`dialog .form-end button`)))
	b.gridSaved("Saved: 2 cells in 2 rows changed.")
	b.forgive("409")
	for name, want := range map[string]int64{"Class_00000": 81, "Class_00001": 502, "Class_00002": 83, "Class_00003": 503} {
		if got := user.nominalOf(instance, name); got != want {
			t.Errorf("nominal of %s is %v, want %d", name, got, want)
		}
	}
	b.do(chromedp.Click(chromedp.CSS(`[data-grid-notice] button`)))
	b.gridSays("The save was undone.")
	if got := user.nominalOf(instance, "Class_00000"); got != 501 {
		t.Errorf("after undo nominal is %v", got)
	}
}

// addsAndDeletes adds a row, whose usages are completed, and deletes two.
func (b *tab) addsAndDeletes(t *testing.T, user *browser, instance string) {
	b.do(chromedp.Click(chromedp.CSS(`[data-grid-add]`)), chromedp.KeyEvent("Brand_New\t7\r"), chromedp.KeyEvent(kb.Home))
	for b.text(`document.querySelector("#grid-status").textContent.split(" · ")[0]`) != "Usages" {
		b.do(chromedp.KeyEvent(kb.ArrowRight))
	}
	b.do(chromedp.KeyEvent("coa"))
	b.until(`document.querySelector("#grid-names [role=option]")?.textContent === "Coast"`)
	b.do(chromedp.KeyEvent(kb.ArrowDown + "\r\r"))
	b.do(withKeys(kb.Home, chromedp.ModifierCtrl), withKeys(kb.ArrowDown, chromedp.ModifierShift), chromedp.Click(chromedp.CSS(`[data-grid-remove]`)))
	b.gridSays("1 row added, 2 rows to be deleted")
	b.do(withKeys("s", chromedp.ModifierCtrl))
	b.do(chromedp.Click(chromedp.CSS(`dialog .danger`)))
	b.gridSaved("Saved: 1 row added, 2 rows to be deleted.")
	if got := user.count(`SELECT count(*) FROM type_usage_links l JOIN types r ON r.id = l.type_id JOIN type_usages u ON u.id = l.usage_id
		JOIN instance_classnames c ON c.id = r.instance_classname_id WHERE c.name = 'Brand_New' AND u.name = 'Coast' AND r.instance_id = $1`, user.scope(instance).InstanceID); got != 1 {
		t.Error("the new type has no usage")
	}
}

// forgive forgets complaints that hold a text.
func (b *tab) forgive(text string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.complaint = slices.DeleteFunc(b.complaint, func(each string) bool { return strings.Contains(each, text) })
}

// sortsAndChooses sorts by two columns and edits many rows in the panel.
func (b *tab) sortsAndChooses(t *testing.T) {
	b.do(chromedp.Click(chromedp.CSS(`[data-grid] th[data-key="nominal"]`)), withKeys(kb.Enter), chromedp.KeyEvent(kb.ArrowRight))
	if got := b.text(`location.search`); got != "?sort=-nominal" {
		t.Errorf("the address has %s", got)
	}
	if got := b.text(`document.querySelector("[data-grid] tbody tr th").textContent`); got != "Class_00003" {
		t.Errorf("%s is the first", got)
	}
	b.do(chromedp.Click(chromedp.CSS(`[data-grid] tr[aria-rowindex="2"] td[aria-colindex="3"]`)), withKeys(kb.ArrowDown, chromedp.ModifierShift), chromedp.Click(chromedp.CSS(`[data-grid-panel]`)))
	b.until(`document.querySelector("#grid-panel-0")?.placeholder === "mixed"`)
	b.do(chromedp.SendKeys(chromedp.CSS(`#grid-panel-0`), "9"), chromedp.Click(chromedp.CSS(`dialog .form-end button`)))
	b.gridSays("2 cells in 2 rows changed")
	b.do(chromedp.Click(chromedp.CSS(`[data-grid-discard]`)))
	b.gridSays("Nothing is changed.")
}

// scansGrid looks for what keeps people with a reader of the screen out.
func (b *tab) scansGrid(t *testing.T) {
	axe, err := os.ReadFile(axeSource)
	if err != nil {
		t.Fatal(err)
	}
	evaluate[any](b, string(axe)+";0")
	for _, scheme := range []string{"light", "dark"} {
		b.theme(scheme)
		for _, f := range b.scan(scanAll) {
			t.Errorf("in the %s: %s: %s (%s)%s", scheme, f.ID, f.Help, f.Impact, f.where())
		}
	}
}
