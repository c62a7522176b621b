package geo_test

import (
	"context"
	"encoding/json"
	"path"
	"strings"
	"testing"

	"quartermaster/internal/geo"
	"quartermaster/internal/lint"
	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/shape"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// collection is what a program reads of an answer.
type collection struct {
	Type     string
	Features []struct {
		ID       string
		Geometry struct {
			Type        string
			Coordinates json.RawMessage
		}
		Properties struct {
			Layer, Resource, SID, Title, Path, Name, Sort, Problem string
			Radius, Angle                                          float64
		}
	}
}

// files of an instance: of each sort of positions one.
var files = map[string]string{
	"cfgeventspawns.xml": `<eventposdef><event name="StaticHeliCrash"><zone smin="0" smax="0" dmin="1" dmax="2" ` +
		`r="45"/><pos x="7500.5" z="8200" a="90"/><pos x="20000" z="1"/></event></eventposdef>`,
	"cfgplayerspawnpoints.xml": `<playerspawnpoints><fresh><generator_posbubbles><pos x="6063.018" ` +
		`z="1931.91"/></generator_posbubbles></fresh></playerspawnpoints>`,
	"cfgEffectArea.json": `{"Areas":[{"AreaName":"Tower","Type":"ContaminatedArea_Static","Data":{"Pos":[100.0,` +
		`20.0,300.0],"Radius":120.0}}]}`,
	"env/zombie_territories.xml": `<territory-type><territory color="1"><zone name="InfectedCity" smin="0" smax="0" ` +
		`dmin="1" dmax="2" x="10" z="20" r="30"/></territory></territory-type>`,
	"expansion/settings/SafeZoneSettings.json": `{"m_Version":11,"Enabled":1,"CircleZones":[{"Center":[1.0,2.0,3.0],"Radius":50.0}],` +
		`"PolygonZones":[{"Positions":[[0.0,0.0,0.0],[9.0,0.0,0.0],[9.0,0.0,9.0]]}]}`,
	"expansion/missions/Airdrop_Random_Balota.json": `{"Enabled":1,"MissionName":"Balota","DropLocation":{"x":4500.0,"z":2500.0,` +
		`"Name":"Balota","Radius":300.0}}`,
	"expansion/objects/base.map":    "Land_Mil_Barracks|11.5 2 33|0 0 0\n",
	"expansion/traders/traders.map": "ExpansionTraderDenis.Weapons|5 6 7,8 9 10|0 0 0|\n",
	"custom/bunker.json":            `{"Objects":[{"name":"Land_Wall","pos":[70.0,1.0,80.0],"ypr":[0.0,0.0,0.0]}]}`,
	"custom/list.json":              `[]`,
	"cfgundergroundtriggers.json":   `{"Triggers":[{"Position":[741.0,533.0,1257.0],"Size":[1,1,1]}]}`,
}

// imported makes an instance of the files.
func imported(t *testing.T, files map[string]string) (geo.Service, store.Scope) {
	t.Helper()
	db := storetest.Open(t)
	scope, _ := storetest.Instance(t, db, storetest.User(t, db))
	var uploads []mission.Upload
	for file, text := range files {
		uploads = append(uploads, mission.Upload{Path: path.Join("mpmissions/dayzOffline.chernarusplus", file), Data: []byte(text)})
	}
	reports, err := mission.New(db).Import(t.Context(), scope, uploads, mission.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range reports {
		if r.Status == mission.Failed {
			t.Fatalf("%+v", r)
		}
	}
	return geo.Service{DB: db, Lint: lint.New(db), Missions: mission.New(db)}, scope
}

func ask(t *testing.T, s geo.Service, scope store.Scope, q geo.Query) (c collection) {
	t.Helper()
	all, err := s.Collection(context.Background(), scope, q)
	text := shape.Append(nil, all)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &c); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return c
}

// TestLayers: what has a position is found in records, documents and files.
func TestLayers(t *testing.T) {
	t.Parallel()
	s, scope := imported(t, files)
	found := map[string]string{}
	for _, f := range ask(t, s, scope, geo.Query{}).Features {
		if f.Properties.Layer != geo.ProblemsLayer {
			key := strings.Join([]string{f.Properties.Layer, f.Properties.Path, f.Properties.Name}, " ")
			found[key] = f.Geometry.Type + " " + string(f.Geometry.Coordinates)
		}
	}
	for key, want := range map[string]string{
		"event-spawns positions.0 StaticHeliCrash":                             "Point [7500.5,8200]",
		"event-spawns positions.1 StaticHeliCrash":                             "Point [20000,1]",
		"player-spawns  ":                                                      "Point [6063.02,1931.91]",
		"effect-areas  Tower":                                                  "Point [100,300,20]",
		"territories territory.0.zone.0 InfectedCity":                          "Point [10,20]",
		"safe-zone CircleZones.0.Center safe-zone":                             "Point [1,3,2]",
		"safe-zone PolygonZones.0.Positions safe-zone":                         "Polygon [[[0,0,0],[9,0,0],[9,9,0],[0,0,0]]]",
		"mission-airdrop DropLocation Balota":                                  "Point [4500,2500]",
		"objects lines.0.pos Land_Mil_Barracks":                                "Point [11.5,33,2]",
		"objects Objects.0.pos Land_Wall":                                      "Point [70,80,1]",
		"trader-characters lines.0.way ExpansionTraderDenis.Weapons":           "LineString [[5,7,6],[8,10,9]]",
		"underground-triggers Triggers.0.Position cfgundergroundtriggers.json": "Point [741,1257,533]",
	} {
		if found[key] != want {
			t.Errorf("%s: %q, not %q", key, found[key], want)
		}
		delete(found, key)
	}
	if len(found) > 0 {
		t.Errorf("more than that: %v", found)
	}
}

// TestQuery: layers and a part of the map narrow what is found, and a circle that reaches into the part counts.
func TestQuery(t *testing.T) {
	t.Parallel()
	s, scope := imported(t, files)
	got := ask(t, s, scope, geo.Query{
		Layers: []string{"event-spawns", "effect-areas"}, Box: &geo.Box{MinX: 200, MinZ: 200, MaxX: 8000, MaxZ: 9000},
	})
	if len(got.Features) != 2 || got.Features[0].Properties.Radius != 45 || got.Features[0].Properties.Angle != 90 ||
		got.Features[1].Properties.Title != "Tower" {
		t.Errorf("got %+v", got)
	}
	if q := (geo.Query{Layers: []string{"event-spawns", "nothing"}}); q.Unknown() != "nothing" {
		t.Errorf("unknown is %q", q.Unknown())
	}
}

// TestProblems: a record with a position that the lint has found something about stands in the layer of problems.
func TestProblems(t *testing.T) {
	t.Parallel()
	s, scope := imported(t, map[string]string{"cfgeventspawns.xml": files["cfgeventspawns.xml"]})
	got := ask(t, s, scope, geo.Query{Layers: []string{geo.ProblemsLayer}})
	if len(got.Features) != 1 || got.Features[0].Properties.Resource != record.EventSpawns.Path || got.Features[0].Properties.Problem == "" {
		t.Errorf("got %+v", got)
	}
}
