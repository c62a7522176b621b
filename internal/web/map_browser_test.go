package web_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"quartermaster/internal/record"
	"quartermaster/internal/web/webtest"
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
func mapByHand(t *testing.T, s *webtest.Site, b *webtest.Tab) {
	user := s.User("Mia", false)
	instance := user.Instance("Mapped")
	user.Import(instance, nil, webtest.File{Name: "cfgeventspawns.xml", Text: mapSpawns},
		webtest.File{Name: "env/zombie_territories.xml", Text: mapZones},
		webtest.File{Name: "mapgrouppos.xml", Text: `<map><group name="Land_House" pos="5050.0 1 6050.0" rpy="0 0 0" a="90" /></map>`})
	b.SignIn("mia@example.org")
	b.Open(instance + "/map")
	b.Until(mapReady)
	if found := b.Text(`document.querySelector("[data-map-total]").textContent`); found != "4" {
		t.Fatalf("%s positions", found)
	}
	webtest.Evaluate[any](b, mapPage+`.view.center([5050, 6000]), `+mapPage+`.view.zoom(3), 0`)
	seesColors(b, t)
	dragsPosition(b, t, user, instance)
	worksByTouch(b, t, user, instance)
	worksByKeys(b, t, user, instance)
	meetsAnotherOnMap(b, t, user, instance)
	makesMission(b, t, user, instance)
	drawsManyPoints(b, t)
}

// makesMission adds an airdrop, which makes its file, moves it on the small map of its form, and removes it with its file.
func makesMission(b *webtest.Tab, t *testing.T, user *webtest.Browser, instance string) {
	const file = "expansion/missions/Airdrop_Green_Mountain.json"
	b.Do(chromedp.Focus(chromedp.CSS(`.map-canvas`)), withKeys("a"))
	b.Until(`document.querySelector("dialog #add-layer") !== null`)
	b.Text(`(() => { const layer = document.querySelector("#add-layer"); layer.value = "mission-airdrop"; layer.dispatchEvent(new ` +
		`Event("change")); return layer.value; })()`)
	b.Do(chromedp.SendKeys(chromedp.CSS(`#add-name`), "Green Mountain"), chromedp.Click(chromedp.CSS(`dialog button[type=submit]`)))
	mapSays(b, "1 new")
	b.Do(chromedp.Click(chromedp.CSS(`[data-map-save]`)))
	mapSays(b, "Saved: 1 new.")
	before := generated(user, instance, file)

	b.Follow(chromedp.SendKeys(chromedp.ID("map-filter"), "green"), chromedp.Click(chromedp.CSS(`[data-map-list] .map-line`)),
		chromedp.Click(chromedp.CSS(`[data-map-chosen] a`)))
	if at := b.Text(`location.pathname + location.hash`); !strings.HasSuffix(at, "/documents/mission-airdrop#setting-DropLocation-group") {
		t.Errorf("a position leads to %s", at)
	}
	b.Until(`document.querySelector(".map-small button") !== null`)
	b.Until(`(document.querySelector(".map-small canvas").scrollIntoView({ block: "center" }), document.querySelector(".map-small ` +
		`canvas").clientWidth > 0)`)
	at := webtest.Evaluate[[]float64](b,
		`(() => { const box = document.querySelector(".map-small canvas").getBoundingClientRect(); return [box.left + box.width / 2, box.top `+
			`+ box.height / 2]; })()`)
	b.Do(chromedp.MouseEvent(chromedp.MousePressed, at[0]+60, at[1], chromedp.ButtonLeft, chromedp.ClickCount(1)),
		chromedp.MouseEvent(chromedp.MouseReleased, at[0]+60, at[1], chromedp.ButtonLeft, chromedp.ClickCount(1)))
	x := `document.querySelector("[data-position=x]")`
	b.Until(x + `.value !== ` + x + `.defaultValue`)
	b.Follow(chromedp.Click(chromedp.CSS(`#setting .form-end button[type=submit]`)))
	old, now := strings.Split(before, "\n"), strings.Split(generated(user, instance, file), "\n")
	for i := range min(len(old), len(now)) {
		if changed, isPosition := old[i] != now[i],
			strings.Contains(old[i], `"x":`) || strings.Contains(old[i], `"z":`); changed && !isPosition || len(old) != len(now) {
			t.Errorf("line %d is %s", i+1, now[i])
		}
	}
	if before == strings.Join(now, "\n") {
		t.Error("the form has saved nothing")
	}
	b.Open(instance + "/map")
	b.Until(mapReady)
	b.Do(chromedp.SendKeys(chromedp.ID("map-filter"), "green"), chromedp.Click(chromedp.CSS(`[data-map-list] .map-line`)),
		chromedp.Focus(chromedp.CSS(`.map-canvas`)), withKeys(kb.Delete), chromedp.Click(chromedp.CSS(`[data-map-save]`)))
	mapSays(b, "Saved: 1 removed.")
	user.Get(instance + "/texts/mpmissions/dayzOffline.chernarusplus/" + file).Status(404)
	b.Open(instance + "/map")
	b.Until(mapReady)
}

// seesColors looks at pixels of a position and of a building.
func seesColors(b *webtest.Tab, t *testing.T) {
	b.Until(mapPage + `.view.frames.length > 0 && !` + mapPage + `.view.waiting`)
	seen := b.Text(`(() => {
		const { view, model } = ` + mapPage + `;
		const ratio = window.devicePixelRatio || 1;
		const copy = new OffscreenCanvas(view.canvas.width, view.canvas.height).getContext("2d", { willReadFrequently: true });
		copy.drawImage(view.canvas, 0, 0);
		const pixel = (point) => [...copy.getImageData(...view.toScreen(point).map((n) => Math.round(n * ratio)), 1, 1).data]
			.slice(0, 3).join(", ");
		const isColor = (text, color) => color.replace(/[^\d, ]/g, "").replaceAll(" ", "") === text.replaceAll(" ", "");
		return [isColor(pixel([5000, 6000]), view.colorOf(model.features[0].layer)), isColor(pixel([5050, 6050]), view.colors.building),
		isColor(pixel([5030, 5980]), view.colors.sheet)].join(" ");
	})()`)
	if seen != "true true true" {
		t.Errorf("a position, a building and the ground have their colours: %s", seen)
	}
}

// onScreen returns where a position of the world is in the window.
func onScreen(b *webtest.Tab, x, z float64) []float64 {
	b.TB.Helper()
	return webtest.Evaluate[[]float64](b, `(() => {
		const { view } = `+mapPage+`, box = view.canvas.getBoundingClientRect(), [left, top] = view.toScreen([`+metres(x)+`, `+metres(z)+`]);
		return [box.left + left, box.top + top];
	})()`)
}

// mouse sends an event of the left button at a position of the world.
func mouse(b *webtest.Tab, kind input.DispatchMouseEventType, x, z float64) {
	b.TB.Helper()
	at := onScreen(b, x, z)
	b.Do(chromedp.MouseEvent(kind, at[0], at[1], chromedp.ButtonLeft, chromedp.ClickCount(1)))
}

// touch puts fingers on places of the window, or moves them there; without places it lifts them.
func touch(b *webtest.Tab, kind input.DispatchTouchEventType, places ...[]float64) {
	b.TB.Helper()
	points := []*input.TouchPoint{}
	for i, at := range places {
		points = append(points, &input.TouchPoint{X: at[0], Y: at[1], ID: new(float64(i))})
	}
	if _, err := chromedp.Call(b, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points}); err != nil {
		b.TB.Fatal(err)
	}
}

func metres(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

// generated returns a file of the mission as it would be written.
func generated(b *webtest.Browser, instance, path string) string {
	b.TB.Helper()
	var text strings.Builder
	if _, err := b.Missions.WriteFile(b.TB.Context(), b.Scope(instance), "mpmissions/dayzOffline.chernarusplus/"+path, &text); err != nil {
		b.TB.Fatal(err)
	}
	return text.String()
}

// rows returns the records of a resource.
func rows(b *webtest.Browser, instance string, res *record.Resource) []record.Row {
	b.TB.Helper()
	rows, err := b.DB.All(b.TB.Context(), res, b.Scope(instance), "")
	if err != nil {
		b.TB.Fatal(err)
	}
	return rows
}

func mapSays(b *webtest.Tab, text string) {
	b.TB.Helper()
	b.Until(`document.querySelector("[data-map]").textContent.includes(` + webtest.Quoted(text) + `)`)
}

// dragsPosition moves a position by 30 m and saves: one line of the file is another one.
func dragsPosition(b *webtest.Tab, t *testing.T, user *webtest.Browser, instance string) {
	mouse(b, chromedp.MousePressed, 5000, 6000)
	mouse(b, chromedp.MouseMoved, 5010, 6010)
	mouse(b, chromedp.MouseMoved, 5030, 6000)
	mouse(b, chromedp.MouseReleased, 5030, 6000)
	mapSays(b, "1 position changed")
	moved := b.Text(mapPage + `.model.features[0].now.points[0][0].toFixed(0)`)
	if moved != "5030" {
		t.Errorf("it is at %s", moved)
	}
	b.Do(chromedp.Click(chromedp.CSS(`[data-map-save]`)))
	mapSays(b, "Saved: 1 position changed.")
	old, now := strings.Split(mapSpawns, "\n"), strings.Split(generated(user, instance, "cfgeventspawns.xml"), "\n")
	if len(old) != len(now) {
		t.Fatalf("the file has %d lines", len(now))
	}
	for i := range old {
		if (old[i] != now[i]) != strings.Contains(old[i], "5000.0") {
			t.Errorf("line %d is %s", i+1, now[i])
		}
	}
	b.Do(chromedp.Click(chromedp.CSS(`[data-map-notice] button`)))
	mapSays(b, "The save was undone.")
	if generated(user, instance, "cfgeventspawns.xml") != mapSpawns {
		t.Error("the file is another one after the undo")
	}
}

// worksByTouch taps a zone, drags it and saves, which changes one line of its document; two fingers zoom, and one that rests adds
// something.
func worksByTouch(b *webtest.Tab, t *testing.T, user *webtest.Browser, instance string) {
	const file = "env/zombie_territories.xml"
	at := onScreen(b, 5000, 5900)
	touch(b, input.DispatchTouchEventTypeTouchStart, at)
	touch(b, input.DispatchTouchEventTypeTouchEnd)
	b.Until(`document.querySelector("#map-radius")?.value === "40"`)
	touch(b, input.DispatchTouchEventTypeTouchStart, at)
	touch(b, input.DispatchTouchEventTypeTouchMove, onScreen(b, 5015, 5900))
	touch(b, input.DispatchTouchEventTypeTouchMove, onScreen(b, 5030, 5900))
	touch(b, input.DispatchTouchEventTypeTouchEnd)
	mapSays(b, "1 position changed")
	b.Do(chromedp.Click(chromedp.CSS(`[data-map-save]`)))
	mapSays(b, "Saved: 1 position changed.")
	moved := b.Text(`(` + mapPage + `.model.features.find((each) => each.now.points[0][1] === 5900)?.now.points[0][0] ?? 0).toString()`)
	if got, want := generated(user, instance, file),
		strings.Replace(mapZones, `x="5000"`, `x="`+moved+`"`, 1); moved == "5000" || got != want {
		t.Errorf("moved to %s:\n%s", moved, got)
	}

	scale := webtest.Evaluate[float64](b, mapPage+`.view.scale`)
	touch(b, input.DispatchTouchEventTypeTouchStart, []float64{at[0], at[1]}, []float64{at[0] + 40, at[1]})
	touch(b, input.DispatchTouchEventTypeTouchMove, []float64{at[0], at[1]}, []float64{at[0] + 80, at[1]})
	touch(b, input.DispatchTouchEventTypeTouchEnd)
	if now := webtest.Evaluate[float64](b, mapPage+`.view.scale`); now < 1.5*scale {
		t.Errorf("two fingers zoom from %v to %v", scale, now)
	}
	touch(b, input.DispatchTouchEventTypeTouchStart, []float64{at[0] + 100, at[1]})
	b.Until(`document.querySelector("dialog #add-x") !== null`)
	touch(b, input.DispatchTouchEventTypeTouchEnd)
	b.Escape(`document.querySelector("dialog") === null`)
}

// worksByKeys chooses a position in the list, moves it, adds another one and removes it again, without a pointer.
func worksByKeys(b *webtest.Tab, t *testing.T, user *webtest.Browser, instance string) {
	b.Do(chromedp.Focus(chromedp.CSS(`[data-map-list] li:nth-child(2) button`)), chromedp.KeyEvent(kb.Enter))
	b.Until(`document.querySelector("#map-x-0").value === "5100"`)
	b.Do(chromedp.Focus(chromedp.CSS(`.map-canvas`)), withKeys(kb.ArrowUp, chromedp.ModifierAlt, chromedp.ModifierShift), withKeys("a"))
	b.Until(`document.querySelector("dialog #add-sort") !== null`)
	b.Do(chromedp.SetValue(chromedp.CSS(`#add-layer`), "event-spawns"), chromedp.SendKeys(chromedp.CSS(`#add-sort`), "StaticHeliCrash"),
		chromedp.Click(chromedp.CSS(`dialog button[type=submit]`)))
	mapSays(b, "1 position changed, 1 new")
	b.Do(chromedp.Focus(chromedp.CSS(`.map-canvas`)), withKeys("s"), chromedp.Click(chromedp.CSS(`[data-map-save]`)))
	mapSays(b, "Saved: 1 position changed, 1 new.")
	var positions []record.SpawnPosition
	for _, spawn := range record.DecodeAll[record.EventSpawn](record.EventSpawns, rows(user, instance, record.EventSpawns)) {
		positions = append(positions, spawn.Positions...)
	}
	if len(positions) != 3 || *positions[1].Z != 6010 {
		t.Errorf("positions: %s", generated(user, instance, "cfgeventspawns.xml"))
	}
}

// meetsAnotherOnMap saves what somebody else has changed meanwhile: both are shown, and the own one is chosen.
func meetsAnotherOnMap(b *webtest.Tab, t *testing.T, user *webtest.Browser, instance string) {
	row := rows(user, instance, record.EventSpawns)[0]
	b.Do(chromedp.Focus(chromedp.CSS(`[data-map-list] li:nth-child(1) button`)), chromedp.KeyEvent(kb.Enter))
	b.Until(`document.querySelector("#map-x-0").value === "5000"`)
	b.Do(chromedp.Focus(chromedp.CSS(`.map-canvas`)), withKeys(kb.ArrowRight, chromedp.ModifierAlt))
	_, err := user.DB.Update(t.Context(), record.EventSpawns, user.Scope(instance), record.EventSpawns.SID(row),
		record.Values{"positions": `[{"x":4000,"z":4000,"y":null,"a":null,"group":null}]`})
	if err != nil {
		t.Fatal(err)
	}
	b.Do(chromedp.Click(chromedp.CSS(`[data-map-save]`)))
	b.Until(`document.querySelector("dialog")?.innerText.includes("theirs at 4000 / 4000 (Mia)")`)
	forgive(b, "409")
	b.Do(chromedp.Click(chromedp.CSS(`dialog .form-end button`)))
	mapSays(b, "Saved: 1 position changed.")
	spawn := record.DecodeAll[record.EventSpawn](record.EventSpawns, rows(user, instance, record.EventSpawns))[0]
	if len(spawn.Positions) != 1 || *spawn.Positions[0].X != 5001 {
		t.Errorf("positions %+v", spawn.Positions)
	}
}

// drawsManyPoints pans and zooms over 50,000 points. How long drawing took is logged.
func drawsManyPoints(b *webtest.Tab, t *testing.T) {
	began := time.Now()
	text, err := chromedp.Run(b, chromedp.Evaluate[string](`(async () => {
		const { view, model } = `+mapPage+`;
		const feature = (i) => ({ id: "event-spawns/s/positions." + i,
			geometry: { type: "Point", coordinates: [(i * 7919) % 15360, (i * 104729) % 15360] },
			properties: { layer: "event-spawns", name: "A", path: "positions." + i } });
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
