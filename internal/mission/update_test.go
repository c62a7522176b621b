package mission_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// update imports an upload as an update, which begins with the last import unless the options say otherwise.
func (w world) update(o mission.Options, uploads ...mission.Upload) []mission.Report {
	w.Helper()
	o.Mode, o.Base = mission.Update, cmp.Or(o.Base, mission.LastBase)
	reports, err := w.service.Import(w.Context(), w.scope, uploads, o)
	if err != nil {
		w.Fatal(err)
	}
	return reports
}

// conflictsOf lists conflicts as "name field: base mine theirs -> side".
func conflictsOf(report mission.Report) (list []string) {
	short := func(value json.RawMessage) string {
		if len(value) > 30 {
			return "record"
		}
		return string(value)
	}
	for _, c := range report.Conflicts {
		list = append(list, fmt.Sprintf("%s %s: %s %s %s -> %s", c.Name, c.Field, short(c.Base), short(c.Mine), short(c.Theirs), c.Taken))
	}
	return list
}

func TestUpdateOfTypes(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		const types = missionFolder + "db/types.xml"
		start := func(t *testing.T) world {
			w := newWorld(t)
			w.load(mission.Merge, types, typesFile("Alone 1", "Mine 2", "Theirs 3", "Both 4", "Cut 5", "CutChanged 6", "Gone 7", "GoneChanged 8"))
			w.set(record.Types, "Mine", record.Values{"nominal": int64(20)})
			w.set(record.Types, "Both", record.Values{"nominal": int64(40), "restock": int64(9)})
			w.set(record.Types, "GoneChanged", record.Values{"nominal": int64(80)})
			w.remove(record.Types, "Cut")
			w.remove(record.Types, "CutChanged")
			own := record.InstanceClassnames.ID(w.create(record.InstanceClassnames, record.Values{"name": "Own"}))
			w.create(record.Types, record.Values{"instance_classname_id": own, "nominal": int64(11)})
			return w
		}
		theirs := mission.Upload{
			Path: types, Data: []byte(typesFile("New 9", "Alone 1", "Mine 2", "Theirs 33", "Both 44", "Cut 5", "CutChanged 66")),
		}
		nominals := func(w world) map[string]any {
			rows, err := w.db.All(t.Context(), record.Types, w.scope, "")
			if err != nil {
				t.Fatal(err)
			}
			all := map[string]any{}
			for _, row := range rows {
				all[record.Types.TitleOf(row)] = row[record.Types.Index("nominal")]
			}
			return all
		}
		mine := map[string]any{
			"New":         int64(9),
			"Alone":       int64(1),
			"Mine":        int64(20),
			"Theirs":      int64(33),
			"Both":        int64(40),
			"GoneChanged": int64(80),
			"Own":         int64(11),
		}
		with := func(values map[string]any, without ...string) map[string]any {
			all := maps.Clone(mine)
			maps.Copy(all, values)
			for _, name := range without {
				delete(all, name)
			}
			return all
		}
		both, cut, gone := "Both nominal: 4 40 44 -> ", "CutChanged : record null record -> ", "GoneChanged : record record null -> "
		for name, c := range map[string]struct {
			options   func(w world) mission.Options
			want      map[string]any
			conflicts []string
		}{
			"mine by default": {
				func(world) mission.Options { return mission.Options{} }, mine, []string{both + "mine", cut + "mine", gone + "mine"},
			},
			"theirs": {
				func(world) mission.Options { return mission.Options{Prefer: mission.Theirs} },
				with(map[string]any{"Both": int64(44), "CutChanged": int64(66)}, "GoneChanged"),
				[]string{both + "theirs", cut + "theirs", gone + "theirs"},
			},
			"by field and by name": {func(w world) mission.Options {
				sid := record.Types.SID(w.find(record.Types, "Both"))
				return mission.Options{Choices: mission.Choices{sid + ".nominal": mission.Theirs, "types/CutChanged": mission.Theirs}}
			}, with(map[string]any{"Both": int64(44), "CutChanged": int64(66)}), []string{both + "theirs", cut + "theirs", gone + "mine"}},
			"by resource": {
				func(world) mission.Options { return mission.Options{Choices: mission.Choices{"types": mission.Theirs}} },
				with(map[string]any{"Both": int64(44), "CutChanged": int64(66)}, "GoneChanged"),
				[]string{both + "theirs", cut + "theirs", gone + "theirs"},
			},
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				w := start(t)
				before := w.file("db/types.xml")
				would, _, err := w.service.Rehearse(t.Context(), w.scope, []mission.Upload{theirs}, mission.Options{
					Mode: mission.Update, Base: mission.LastBase, Prefer: c.options(w).Prefer, Choices: c.options(w).Choices,
				})
				if err != nil || w.file("db/types.xml") != before {
					t.Fatalf("the dry run: %v", err)
				}
				report := w.update(c.options(w), theirs)[0]
				would[0].Revision = report.Revision // which a dry run does not make
				if d := gocmp.Diff(would[0], report); d != "" {
					t.Errorf("the dry run promised otherwise: %s", d)
				}
				if d := gocmp.Diff(c.want, nominals(w)); d != "" {
					t.Error(d)
				}
				if d := gocmp.Diff(c.conflicts, conflictsOf(report)); d != "" {
					t.Error(d)
				}
				if got := w.find(record.Types, "Both")[record.Types.Index("restock")]; got != int64(9) {
					t.Errorf("the restock of mine is %v", got)
				}
				if problem := w.unsettled(); problem != "" {
					t.Error(problem)
				}
			})
		}
	})
}

func TestUpdateIsOneRevisionThatCanBeUndone(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		w := newWorld(t)
		types, events := missionFolder+"db/types.xml", missionFolder+"db/events.xml"
		event := func(name string) []byte {
			return []byte("<events>\n    <event name=\"" + name + "\">\n        <nominal>1</nominal>\n    </event>\n</events>\n")
		}
		w.loadAll(mission.Merge, mission.Upload{Path: types, Data: []byte(typesFile("A 1", "B 2"))}, mission.Upload{
			Path: events, Data: event("StaticA"),
		})
		w.set(record.Types, "A", record.Values{"nominal": int64(10)})
		before, revision := w.generated(), w.revision()
		first := typesFile("A 1", "B 3", "C 4")
		w.update(mission.Options{}, mission.Upload{Path: types, Data: []byte(first)}, mission.Upload{Path: events, Data: event("StaticB")})
		if got := w.revision(); got != revision+1 {
			t.Fatalf("it made %d revisions", got-revision)
		}
		if _, err := w.db.Undo(t.Context(), w.scope, store.Undo{Number: revision + 1}); err != nil {
			t.Fatal(err)
		}
		if d := gocmp.Diff(before, w.generated()); d != "" {
			t.Errorf("after the undo: %s", d)
		}
		report := w.update(mission.Options{}, mission.Upload{Path: types, Data: []byte(first)})[0]
		if report.Taken != 2 || report.KeptRecords != 1 || len(report.Conflicts) > 0 {
			t.Errorf("the undo did not bring the base back: %+v", report)
		}
		again := w.update(mission.Options{}, mission.Upload{Path: types, Data: []byte(typesFile("A 1", "B 3", "C 5"))})[0]
		if again.Taken != 1 || again.KeptRecords != 1 {
			t.Errorf("the upload did not become the base: %+v", again)
		}
	})
}

func TestUpdateOfDocuments(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		const path = profile + "Market/Ammo.json"
		w := newWorld(t)
		base := `{"m_Version":12,"DisplayName":"Ammo","Color":"FF","Items":[{"ClassName":"a","MaxPriceThreshold":1},{"ClassName":"b",` +
			`"MaxPriceThreshold":2}]}`
		w.load(mission.Merge, path, base)
		mine := strings.NewReplacer(`"MaxPriceThreshold":1}`, `"MaxPriceThreshold":10}`, `"DisplayName":"Ammo"`,
			`"DisplayName":"Shells"`).Replace(base)
		res := record.MarketCategories
		w.set(res, "Ammo", record.Values{res.Document().Name: mine})
		theirs := `{"m_Version":12, "DisplayName":"Rounds", "Color":"00", "Items":[{"ClassName":"c","MaxPriceThreshold":3}, ` +
			`{"ClassName":"a","MaxPriceThreshold":1}]}`
		report := w.update(mission.Options{}, mission.Upload{Path: path, Data: []byte(theirs)})[0]
		want := strings.NewReplacer(`"MaxPriceThreshold":1}`, `"MaxPriceThreshold":10}`, `"DisplayName":"Rounds"`,
			`"DisplayName":"Shells"`).Replace(theirs)
		if got := w.serverFile(path); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
		if got := conflictsOf(report); len(got) != 1 || got[0] != `Ammo document.DisplayName: "Ammo" "Shells" "Rounds" -> mine` {
			t.Errorf("conflicts %q", got)
		}
		w.remove(res, "Ammo")
		if report := w.update(mission.Options{}, mission.Upload{
			Path: path, Data: []byte(theirs),
		})[0]; report.KeptRecords != 1 || slices.Contains(w.paths(), path) {
			t.Errorf("a deleted document is there again: %+v", report)
		}
	})
}

func TestUpdateOfTraders(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		w := newTrader(t)
		w.set(record.TraderItems, "AKM", record.Values{"buy": int64(95000)})
		w.remove(record.TraderItems, "Apple")
		w.create(record.TraderItems, record.Values{
			"seller_id": w.id(record.TraderSellers, "Food"), "category_id": w.id(record.TraderCategories, "Fruit"), "buy": int64(700),
			"instance_classname_id": record.InstanceClassnames.ID(w.create(record.InstanceClassnames, record.Values{"name": "Pear"})),
		})
		theirs := strings.NewReplacer("AKM,\tW,\t900,\t300", "AKM,\tW,\t900,\t333\n\t\tM4A1,\tW,\t1000,\t400", "Apple,",
			"Apple ,").Replace(configText)
		report := w.update(mission.Options{}, mission.Upload{Path: traderConfig, Data: []byte(theirs)})[0]
		text := w.serverFile(traderConfig)
		for _, want := range []string{"AKM,\tW,\t950,\t333", "M4A1,\tW,\t1000,\t400", "Pear"} {
			if !strings.Contains(text, want) {
				t.Errorf("%q is missing in\n%s", want, text)
			}
		}
		if strings.Contains(text, "Apple") || len(report.Conflicts) > 0 {
			t.Errorf("conflicts %q in\n%s", conflictsOf(report), text)
		}
		without := strings.Replace(theirs, theirs[strings.Index(theirs, "<Trader> Food"):strings.Index(theirs, "<Trader> Arms")], "", 1)
		w.update(mission.Options{}, mission.Upload{Path: traderConfig, Data: []byte(without)})
		if text := w.serverFile(traderConfig); !strings.Contains(text, "Food") || !strings.Contains(text, "Pear") {
			t.Errorf("an own item lost its trader:\n%s", text)
		}
		if problem := w.unsettled(); problem != "" {
			t.Error(problem)
		}
	})
}

// Where only one side has changed anything, the file is that of this side, byte for byte.
func TestUpdateOfOneSideIsThatSide(t *testing.T) {
	t.Parallel()
	w, places := newWorld(t), slices.Sorted(maps.Keys(written))
	rapid.Check(t, func(t *rapid.T) {
		w.newInstance()
		place := rapid.SampledFrom(places).Draw(t, "place")
		base, next := written[place](t), written[place](t)
		w.load(mission.Replace, missionFolder+place, base)
		before := w.file(place)
		w.load(mission.Update, missionFolder+place, base)
		if got := w.file(place); got != before {
			t.Fatalf("the same again changed\n%s\nto\n%s", before, got)
		}
		report := w.load(mission.Update, missionFolder+place, next)
		if len(report.Conflicts) > 0 {
			t.Fatalf("conflicts without changes of mine: %+v of\n%s\nand\n%s", report.Conflicts, base, next)
		}
		if got := w.file(place); place != "cfgeconomycore.xml" && got != next { // which always holds the defaults
			t.Fatalf("after\n%s\nthe update\n%s\ncame out as\n%s", base, next, got)
		}
	})
}

// Changes of both sides to different records are all there.
func TestUpdateHasTheChangesOfBothSides(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	names := []string{"A", "B", "C", "D", "E", "F"}
	rapid.Check(t, func(t *rapid.T) {
		w.newInstance()
		base, mine, theirs, want := []string{}, map[string]string{}, []string{}, map[string]string{}
		for i, name := range names {
			old := fmt.Sprint(i)
			base = append(base, name+" "+old)
			next, kept := rapid.SampledFrom([]string{old, "77", "gone"}).Draw(t, "next"), rapid.Bool().Draw(t, "mine")
			if want[name] = next; kept {
				mine[name], next = next, old
			}
			if next != "gone" {
				theirs = append(theirs, name+" "+next)
			}
		}
		theirs = rapid.Permutation(theirs).Draw(t, "order")
		w.load(mission.Replace, missionFolder+"db/types.xml", typesFile(base...))
		for name, next := range mine {
			w.change(name, next)
		}
		report := w.load(mission.Update, missionFolder+"db/types.xml", typesFile(theirs...))
		if len(report.Conflicts) > 0 {
			t.Fatalf("conflicts %+v", report.Conflicts)
		}
		got := map[string]string{"A": "gone", "B": "gone", "C": "gone", "D": "gone", "E": "gone", "F": "gone"}
		rows, err := w.db.All(w.Context(), record.Types, w.scope, "")
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			got[record.Types.TitleOf(row)] = fmt.Sprint(row[record.Types.Index("nominal")])
		}
		if d := gocmp.Diff(want, got); d != "" {
			t.Fatal(d)
		}
		if problem := w.unsettled(); problem != "" {
			t.Fatal(problem)
		}
	})
}

func (w world) change(name, next string) {
	w.Helper()
	var n int64
	if _, err := fmt.Sscan(next, &n); err != nil {
		w.remove(record.Types, name)
		return
	}
	w.set(record.Types, name, record.Values{"nominal": n})
}

// TestUpdateOfTheGame goes through genuine versions of the game's files: what was changed here stays, and all else is the new version's.
func TestUpdateOfTheGame(t *testing.T) {
	t.Parallel()
	versions := []string{"DZ_116", "DZ_122", "DZ_125"}
	w := newWorld(t)
	own := map[string]bool{}
	for n, version := range versions {
		uploads := genuineFolder(t, "vanilla-versions/"+version+"/dayzOffline.chernarusplus")
		for _, report := range w.update(mission.Options{}, uploads...) {
			if report.Status != mission.Imported || len(report.Conflicts) > 0 {
				t.Errorf("%s: %s: %s, conflicts %q", version, report.Path, report.Status, conflictsOf(report))
			}
		}
		for _, u := range uploads {
			w.isNew(version, u, own)
		}
		for _, name := range []string{"AKM", "Apple", "M4A1", "Canteen", "Compass"}[n : n+3] {
			own[name] = true
			w.set(record.Types, name, record.Values{"cost": int64(4321)}) // what no version has
		}
	}
}

// isNew holds that a generated file is the uploaded one but for the cost of the types.
func (w world) isNew(version string, u mission.Upload, own map[string]bool) {
	w.Helper()
	got, want := strings.Split(w.file(u.Path), "\n"), strings.Split(string(u.Data), "\n")
	if len(got) != len(want) {
		w.Fatalf("%s: %s has %d lines, want %d", version, u.Path, len(got), len(want))
	}
	differ := 0
	for i := range want {
		if got[i] != want[i] {
			if differ++; !strings.Contains(got[i], "<cost>4321</cost>") {
				w.Errorf("%s: %s, line %d: %q, want %q", version, u.Path, i+1, got[i], want[i])
			}
		}
	}
	if u.Path == "db/types.xml" && differ != len(own) {
		w.Errorf("%s: %d lines of the types are ours, want %d", version, differ, len(own))
	}
}

// TestTheTagOfATypeFollowsItsTags: an update has the same tags in another order, of which the first is the type's own.
func TestTheTagOfATypeFollowsItsTags(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, step := range []struct {
		mode          mission.Mode
		first, second string
	}{{mission.Replace, "floor", "shelves"}, {mission.Update, "shelves", "floor"}} {
		text := fmt.Sprintf("<types>\n<type name=\"A\"><nominal>1</nominal><tag name=%q/><tag name=%q/></type>\n</types>\n", step.first,
			step.second)
		if report := w.load(step.mode, missionFolder+"db/types.xml", text); report.Status != mission.Imported {
			t.Fatal(step.mode, report)
		}
		if problem := w.unsettled(); problem != "" {
			t.Errorf("%s: %s", step.mode, problem)
		}
	}
}
