package geo_test

import (
	"errors"
	"path"
	"strings"
	"testing"

	"quartermaster/internal/geo"
	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
)

// world is an instance whose positions a test changes.
type world struct {
	geo.Service
	scope store.Scope
}

func (w world) apply(t *testing.T, asked geo.Changes) error {
	t.Helper()
	_, err := w.Save(t.Context(), w.scope, asked, say.New("map"))
	return err
}

// id returns the id of the only feature of a layer with a path.
func (w world) id(t *testing.T, layer, path string) string {
	t.Helper()
	for _, f := range ask(t, w.Service, w.scope, geo.Query{Layers: []string{layer}}).Features {
		if f.Properties.Path == path {
			return f.ID
		}
	}
	t.Fatalf("%s has no %s", layer, path)
	return ""
}

// difference returns the lines that a generated file has lost and gained since another text.
func (w world) difference(t *testing.T, file, before string) string {
	t.Helper()
	var after strings.Builder
	if _, err := mission.New(w.DB).WriteFile(t.Context(), w.scope, path.Join("mpmissions/dayzOffline.chernarusplus", file),
		&after); err != nil {
		t.Fatal(err)
	}
	var lines []string
	old, now := strings.Split(before, "\n"), strings.Split(after.String(), "\n")
	for _, line := range old {
		if !strings.Contains("\n"+after.String()+"\n", "\n"+line+"\n") {
			lines = append(lines, "- "+strings.TrimSpace(line))
		}
	}
	for _, line := range now {
		if !strings.Contains("\n"+before+"\n", "\n"+line+"\n") {
			lines = append(lines, "+ "+strings.TrimSpace(line))
		}
	}
	return strings.Join(lines, "\n")
}

func at(x, z float64) geo.Position { return geo.Position{Points: []geo.Point{{X: x, Z: z}}} }

func (p position) within(radius float64) geo.Position {
	return geo.Position{Points: p.Points, Radius: &radius}
}

type position geo.Position

const spawns = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<eventposdef>
    <event name="StaticHeliCrash">
        <pos x="100.000000" z="200.000000" a="90.000000" />
        <pos x="300.000000" z="400.000000" a="1.000000" />
        <pos x="500.000000" z="600.000000" a="2.000000" />
    </event>
</eventposdef>
`

const zones = `{
    "m_Version": 11,
    "Enabled": 1,
    "CircleZones": [
        {
            "Center": [1.0, 2.0, 3.0],
            "Radius": 50.0
        }
    ],
    "PolygonZones": []
}`

func settled(t *testing.T) world {
	t.Helper()
	s, scope := imported(t, map[string]string{
		"cfgeventspawns.xml": spawns, "expansion/settings/SafeZoneSettings.json": zones,
		"cfgplayerspawnpoints.xml": files["cfgplayerspawnpoints.xml"],
	})
	return world{s, scope}
}

// TestApply: what is moved, removed and added is one revision, and changes the lines of the files that it is about.
func TestApply(t *testing.T) {
	t.Parallel()
	w := settled(t)
	err := w.apply(t, geo.Changes{
		Moved: []geo.Moved{
			{w.id(t, "event-spawns", "positions.1"), at(300, 400), at(301.5, 402)},
			{w.id(t, "safe-zone", "CircleZones.0.Center"), position(at(1, 3)).within(50), position(at(10, 30)).within(75)},
		},
		Removed: []geo.Removed{{w.id(t, "event-spawns", "positions.0"), at(100, 200)}},
		Added: []geo.Added{
			{"event-spawns", "StaticHeliCrash", "", "", at(700, 800)},
			{"player-spawns", "hop", "", "", at(5, 6)},
			{"effect-areas", "ContaminatedArea_Static", "Tower", "", position(at(7, 8)).within(120)},
			{"trader-zones", "", "Green", "", position(at(9, 10)).within(500)},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := w.difference(t, "cfgeventspawns.xml", spawns), strings.Join([]string{
		`- <pos x="100.000000" z="200.000000" a="90.000000" />`, `- <pos x="300.000000" z="400.000000" a="1.000000" />`,
		`+ <pos x="301.5" z="402" a="1" />`, `+ <pos x="700" z="800" />`,
	}, "\n"); got != want {
		t.Errorf("the event's file:\n%s", got)
	}
	if got, want := w.difference(t, "expansion/settings/SafeZoneSettings.json", zones), strings.Join([]string{
		`- "Center": [1.0, 2.0, 3.0],`, `- "Radius": 50.0`, `+ "Center": [10.0, 2.0, 30.0],`, `+ "Radius": 75.0`,
	}, "\n"); got != want {
		t.Errorf("the file of the zones:\n%s", got)
	}
	revision, err := w.DB.RevisionOf(t.Context(), w.scope)
	if err != nil {
		t.Fatal(err)
	}
	changes, err := w.DB.Changes(t.Context(), w.scope, revision, 0, 100)
	if err != nil || len(changes) != 5 {
		t.Errorf("%d changes in the last revision, %v", len(changes), err)
	}
	for _, r := range []*record.Resource{record.EffectAreas, record.TraderZones} {
		if n, err := w.DB.Count(t.Context(), r, w.scope); n != 1 || err != nil {
			t.Errorf("%d %s, %v", n, r.Plural(), err)
		}
	}
}

// TestOthersChanges: where somebody else has changed a position since it was shown, nothing is stored.
func TestOthersChanges(t *testing.T) {
	t.Parallel()
	w := settled(t)
	id := w.id(t, "event-spawns", "positions.2")
	err := w.apply(t, geo.Changes{Moved: []geo.Moved{
		{w.id(t, "event-spawns", "positions.1"), at(300, 400), at(1, 1)}, {id, at(500, 601), at(2, 2)},
	}})
	var others geo.Conflicts
	if !errors.As(err, &others) || len(others) != 1 || others[0].ID != id || others[0].Now.Points[0] != (geo.Point{X: 500, Z: 600}) {
		t.Errorf("error %v, %+v", err, others)
	}
	err = w.apply(t, geo.Changes{Removed: []geo.Removed{{"event-spawns/nOsUcHsId0/positions.1", at(300, 400)}}})
	if !errors.As(err, &others) || others[0].Now != nil {
		t.Errorf("error %v, %+v", err, others)
	}
	if got := w.difference(t, "cfgeventspawns.xml", spawns); got != "" {
		t.Errorf("stored:\n%s", got)
	}
}

// TestRefused: what a layer does not take is refused with a sentence.
func TestRefused(t *testing.T) {
	t.Parallel()
	w := settled(t)
	for _, asked := range []geo.Changes{
		{Added: []geo.Added{{"problems", "", "", "", at(1, 2)}}},
		{Added: []geo.Added{{"nothing", "", "", "", at(1, 2)}}},
		{Added: []geo.Added{{"event-spawns", "StaticHeliCrash", "", "", geo.Position{}}}},
		{Added: []geo.Added{{"effect-areas", "", "", "", at(1, 2)}}}, // it needs a name
		{Moved: []geo.Moved{{w.id(t, "event-spawns", "positions.1"), at(300, 400), geo.Position{}}}},
	} {
		var refused geo.Refused
		if err := w.apply(t, asked); !errors.As(err, &refused) || refused.Text == "" {
			t.Errorf("%+v: %v", asked, err)
		}
	}
}
