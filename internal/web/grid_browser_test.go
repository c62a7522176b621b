package web_test

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"quartermaster/internal/record"
	"quartermaster/internal/web/webtest"
)

// gridByKeys edits, pastes and resolves a conflict in a grid of 20,000 types, and takes each back.
func gridByKeys(t *testing.T, s *webtest.Site, b *webtest.Tab) {
	user := s.User("Gus", false)
	instance := user.ManyTypes(webtest.GridTypes)
	b.SignIn("gus@example.org")
	b.Open(instance + "/types")
	b.Follow(chromedp.Click(chromedp.CSS(`main a[href$="/types/grid"]`)))
	b.Until(`document.querySelector("[data-grid-said]").textContent === "20,000 types."`)
	scrollsWithoutGaps(b, t)
	if used := webtest.Evaluate[float64](b, `performance.memory.usedJSHeapSize`); used > 150e6 {
		t.Errorf("the page takes %.0f MB", used/1e6)
	}
	scrollsAway(b, t)
	editsCells(b, t, user, instance)
	pastesRows(b, t, user, instance)
	meetsAnother(b, t, user, instance)
	addsAndDeletes(b, t, user, instance)
	sortsAndChooses(b, t)
	scansGrid(b, t)
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
	return JSON.stringify({ gaps: gaps.length, rows: document.querySelectorAll("[data-grid] tbody tr").length,
		median: frames[steps / 2], longest: frames.at(-1) });
})()`

// scrollsWithoutGaps scrolls through all rows. How long the frames took is logged.
func scrollsWithoutGaps(b *webtest.Tab, t *testing.T) {
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

// fromMore opens the menu of a grid that holds what is done less often.
var fromMore = chromedp.Click(chromedp.CSS(`[data-grid-more] > summary`))

func withKeys(keys string, modifiers ...chromedp.Modifier) chromedp.Action[chromedp.Void] {
	return chromedp.KeyEvent(keys, chromedp.KeyModifiers(modifiers...))
}

func gridSays(b *webtest.Tab, text string) {
	b.TB.Helper()
	b.Until(`document.querySelector("[data-grid]").innerText.includes(` + webtest.Quoted(text) + `)`)
}

// gridSaved waits until the grid says that a save is done, and holds nothing that is not saved: it says the same of the save before.
func gridSaved(b *webtest.Tab, text string) {
	b.TB.Helper()
	b.Until(`document.querySelector("[data-grid-pending]").textContent === "Nothing is changed."`)
	gridSays(b, text)
}

// scrollsAway scrolls the active cell out of sight: the keys still work, and lead back to it.
func scrollsAway(b *webtest.Tab, t *testing.T) {
	b.Do(chromedp.Click(chromedp.CSS(`[data-grid] tr[aria-rowindex="3"] td[aria-colindex="3"]`)))
	webtest.Evaluate[any](b, `document.querySelector("[data-grid-scroll]").scrollTop = 90000, 0`)
	b.Until(`document.activeElement.matches("[data-grid-scroll]")`)
	b.Do(chromedp.KeyEvent(kb.ArrowUp))
	if got := b.Text(`document.activeElement.parentElement.getAttribute("aria-rowindex")`); got != "2" {
		t.Errorf("the focus is in row %s", got)
	}
}

// editsCells types some values, fills them down to 300 cells, saves with one key, and takes it back.
func editsCells(b *webtest.Tab, t *testing.T, user *webtest.Browser, instance string) {
	b.Do(chromedp.Click(chromedp.CSS(`[data-grid] tr[aria-rowindex="2"] td[aria-colindex="3"]`)))
	b.Do(withKeys("70\t71\r72" + kb.Escape + "73\r"))
	gridSays(b, "3 cells in 2 rows changed")
	b.Do(withKeys("z", chromedp.ModifierCtrl), withKeys("y", chromedp.ModifierCtrl), withKeys("x\r"))
	gridSays(b, "“x” is not a whole number")
	b.Do(withKeys(kb.Escape), chromedp.Click(chromedp.CSS(`[data-grid] tr[aria-rowindex="2"] td[aria-colindex="3"]`)))
	for webtest.Evaluate[int](b, `document.querySelector("#grid-status").textContent.match(/in ([0-9]+) row/)?.[1] | 0`) < 280 {
		b.Do(withKeys(kb.PageDown, chromedp.ModifierShift))
	}
	b.Do(withKeys("d", chromedp.ModifierCtrl))
	gridSays(b, "filled")
	b.Do(withKeys("*2"))
	gridSays(b, "70 → 140, 70 → 140, 70 → 140 …")
	b.Do(withKeys("=/2" + kb.Escape + "z")) // Escape takes back what was typed
	b.Do(withKeys(kb.Escape))
	insists(b, t)
	user.Get(instance + "/files.zip").Status(200)
	b.Do(withKeys("s", chromedp.ModifierCtrl))
	gridSaved(b, "Saved: ") // as many as the keys have reached
	b.Until(`/^[0-9]+ unsent$/.test(document.querySelector(".unsent-bar")?.textContent)`)
	if got := nominalOf(user, instance, "Class_00200"); got != 70 {
		t.Errorf("nominal is %v", got)
	}
	revision := user.Count(`SELECT revision FROM instances WHERE id = $1`, user.Scope(instance).InstanceID)
	t.Log(b.Text(`document.querySelector("[data-grid-notice]").textContent`), "revision", revision)
	b.Do(chromedp.Click(chromedp.CSS(`[data-grid-notice] button`)))
	gridSays(b, "The save was undone.")
	if got := nominalOf(user, instance, "Class_00200"); got != 20 {
		t.Errorf("after undo nominal is %v", got)
	}
}

// insists enters a count that hardly is meant: it is told while it is typed, and asked about before it is saved.
func insists(b *webtest.Tab, t *testing.T) {
	t.Helper()
	b.Do(withKeys(kb.Home, chromedp.ModifierCtrl), withKeys(kb.ArrowRight), withKeys("-5"))
	gridSays(b, "Nominal is below 0.")
	b.Do(withKeys("\r"), withKeys("s", chromedp.ModifierCtrl))
	b.Until(`document.querySelector("dialog")?.innerText.includes("Class_00000: Nominal is below 0.")`)
	b.Do(chromedp.Click(chromedp.CSS(`dialog .quiet`)), withKeys("z", chromedp.ModifierCtrl))
	if rows := b.Text(`document.querySelector("[data-grid-pending]").textContent`); strings.Contains(rows, "unusual") {
		t.Errorf("after undo: %s", rows)
	}
}

// paste pastes text at the active cell, as the clipboard does.
func paste(b *webtest.Tab, text string) {
	b.TB.Helper()
	webtest.Evaluate[bool](b, `(() => {
		const clipboardData = new DataTransfer();
		clipboardData.setData("text/plain", `+strconv.Quote(text)+`);
		return document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true })) || true;
	})()`)
}

// pastesRows pastes 200 rows with a row of names in another order, some for new records.
func pastesRows(b *webtest.Tab, t *testing.T, user *webtest.Browser, instance string) {
	var text strings.Builder
	text.WriteString("Usages\tnominal\tClass name\n")
	for i := range 200 {
		text.WriteString("Coast, Farm\t" + strconv.Itoa(1000+i) + "\tClass_" + strconv.Itoa(19900+i) + "\n")
	}
	paste(b, text.String())
	gridSays(b, "200 cells in 100 rows changed, 100 rows added")
	b.Do(chromedp.Click(chromedp.CSS(`[data-grid-review]`)))
	b.Until(`document.querySelector("dialog").innerText.includes("Class_20099")`)
	b.Do(withKeys(kb.Escape), chromedp.Click(chromedp.CSS(`[data-grid-save]`)))
	gridSaved(b, "Saved: 200 cells in 100 rows changed, 100 rows added.")
	if got := nominalOf(user, instance, "Class_20099"); got != 1199 {
		t.Errorf("nominal of a new type is %v", got)
	}
	b.Do(chromedp.Click(chromedp.CSS(`[data-grid-notice] button`)))
	gridSays(b, "The save was undone.")
	if n, _ := user.DB.CountAll(t.Context(), user.Scope(instance), []*record.Resource{record.Types}); n[0] != webtest.GridTypes {
		t.Errorf("%d types after undo", n[0])
	}
}

// meetsAnother changes cells that somebody else has changed meanwhile: of two values one is kept and one is theirs.
func meetsAnother(b *webtest.Tab, t *testing.T, user *webtest.Browser, instance string) {
	for name, nominal := range map[string]int64{"Class_00000": 501, "Class_00001": 502, "Class_00003": 503} {
		setNominal(user, instance, name, nominal)
	}
	b.Do(withKeys(kb.Home, chromedp.ModifierCtrl), withKeys(kb.ArrowRight), withKeys("81\r82\r83\r"), withKeys("s", chromedp.ModifierCtrl))
	b.Until(`document.querySelector("dialog")?.innerText.includes("501 (Gus)")`)
	b.Do(chromedp.Click(chromedp.CSS(`#conflict-0-mine`)), chromedp.Click(chromedp.CSS(`dialog .form-end button`)))
	gridSaved(b, "Saved: 2 cells in 2 rows changed.")
	forgive(b, "409")
	for name, want := range map[string]int64{"Class_00000": 81, "Class_00001": 502, "Class_00002": 83, "Class_00003": 503} {
		if got := nominalOf(user, instance, name); got != want {
			t.Errorf("nominal of %s is %v, want %d", name, got, want)
		}
	}
	b.Do(chromedp.Click(chromedp.CSS(`[data-grid-notice] button`)))
	gridSays(b, "The save was undone.")
	if got := nominalOf(user, instance, "Class_00000"); got != 501 {
		t.Errorf("after undo nominal is %v", got)
	}
}

// addsAndDeletes adds a row, whose usages are completed, and deletes two.
func addsAndDeletes(b *webtest.Tab, t *testing.T, user *webtest.Browser, instance string) {
	b.Do(fromMore, chromedp.Click(chromedp.CSS(`[data-grid-add]`)), chromedp.KeyEvent("Brand_New\t7\r"), chromedp.KeyEvent(kb.Home))
	for b.Text(`document.querySelector("#grid-status").textContent.split(" · ")[0]`) != "Usages" {
		b.Do(chromedp.KeyEvent(kb.ArrowRight))
	}
	b.Do(chromedp.KeyEvent("coa"))
	b.Until(`document.querySelector("#grid-names [role=option]")?.textContent === "Coast"`)
	b.Do(chromedp.KeyEvent(kb.ArrowDown + "\r\r"))
	b.Do(withKeys(kb.Home, chromedp.ModifierCtrl), withKeys(kb.ArrowDown, chromedp.ModifierShift),
		fromMore, chromedp.Click(chromedp.CSS(`[data-grid-remove]`)))
	gridSays(b, "1 row added, 2 rows to be deleted")
	b.Do(withKeys("s", chromedp.ModifierCtrl))
	b.Do(chromedp.Click(chromedp.CSS(`dialog .danger`)))
	gridSaved(b, "Saved: 1 row added, 2 rows to be deleted.")
	if got := user.Count(`SELECT count(*) FROM type_usage_links l JOIN types r ON r.id = l.type_id JOIN type_usages u ON u.id = l.usage_id
		JOIN instance_classnames c ON c.id = r.instance_classname_id WHERE c.name = 'Brand_New' AND u.name = 'Coast' AND r.instance_id = $1`,
		user.Scope(instance).InstanceID); got != 1 {
		t.Error("the new type has no usage")
	}
}

// forgive forgets complaints that hold a text.
func forgive(b *webtest.Tab, text string) {
	b.Mu.Lock()
	defer b.Mu.Unlock()
	b.Complaint = slices.DeleteFunc(b.Complaint, func(each string) bool { return strings.Contains(each, text) })
}

// sortsAndChooses sorts by two columns and edits many rows in the panel.
func sortsAndChooses(b *webtest.Tab, t *testing.T) {
	b.Do(chromedp.Click(chromedp.CSS(`[data-grid] th[data-key="nominal"]`)), withKeys(kb.Enter), chromedp.KeyEvent(kb.ArrowRight))
	if got := b.Text(`location.search`); got != "?sort=-nominal" {
		t.Errorf("the address has %s", got)
	}
	if got := b.Text(`document.querySelector("[data-grid] tbody tr th").textContent`); got != "Class_00003" {
		t.Errorf("%s is the first", got)
	}
	b.Do(chromedp.Click(chromedp.CSS(`[data-grid] tr[aria-rowindex="2"] td[aria-colindex="3"]`)),
		withKeys(kb.ArrowDown, chromedp.ModifierShift), chromedp.Click(chromedp.CSS(`[data-grid-panel]`)))
	b.Until(`document.querySelector("#grid-panel-0")?.placeholder === "mixed"`)
	b.Do(chromedp.SendKeys(chromedp.CSS(`#grid-panel-0`), "9"), chromedp.Click(chromedp.CSS(`dialog .form-end button`)))
	gridSays(b, "2 cells in 2 rows changed")
	b.Do(chromedp.Click(chromedp.CSS(`[data-grid-discard]`)))
	gridSays(b, "Nothing is changed.")
}

// scansGrid looks for what keeps people with a reader of the screen out.
func scansGrid(b *webtest.Tab, t *testing.T) {
	axe, err := os.ReadFile(axeSource)
	if err != nil {
		t.Fatal(err)
	}
	webtest.Evaluate[any](b, string(axe)+";0")
	for _, scheme := range []string{"light", "dark"} {
		b.Theme(scheme)
		for _, f := range scanPage(b, scanAll) {
			t.Errorf("in the %s: %s: %s (%s)%s", scheme, f.ID, f.Help, f.Impact, f.where())
		}
	}
}
