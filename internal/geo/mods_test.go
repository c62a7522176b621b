package geo_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/geo"
	"quartermaster/internal/lint"
	"quartermaster/internal/mission"
	"quartermaster/internal/ownpacks"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

const (
	harbours = `{"slug":"boats","name":"Boats","about":"Boats.","version":"1.0","files":[{"name":"a","title":"A","paths":["Boats/*.json"],
		"schema":{"type":"object","properties":{"Word":{"type":"string","x-mark":"secret"},
		"Harbours":{"type":"array","items":{"type":"object","properties":{"Word":{"type":"string","x-mark":"secret"},"Title":{"type":"string"},
		"Place":{"type":"array","x-mark":"position","items":{"type":"number"}},"Radius":{"type":"number"}}}},
		"Buoys":{"type":"array","items":{"type":"object","properties":{"PosX":{"type":"integer","x-mark":"position"},
		"PosZ":{"type":"integer","x-mark":"position"}}}}}}}]}`
	boatFile = `{"Word": "sesame", "Harbours": [{"Word": "sesame", "Title": "North", "Place": [10.50, 2, 30], "Radius": 40}, ` +
		`{"Title": "None", "Place": [0, 0, 0]}],` + "\n" + `"Buoys": [{"PosX": 5, "PosZ": 6}], "Else": [[1, 2, 3]]}`
)

const (
	camps = `{"slug":"camps","name":"Camps","about":"Camps.","version":"1.0","files":[{"name":"a","title":"A","paths":["Camps/*.json"],
		"schema":{"type":"object","properties":{
		"Camps":{"type":"object","additionalProperties":{"type":"object","properties":{"Title":{"type":"string"},
		"Place":{"type":"array","x-mark":"position","items":{"type":"number"}},"Radius":{"type":"number"}}}},
		"Spots":{"type":"object","additionalProperties":{"type":"array","x-mark":"position","minItems":3,"maxItems":3,
		"items":{"type":"number"}}},
		"Tents":{"type":"object","additionalProperties":{"type":"array","items":{"type":"object","properties":{
		"x":{"type":"number","x-mark":"position"},"z":{"type":"number"}}}}}}}}]}`
	campFile = `{"Camps": {"7": {"Place": [1, 2, 3.50]}, "B.2": {"Title": "West", "Place": [4, 5, 6]}},` + "\n" +
		`"Spots": {"S.1": [7, 8, 9], "none": [0, 0, 0]}, "Tents": {"a.b": [{"x": 1, "z": 2}, {"x": 3, "z": 4}]}}`
)

// TestPositionsUnderFreeKeys: objects, positions and lists under keys that a pack leaves free are found, moved and removed.
func TestPositionsUnderFreeKeys(t *testing.T) {
	t.Parallel()
	db := storetest.SQLite(t)
	scope, _ := storetest.Instance(t, db, storetest.User(t, db))
	s := geo.Service{DB: db, Lint: lint.New(db), Missions: mission.New(db)}
	if _, err := ownpacks.New(db, nil).Put(t.Context(), scope.UserID, camps, false); err != nil {
		t.Fatal(err)
	}
	files := []mission.Upload{{Path: "profiles/Camps/A.json", Data: []byte(campFile)}}
	if _, err := s.Missions.Import(t.Context(), scope, files, mission.Options{}); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"Camps.7.Place 7 Camps 1 3.5", "Camps.B~12.Place West Camps 4 6", "Spots.S~11 S.1 Camps 7 9",
		"Tents.a~1b.0 /profiles/Camps/A.json Camps 1 2", "Tents.a~1b.1 /profiles/Camps/A.json Camps 3 4",
	}
	if diff := cmp.Diff(want, placed(t, s, scope)); diff != "" {
		t.Fatal(diff)
	}
	var changes geo.Changes
	for i, f := range modFeatures(t, s, scope) {
		was := geo.Position{Points: f.Points, Radius: f.Radius}
		if i == 0 || i == 2 || i == 3 {
			now := geo.Position{Points: []geo.Point{{X: f.Points[0].X + 1, Z: f.Points[0].Z}}, Radius: f.Radius}
			changes.Moved = append(changes.Moved, geo.Moved{ID: f.ID(), Was: was, Now: now})
		} else {
			changes.Removed = append(changes.Removed, geo.Removed{ID: f.ID(), Was: was})
		}
	}
	if _, err := s.Save(t.Context(), scope, changes, say.New("moved")); err != nil {
		t.Fatal(err)
	}
	const after = `{"Camps": {"7": {"Place": [2, 2, 3.50]}},` + "\n" +
		`"Spots": {"S.1": [8, 8, 9], "none": [0, 0, 0]}, "Tents": {"a.b": [{"x": 2, "z": 2}]}}`
	text, err := s.Missions.Text(t.Context(), scope, "profiles/Camps/A.json")
	if err != nil || text.Text != after {
		t.Errorf("the file is %s, %v", text.Text, err)
	}
}

// TestPositionsOfPacks: what a pack marks is on the map, moves there and changes its own numbers alone; without the pack it is not.
func TestPositionsOfPacks(t *testing.T) {
	t.Parallel()
	db := storetest.SQLite(t)
	scope, _ := storetest.Instance(t, db, storetest.User(t, db))
	s := geo.Service{DB: db, Lint: lint.New(db), Missions: mission.New(db)}
	files := []mission.Upload{{Path: "profiles/Boats/North.json", Data: []byte(boatFile)}}
	if _, err := s.Missions.Import(t.Context(), scope, files, mission.Options{}); err != nil {
		t.Fatal(err)
	}
	if got := placed(t, s, scope); len(got) != 0 {
		t.Errorf("without the pack there is %v", got)
	}
	if _, err := ownpacks.New(db, nil).Put(t.Context(), scope.UserID, harbours, false); err != nil {
		t.Fatal(err)
	}
	want := []string{"Harbours.0.Place North Boats 10.5 30", "Buoys.0 /profiles/Boats/North.json Boats 5 6"}
	if diff := cmp.Diff(want, placed(t, s, scope)); diff != "" {
		t.Error(diff)
	}
	var moved geo.Changes
	for _, f := range modFeatures(t, s, scope) {
		was := geo.Position{Points: f.Points, Radius: f.Radius}
		now := geo.Position{Points: []geo.Point{{X: f.Points[0].X + 1.25, Z: f.Points[0].Z}}, Radius: f.Radius}
		moved.Moved = append(moved.Moved, geo.Moved{ID: f.ID(), Was: was, Now: now})
	}
	if _, err := s.Save(t.Context(), scope, moved, say.New("moved")); err != nil {
		t.Fatal(err)
	}
	const after = `{"Word": "sesame", "Harbours": [{"Word": "sesame", "Title": "North", "Place": [11.75, 2, 30], "Radius": 40}, ` +
		`{"Title": "None", "Place": [0, 0, 0]}],` + "\n" + `"Buoys": [{"PosX": 6, "PosZ": 6}], "Else": [[1, 2, 3]]}`
	text, err := s.Missions.Text(t.Context(), scope, "profiles/Boats/North.json")
	if err != nil || text.Text != after {
		t.Errorf("the file is %s, %v", text.Text, err)
	}
	var conflicts geo.Conflicts
	if _, err := s.Save(t.Context(), scope, moved, say.New("moved")); !errors.As(err, &conflicts) || len(conflicts) != 2 {
		t.Errorf("moved from where they are no more: %v", err)
	}
}

func modFeatures(t *testing.T, s geo.Service, scope store.Scope) (list []geo.Feature) {
	t.Helper()
	err := s.Each(t.Context(), scope, geo.Query{Layers: []string{geo.ModsLayer}}, func(f *geo.Feature) error {
		list = append(list, *f)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func placed(t *testing.T, s geo.Service, scope store.Scope) (list []string) {
	t.Helper()
	for _, f := range modFeatures(t, s, scope) {
		list = append(list, fmt.Sprint(f.Path, " ", f.Name, " ", f.Sort, " ", f.Points[0].X, " ", f.Points[0].Z))
	}
	return list
}
