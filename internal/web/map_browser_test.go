package web

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"quartermaster/internal/record"
)

const mapSpawns = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<eventposdef>
    <event name="StaticHeliCrash">
        <pos x="5000.000000" z="6000.000000" a="90.000000" />
        <pos x="5100.000000" z="6000.000000" a="45.000000" />
    </event>
</eventposdef>
`

const mapZones = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<territory-type>
    <territory color="1">
        <zone name="InfectedCity" smin="0" smax="0" dmin="4" dmax="6" x="5000" z="5900" r="40"/>
        <zone name="InfectedCity" smin="0" smax="0" dmin="4" dmax="6" x="9000" z="9000" r="40"/>
    </territory>
</territory-type>
`

// Where the page has drawn things, in its script's words.
const (
	mapPage  = `document.querySelector("[data-map]").mapPage`
	mapReady = `document.querySelector("[data-map-body]").dataset.ready === "true"`
)

// mapByHand drags a position on the map, adds and removes others, meets somebody else's change, and takes a save back; the same goes by
// keys and the list.
func mapByHand(t *testing.T, s *testSite, b *tab) {
	user := s.user("Mia", false)
	instance := user.instance("Mapped")
	user.importing(instance, nil, uploaded{"cfgeventspawns.xml", mapSpawns}, uploaded{"env/zombie_territories.xml", mapZones},
		uploaded{"mapgrouppos.xml", `<map><group name="Land_House" pos="5050.0 1 6050.0" rpy="0 0 0" a="90" /></map>`})
	b.signIn("mia@example.org")
	b.open(instance + "/map")
	b.until(mapReady)
	if found := b.text(`document.querySelector("[data-map-total]").textContent`); found != "4" {
		t.Fatalf("%s positions", found)
	}
	evaluate[any](b, mapPage+`.view.center([5050, 6000]), `+mapPage+`.view.zoom(3), 0`)
	b.seesColors(t)
	b.dragsPosition(t, user, instance)
	b.worksByTouch(t, user, instance)
	b.worksByKeys(t, user, instance)
	b.meetsAnotherOnMap(t, user, instance)
	b.makesMission(t, user, instance)
	b.drawsManyPoints(t)
}

// makesMission adds an airdrop, which makes its file, moves it on the small map of its form, and removes it with its file.
func (b *tab) makesMission(t *testing.T, user *browser, instance string) {
	const file = "expansion/missions/Airdrop_Green_Mountain.json"
	b.do(chromedp.Focus(chromedp.CSS(`.map-canvas`)), withKeys("a"))
	b.until(`document.querySelector("dialog #add-layer") !== null`)
	b.text(`(() => { const layer = document.querySelector("#add-layer"); layer.value = "mission-airdrop"; layer.dispatchEvent(new Event("change")); return layer.value; })()`)
	b.do(chromedp.SendKeys(chromedp.CSS(`#add-name`), "Green Mountain"), chromedp.Click(chromedp.CSS(`dialog button[type=submit]`)))
	b.mapSays("1 new")
	b.do(chromedp.Click(chromedp.CSS(`[data-map-save]`)))
	b.mapSays("Saved: 1 new.")
	before := user.generated(instance, file)

	b.follow(chromedp.SendKeys(chromedp.ID("map-filter"), "green"), chromedp.Click(chromedp.CSS(`[data-map-list] .map-line`)), chromedp.Click(chromedp.CSS(`[data-map-chosen] a`)))
	if at := b.text(`location.pathname + location.hash`); !strings.HasSuffix(at, "/documents/mission-airdrop#setting-DropLocation-group") {
		t.Errorf("a position leads to %s", at)
	}
	b.until(`document.querySelector(".map-small button") !== null`)
	b.until(`(document.querySelector(".map-small canvas").scrollIntoView({ block: "center" }), document.querySelector(".map-small canvas").clientWidth > 0)`)
	at := evaluate[[]float64](b, `(() => { const box = document.querySelector(".map-small canvas").getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]; })()`)
	b.do(chromedp.MouseEvent(chromedp.MousePressed, at[0]+60, at[1], chromedp.ButtonLeft, chromedp.ClickCount(1)), chromedp.MouseEvent(chromedp.MouseReleased, at[0]+60, at[1], chromedp.ButtonLeft, chromedp.ClickCount(1)))
	x := `document.querySelector("[data-position=x]")`
	b.until(x + `.value !== ` + x + `.defaultValue`)
	b.follow(chromedp.Click(chromedp.CSS(`#setting .form-end button[type=submit]`)))
	old, now := strings.Split(before, "\n"), strings.Split(user.generated(instance, file), "\n")
	for i := range min(len(old), len(now)) {
		if changed, isPosition := old[i] != now[i], strings.Contains(old[i], `"x":`) || strings.Contains(old[i], `"z":`); changed && !isPosition || len(old) != len(now) {
			t.Errorf("line %d is %s", i+1, now[i])
		}
	}
	if before == strings.Join(now, "\n") {
		t.Error("the form has saved nothing")
	}
	b.open(instance + "/map")
	b.until(mapReady)
	b.do(chromedp.SendKeys(chromedp.ID("map-filter"), "green"), chromedp.Click(chromedp.CSS(`[data-map-list] .map-line`)), chromedp.Focus(chromedp.CSS(`.map-canvas`)), withKeys(kb.Delete), chromedp.Click(chromedp.CSS(`[data-map-save]`)))
	b.mapSays("Saved: 1 removed.")
	user.get(instance + "/texts/mpmissions/dayzOffline.chernarusplus/" + file).status(404)
	b.open(instance + "/map")
	b.until(mapReady)
}

// seesColors looks at pixels of a position and of a building.
func (b *tab) seesColors(t *testing.T) {
	b.until(mapPage + `.view.frames.length > 0 && !` + mapPage + `.view.waiting`)
	seen := b.text(`(() => {
		const { view, model } = ` + mapPage + `;
		const ratio = window.devicePixelRatio || 1;
		const copy = new OffscreenCanvas(view.canvas.width, view.canvas.height).getContext("2d", { willReadFrequently: true });
		copy.drawImage(view.canvas, 0, 0);
		const pixel = (point) => [...copy.getImageData(...view.toScreen(point).map((n) => Math.round(n * ratio)), 1, 1).data].slice(0, 3).join(", ");
		const isColor = (text, color) => color.replace(/[^\d, ]/g, "").replaceAll(" ", "") === text.replaceAll(" ", "");
		return [isColor(pixel([5000, 6000]), view.colorOf(model.features[0].layer)), isColor(pixel([5050, 6050]), view.colors.building), isColor(pixel([5030, 5980]), view.colors.sheet)].join(" ");
	})()`)
	if seen != "true true true" {
		t.Errorf("a position, a building and the ground have their colours: %s", seen)
	}
}

// onScreen returns where a position of the world is in the window.
func (b *tab) onScreen(x, z float64) []float64 {
	b.t.Helper()
	return evaluate[[]float64](b, `(() => {
		const { view } = `+mapPage+`, box = view.canvas.getBoundingClientRect(), [left, top] = view.toScreen([`+metres(x)+`, `+metres(z)+`]);
		return [box.left + left, box.top + top];
	})()`)
}

// mouse sends an event of the left button at a position of the world.
func (b *tab) mouse(kind input.DispatchMouseEventType, x, z float64) {
	b.t.Helper()
	at := b.onScreen(x, z)
	b.do(chromedp.MouseEvent(kind, at[0], at[1], chromedp.ButtonLeft, chromedp.ClickCount(1)))
}

// touch puts fingers on places of the window, or moves them there; without places it lifts them.
func (b *tab) touch(kind input.DispatchTouchEventType, places ...[]float64) {
	b.t.Helper()
	points := []*input.TouchPoint{}
	for i, at := range places {
		points = append(points, &input.TouchPoint{X: at[0], Y: at[1], ID: new(float64(i))})
	}
	if _, err := chromedp.Call(b, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points}); err != nil {
		b.t.Fatal(err)
	}
}

func metres(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

// generated returns a file of the mission as it would be written.
func (b *browser) generated(instance, path string) string {
	b.t.Helper()
	var text strings.Builder
	if _, err := b.missions.WriteFile(b.t.Context(), b.scope(instance), "mpmissions/dayzOffline.chernarusplus/"+path, &text); err != nil {
		b.t.Fatal(err)
	}
	return text.String()
}

// rows returns the records of a resource.
func (b *browser) rows(instance string, res *record.Resource) []record.Row {
	b.t.Helper()
	rows, err := b.db.All(b.t.Context(), res, b.scope(instance), "")
	if err != nil {
		b.t.Fatal(err)
	}
	return rows
}

func (b *tab) mapSays(text string) {
	b.t.Helper()
	b.until(`document.querySelector("[data-map]").textContent.includes(` + quoted(text) + `)`)
}

// dragsPosition moves a position by 30 m and saves: one line of the file is another one.
func (b *tab) dragsPosition(t *testing.T, user *browser, instance string) {
	b.mouse(chromedp.MousePressed, 5000, 6000)
	b.mouse(chromedp.MouseMoved, 5010, 6010)
	b.mouse(chromedp.MouseMoved, 5030, 6000)
	b.mouse(chromedp.MouseReleased, 5030, 6000)
	b.mapSays("1 position changed")
	moved := b.text(mapPage + `.model.features[0].now.points[0][0].toFixed(0)`)
	if moved != "5030" {
		t.Errorf("it is at %s", moved)
	}
	b.do(chromedp.Click(chromedp.CSS(`[data-map-save]`)))
	b.mapSays("Saved: 1 position changed.")
	old, now := strings.Split(mapSpawns, "\n"), strings.Split(user.generated(instance, "cfgeventspawns.xml"), "\n")
	if len(old) != len(now) {
		t.Fatalf("the file has %d lines", len(now))
	}
	for i := range old {
		if (old[i] != now[i]) != strings.Contains(old[i], "5000.0") {
			t.Errorf("line %d is %s", i+1, now[i])
		}
	}
	b.do(chromedp.Click(chromedp.CSS(`[data-map-notice] button`)))
	b.mapSays("The save was undone.")
	if user.generated(instance, "cfgeventspawns.xml") != mapSpawns {
		t.Error("the file is another one after the undo")
	}
}

// worksByTouch taps a zone, drags it and saves, which changes one line of its document; two fingers zoom, and one that rests adds something.
func (b *tab) worksByTouch(t *testing.T, user *browser, instance string) {
	const file = "env/zombie_territories.xml"
	at := b.onScreen(5000, 5900)
	b.touch(input.DispatchTouchEventTypeTouchStart, at)
	b.touch(input.DispatchTouchEventTypeTouchEnd)
	b.until(`document.querySelector("#map-radius")?.value === "40"`)
	b.touch(input.DispatchTouchEventTypeTouchStart, at)
	b.touch(input.DispatchTouchEventTypeTouchMove, b.onScreen(5015, 5900))
	b.touch(input.DispatchTouchEventTypeTouchMove, b.onScreen(5030, 5900))
	b.touch(input.DispatchTouchEventTypeTouchEnd)
	b.mapSays("1 position changed")
	b.do(chromedp.Click(chromedp.CSS(`[data-map-save]`)))
	b.mapSays("Saved: 1 position changed.")
	moved := b.text(`(` + mapPage + `.model.features.find((each) => each.now.points[0][1] === 5900)?.now.points[0][0] ?? 0).toString()`)
	if got, want := user.generated(instance, file), strings.Replace(mapZones, `x="5000"`, `x="`+moved+`"`, 1); moved == "5000" || got != want {
		t.Errorf("moved to %s:\n%s", moved, got)
	}

	scale := evaluate[float64](b, mapPage+`.view.scale`)
	b.touch(input.DispatchTouchEventTypeTouchStart, []float64{at[0], at[1]}, []float64{at[0] + 40, at[1]})
	b.touch(input.DispatchTouchEventTypeTouchMove, []float64{at[0], at[1]}, []float64{at[0] + 80, at[1]})
	b.touch(input.DispatchTouchEventTypeTouchEnd)
	if now := evaluate[float64](b, mapPage+`.view.scale`); now < 1.5*scale {
		t.Errorf("two fingers zoom from %v to %v", scale, now)
	}
	b.touch(input.DispatchTouchEventTypeTouchStart, []float64{at[0] + 100, at[1]})
	b.until(`document.querySelector("dialog #add-x") !== null`)
	b.touch(input.DispatchTouchEventTypeTouchEnd)
	b.escape(`document.querySelector("dialog") === null`)
}

// worksByKeys chooses a position in the list, moves it, adds another one and removes it again, without a pointer.
func (b *tab) worksByKeys(t *testing.T, user *browser, instance string) {
	b.do(chromedp.Focus(chromedp.CSS(`[data-map-list] li:nth-child(2) button`)), chromedp.KeyEvent(kb.Enter))
	b.until(`document.querySelector("#map-x-0").value === "5100"`)
	b.do(chromedp.Focus(chromedp.CSS(`.map-canvas`)), withKeys(kb.ArrowUp, chromedp.ModifierAlt, chromedp.ModifierShift), withKeys("a"))
	b.until(`document.querySelector("dialog #add-sort") !== null`)
	b.do(chromedp.SetValue(chromedp.CSS(`#add-layer`), "event-spawns"), chromedp.SendKeys(chromedp.CSS(`#add-sort`), "StaticHeliCrash"), chromedp.Click(chromedp.CSS(`dialog button[type=submit]`)))
	b.mapSays("1 position changed, 1 new")
	b.do(chromedp.Focus(chromedp.CSS(`.map-canvas`)), withKeys("s"), chromedp.Click(chromedp.CSS(`[data-map-save]`)))
	b.mapSays("Saved: 1 position changed, 1 new.")
	var positions []record.SpawnPosition
	for _, spawn := range record.DecodeAll[record.EventSpawn](record.EventSpawns, user.rows(instance, record.EventSpawns)) {
		positions = append(positions, spawn.Positions...)
	}
	if len(positions) != 3 || *positions[1].Z != 6010 {
		t.Errorf("positions: %s", user.generated(instance, "cfgeventspawns.xml"))
	}
}

// meetsAnotherOnMap saves what somebody else has changed meanwhile: both are shown, and the own one is chosen.
func (b *tab) meetsAnotherOnMap(t *testing.T, user *browser, instance string) {
	row := user.rows(instance, record.EventSpawns)[0]
	b.do(chromedp.Focus(chromedp.CSS(`[data-map-list] li:nth-child(1) button`)), chromedp.KeyEvent(kb.Enter))
	b.until(`document.querySelector("#map-x-0").value === "5000"`)
	b.do(chromedp.Focus(chromedp.CSS(`.map-canvas`)), withKeys(kb.ArrowRight, chromedp.ModifierAlt))
	_, err := user.db.Update(t.Context(), record.EventSpawns, user.scope(instance), record.EventSpawns.SID(row), record.Values{"positions": `[{"x":4000,"z":4000,"y":null,"a":null,"group":null}]`})
	if err != nil {
		t.Fatal(err)
	}
	b.do(chromedp.Click(chromedp.CSS(`[data-map-save]`)))
	b.until(`document.querySelector("dialog")?.innerText.includes("theirs at 4000 / 4000 (Mia)")`)
	b.forgive("409")
	b.do(chromedp.Click(chromedp.CSS(`dialog .form-end button`)))
	b.mapSays("Saved: 1 position changed.")
	spawn := record.DecodeAll[record.EventSpawn](record.EventSpawns, user.rows(instance, record.EventSpawns))[0]
	if len(spawn.Positions) != 1 || *spawn.Positions[0].X != 5001 {
		t.Errorf("positions %+v", spawn.Positions)
	}
}

// drawsManyPoints pans and zooms over 50,000 points. How long drawing took is logged.
func (b *tab) drawsManyPoints(t *testing.T) {
	began := time.Now()
	text, err := chromedp.Run(b, chromedp.Evaluate[string](`(async () => {
		const { view, model } = `+mapPage+`;
		const feature = (i) => ({ id: "event-spawns/s/positions." + i, geometry: { type: "Point", coordinates: [(i * 7919) % 15360, (i * 104729) % 15360] }, properties: { layer: "event-spawns", name: "A", path: "positions." + i } });
		model.load({ features: Array.from({ length: 50000 }, (_, i) => feature(i)) });
		view.showAll();
		view.frames = [];
		for (let i = 0; i < 60; i++) {
			view.pan(i % 20 < 10 ? 40 : -40, 7);
			if (i % 6 === 5) view.zoom(i < 30 ? 1.8 : 1 / 1.8);
			await new Promise(requestAnimationFrame);
		}
		const sorted = [...view.frames].sort((a, b) => a - b);
		model.load({ features: [] });
		return JSON.stringify({ frames: sorted.length, median: sorted[sorted.length >> 1], longest: sorted.at(-1) });
	})()`, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatal(err)
	}
	t.Log("50,000 points:", text, time.Since(began))
}
