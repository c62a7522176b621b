package mission_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// compared tells in a line for each record how the file at a place of the mission differs from what was imported.
func (w world) compared(place string) []string {
	w.Helper()
	if !strings.HasPrefix(place, "/") {
		place = "mpmissions/dayzOffline.chernarusplus/" + place
	}
	c, err := w.service.Compare(w.Context(), w.scope, strings.TrimPrefix(place, "/"))
	if err != nil {
		w.Fatal(err)
	}
	if text, _ := c.Unified(); c.Changed() != (text != "") {
		w.Errorf("%s: changed %t, with the text\n%s", place, c.Changed(), text)
	}
	list := []string{}
	for _, d := range c.Records {
		line := d.Change() + " " + d.Title
		d.Each(func(f *record.Field, old, now json.RawMessage) {
			line += " " + f.Name + ":" + string(old) + ">" + string(now)
		})
		list = append(list, line)
	}
	return list
}

func (w world) differs(step, place string, want ...string) {
	w.Helper()
	if diff := cmp.Diff(append([]string{}, want...), w.compared(place)); diff != "" {
		w.Errorf("%s (-want +got):\n%s", step, diff)
	}
}

func (w world) remove(r *record.Resource, name string) {
	w.Helper()
	if _, err := w.db.Delete(w.Context(), r, w.scope, r.SID(w.find(r, name))); err != nil {
		w.Fatal(err)
	}
}

func TestCompareTellsEachRecord(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		w := newWorld(t)
		const file = "db/types.xml"
		w.load(mission.Merge, file, `<types>
  <type name="AKM"><nominal>5</nominal><usage name="Military"/><category name="weapons"/></type>
  <type name="Apple"><nominal>40</nominal></type>
  <type name="Apple"><nominal>41</nominal></type>
  <type name="Pear"><usage name="Gone"/></type>
</types>
`)
		w.differs("imported", file)
		w.set(record.Types, "AKM", record.Values{"nominal": int64(8), "usage_ids": []int64{}, "category_id": nil})
		akm := `changed AKM nominal:5>8 category_id:"weapons">null usage_ids:["Military"]>[]`
		w.differs("changed", file, akm)
		w.remove(record.Types, "Apple")
		apple := `removed Apple name:"Apple">null nominal:40>null`
		w.differs("one of a name deleted", file, akm, apple)
		w.remove(record.TypeUsages, "Gone")
		pear := `changed Pear usage_ids:["Gone"]>[]`
		w.differs("a usage deleted", file, akm, pear, apple)
		w.load(mission.Merge, file, `<types><type name="Plum"><min>1</min></type></types>`)
		w.differs("a part imported", file, akm, pear, `added Plum name:null>"Plum" min:null>1`, apple)
		w.set(record.Types, "Pear", record.Values{"enabled": int64(0)})
		w.differs("disabled", file, akm, `added Plum name:null>"Plum" min:null>1`, apple, `removed Pear name:"Pear">null usage_ids:["Gone"]>null`)
		w.load(mission.Replace, file, w.file(file))
		w.differs("imported again", file)
	})
}

// Every kind of file that records stand for is compared by them.
func TestCompareKnowsEveryKind(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		const traders = "<CurrencyName> Ruble\n<Currency> Ruble, 1\n<Trader> Guns\n\t<Category> Rifles\n\t\tAKM, W, 100, 50\n\t\tSKS, W, 80, " +
			"40\n\t<Category> Pistols\n\t\tFNX, W, 9, 4\n<FileEnd>\n"
		for _, test := range []struct {
			place, text string
			change      func(w world)
			want        []string
		}{
			{
				"db/events.xml",
				`<events><event name="LootX"><nominal>1</nominal><children><child lootmax="0" lootmin="0" max="1" min="1" ` +
					`type="A"/></children></event></events>`, func(w world) {
					w.set(record.Events, "LootX", record.Values{"name": "LootY", "children": "[]"})
				},
				[]string{`changed LootY name:"LootX">"LootY" children:[{"type":"A","min":1,"max":1,"lootmin":0,"lootmax":0}]>[]`},
			},
			{"cfgeconomycore.xml", `<economycore><defaults><default name="dyn_radius" value="30"/></defaults></economycore>`, func(w world) {
				if _, err := w.db.UpdateEconomyCore(w.Context(), w.scope, record.Values{"dyn_radius": int64(44)}); err != nil {
					w.Fatal(err)
				}
			}, []string{"changed defaults dyn_radius:30>44"}},
			{
				"cfgrandompresets.xml", `<randompresets><cargo name="food" chance="0.1"><item name="Apple" chance="0.5"/></cargo></randompresets>`,
				func(w world) {
					w.set(record.RandomPresets, "food", record.Values{"chance": 0.25})
				},
				[]string{"changed food chance:0.1>0.25"},
			},
			{"/ban.txt", "76561198000000001\t//one\r\n76561198000000002\r\n", func(w world) {
				w.remove(record.PlayerLists, "one")
			}, []string{`removed one type:"ban">null player_id:"76561198000000001">null name:"one">null`}},
			{"cfgEffectArea.json", `{"Areas":[{"AreaName":"Zone","Type":"ContaminatedArea","Data":{"Pos":[1,2,3],"Radius":10}}]}`, func(w world) {
				w.set(record.EffectAreas, "Zone", record.Values{"radius": int64(1250)})
			}, []string{`changed Zone radius:"10.00">"12.50"`}},
			{
				"cfgplayerspawnpoints.xml",
				`<playerspawnpoints><fresh><generator_posbubbles><pos x="1" z="2"/><pos x="3" ` +
					`z="4"/></generator_posbubbles></fresh></playerspawnpoints>`, func(w world) {
					w.set(record.PlayerSpawns, "", record.Values{"x": int64(150)})
				},
				[]string{`changed fresh 1.50 2.00 x:"1.00">"1.50"`},
			},
			{
				"/profiles/ExpansionMod/Market/Ammo.json", `{"DisplayName": "Ammo", "Items": [{"ClassName": "a", "MaxPriceThreshold": 10}]}`,
				func(w world) {
					w.set(record.MarketCategories, "Ammo", record.Values{
						"document": `{"DisplayName":"Ammo","Items":[{"ClassName":"a","MaxPriceThreshold":12},{"ClassName":"b"}]}`,
					})
				},
				[]string{`changed Ammo document:{"Items[a].MaxPriceThreshold":10}>{"Items[a].MaxPriceThreshold":12,"Items[b]":{"ClassName":"b"}}`},
			},
			{"/profiles/Trader/TraderConfig.txt", traders, func(w world) {
				w.set(record.TraderItems, "AKM", record.Values{"buy": int64(20000)})
				w.set(record.TraderCategories, "Rifles", record.Values{"name": "Long guns"})
				w.set(record.TraderItems, "SKS", record.Values{"category_id": record.TraderCategories.ID(w.find(record.TraderCategories, "Pistols"))})
				w.remove(record.TraderItems, "FNX")
			}, []string{
				`changed Long guns name:"Rifles">"Long guns"`, `changed AKM buy:"100.00">"200.00"`, `changed SKS category_id:"Rifles">"Pistols"`,
				`removed FNX category_id:"Pistols">null name:"FNX">null quantity:-1>null quantity_code:"W">null buy:"9.00">null sell:"4.00">null`,
			}},
		} {
			t.Run(test.place, func(t *testing.T) {
				t.Parallel()
				w := newWorld(t)
				w.load(mission.Merge, "server/mpmissions/dayzOffline.chernarusplus/cfgweather.xml", "<weather/>")
				w.loadAll(mission.Merge, mission.Upload{Path: test.place, Data: []byte(test.text)})
				w.differs("imported", test.place)
				test.change(w)
				w.differs("changed", test.place, test.want...)
			})
		}
	})
}

// Markers of TraderObjects.txt are told by the traders that they stand for; one that is nobody's is no record.
func TestComparePlacesOfTraders(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		w := newWorld(t)
		const place = "/profiles/Trader/TraderObjects.txt"
		w.loadAll(mission.Merge,
			mission.Upload{Path: "profiles/Trader/TraderConfig.txt", Data: []byte("<Trader> One\n<Trader> Two\n<Trader> Three\n<FileEnd>\n")},
			mission.Upload{
				Path: "profiles/Trader/TraderObjects.txt",
				Data: []byte("<TraderMarker> 0\n<TraderMarkerPosition> 1,2,3\n<TraderMarker> 1\n<TraderMarkerPosition> 4,5,6\n<TraderMarker> " +
					"-1\n<TraderMarkerPosition> 7,8,9\n<FileEnd>\n"),
			})
		w.differs("imported", place)
		w.set(record.TraderSellers, "Two", record.Values{"position": "[4,5,7]"})
		w.set(record.TraderSellers, "Three", record.Values{"position": "[10,11,12]"})
		w.remove(record.TraderSellers, "One")
		w.differs("changed", place, "changed Two position:[4,5,6]>[4,5,7]", "added Three position:null>[10,11,12]",
			"removed trader 0 position:[1,2,3]>null")
	})
}

// A file that names a part of what is stored is an edit, and not the original, whatever it is a part of.
func TestComparePartsOfFiles(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		for _, test := range []struct {
			place, whole, part string
			want               []string
		}{
			{"db/types.xml", typesFile("A 1", "B 2"), typesFile("B 5"), []string{"changed B nominal:2>5"}},
			{
				"profiles/Trader/TraderConfig.txt", "<Currency> A, 1\n<Currency> B, 2\n<FileEnd>\n", "<Currency> B, 5\n<FileEnd>\n",
				[]string{`changed B value:"2.00">"5.00"`},
			},
			{"cfglimitsdefinition.xml", "<lists><tags><tag name=\"a\"/></tags></lists>", "<lists><tags><tag name=\"b\"/></tags></lists>", nil},
			{
				"cfgeconomycore.xml",
				"<economycore><defaults><default name=\"dyn_radius\" value=\"30\"/><default name=\"dyn_smin\" value=\"1\"/></defaults></economycore>",
				"<economycore><defaults><default name=\"dyn_radius\" value=\"40\"/></defaults></economycore>",
				[]string{"changed defaults dyn_radius:30>40"},
			},
		} {
			t.Run(test.place, func(t *testing.T) {
				t.Parallel()
				w := newWorld(t)
				place := test.place
				if strings.HasPrefix(place, "profiles") {
					place = "/" + place
				}
				for _, text := range []string{test.whole, test.part} {
					w.loadAll(mission.Merge, mission.Upload{Path: test.place, Data: []byte(text)})
				}
				w.differs("a part", place, test.want...)
				w.loadAll(mission.Replace, mission.Upload{Path: test.place, Data: []byte(test.whole)})
				w.differs("the whole again", place)
			})
		}
	})
}

func TestCompareWithNothing(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		w := newWorld(t)
		w.load(mission.Merge, "types.xml", typesFile("A 1"))
		w.set(record.Types, "A", record.Values{"source_file": "own/types.xml"})
		w.differs("a new file", "own/types.xml", `added A name:null>"A" nominal:null>1 lifetime:null>3600`)
		w.differs("the old one", "db/types.xml", `removed A name:"A">null nominal:1>null lifetime:3600>null`)
		w.load(mission.Merge, "notes.txt", "remember the milk")
		w.differs("kept as it came", "notes.txt")
		if _, err := w.service.Compare(w.Context(), w.scope, "notes.txt"); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("a path that no file has: %v", err)
		}
		other, _ := storetest.Instance(t, w.db, storetest.User(t, w.db))
		other.InstanceID = w.scope.InstanceID
		if _, err := w.service.Compare(w.Context(), other, "mpmissions/dayzOffline.chernarusplus/db/types.xml"); err == nil {
			t.Error("another user sees the file")
		}
	})
}

// A revert brings back what a file is compared with, too.
func TestCompareAfterARevert(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		w := newWorld(t)
		w.load(mission.Merge, "types.xml", typesFile("A 1", "B 2"))
		first := w.revision()
		w.load(mission.Replace, "types.xml", typesFile("B 5"))
		w.differs("replaced", "db/types.xml")
		if _, err := w.db.Revert(t.Context(), w.scope, store.Revert{To: first}); err != nil {
			t.Fatal(err)
		}
		w.differs("reverted", "db/types.xml")
		w.set(record.Types, "B", record.Values{"nominal": int64(3)})
		w.differs("changed", "db/types.xml", "changed B nominal:2>3")
	})
}

func TestUnified(t *testing.T) {
	t.Parallel()
	const path = "mpmissions/dayzOffline.chernarusplus/db/types.xml"
	w := newWorld(t)
	w.load(mission.Merge, "types.xml", typesFile("A 1", "B 2"))
	w.set(record.Types, "B", record.Values{"nominal": int64(3)})
	c, err := w.service.Compare(t.Context(), w.scope, path)
	if err != nil {
		t.Fatal(err)
	}
	want := "--- imported/" + path + "\n+++ generated/" + path + `
@@ -5,7 +5,7 @@
         <lifetime>3600</lifetime>
     </type>
     <type name="B">
-        <nominal>2</nominal>
+        <nominal>3</nominal>
         <lifetime>3600</lifetime>
     </type>
 </types>
`
	text, note := c.Unified()
	if diff := cmp.Diff(want, text); diff != "" || note != "" {
		t.Errorf("note %q (-want +got):\n%s", note, diff)
	}
	c.Content = []byte(strings.Repeat("x\n", 6000))
	if text, note = c.Unified(); strings.Count(text, "\n") != 5000 || note == "" {
		t.Errorf("%d lines are shown, with the note %q", strings.Count(text, "\n"), note)
	}
	c.Content = []byte{0}
	if text, note = c.Unified(); text != "" || note == "" {
		t.Errorf("no text is shown as %q, with the note %q", text, note)
	}
}

// Of a genuine mission nothing differs until something is changed, and then only that.
func TestCompareGenuineMission(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.loadAll(mission.Merge, genuineFolder(t, "vanilla-ce/chernarusplus")...)
	files, err := w.service.Generate(t.Context(), w.scope)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if f.State != mission.AsImported {
			t.Errorf("%s: %s", f.Path, f.State)
		}
	}
	w.set(record.Types, "AKM", record.Values{"nominal": int64(77)})
	w.remove(record.Types, "Apple")
	got := w.compared("db/types.xml")
	if len(got) != 2 || got[0][:len("changed AKM nominal:")] != "changed AKM nominal:" || !strings.HasPrefix(got[1], "removed Apple ") {
		t.Errorf("%q", got)
	}
}

// Passwords are in the text of no comparison, whichever side has them.
func TestComparedConfigurationHasNoPasswords(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		w := newWorld(t)
		const name, mine = "serverDZ.cfg", "password = \"mine-secret\";\nmaxPlayers = 60;\n"
		w.load(mission.Merge, "/"+name, mine)
		for there, want := range map[string]string{
			"": "+password = \"********\";",
			"password = \"old-secret\";\nmaxPlayers = 40;\n": "-maxPlayers = 40;",
			"password = \"old-secret\";\nmaxPlayers = 60;\n": "",
			mine: "",
		} {
			c, err := w.service.CompareWithServer(t.Context(), w.scope, name, []byte(there))
			if err != nil {
				t.Fatal(err)
			}
			text, note := c.Unified()
			if strings.Contains(text, "secret") || !strings.Contains(text, want) || (want == "") != (text == "") {
				t.Errorf("%q gives %s", there, text)
			}
			if hides := strings.Contains(note, "not shown"); hides != (want == "" && there != mine) {
				t.Errorf("%q: %q", there, note)
			}
		}
	})
}
