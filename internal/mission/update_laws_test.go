package mission_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"quartermaster/internal/mission"
	"quartermaster/internal/record"
)

// editedResources are those of the files in written: the field by which a record is renamed or moved, with new values of it, and a field
// that is changed, with new values of that.
var editedResources = map[string]struct {
	res                *record.Resource
	renames            string
	names              []any
	changes            string
	values             []any
	hasOtherRequired   record.Values
	isNamedAfterAClass bool
}{
	"db/types.xml": {
		res: record.Types, renames: "instance_classname_id", names: []any{"A", "B", "Own"}, changes: "nominal",
		values: []any{int64(1), int64(7), nil}, isNamedAfterAClass: true,
	},
	"cfgspawnabletypes.xml": {
		res: record.SpawnableTypes, renames: "instance_classname_id", names: []any{"A", "B", "Own"}, changes: "damage_min",
		values: []any{0.5, nil}, isNamedAfterAClass: true,
	},
	"db/events.xml": {
		res: record.Events, renames: "name", names: []any{"A", "B", "Own"}, changes: "max", values: []any{int64(1), int64(7)},
		hasOtherRequired: record.Values{"nominal": int64(1), "min": int64(0), "max": int64(1), "lifetime": int64(1)},
	},
	"cfgrandompresets.xml": {
		res: record.RandomPresets, renames: "name", names: []any{"A", "B", "Own"}, changes: "chance", values: []any{0.5, 1.0},
		hasOtherRequired: record.Values{"type": "cargo", "chance": 1.0},
	},
	"cfgeventspawns.xml": {
		res: record.EventSpawns, renames: "name", names: []any{"A", "B", "Own"}, changes: "zone_r", values: []any{1.0, 45.0, nil},
	},
	"cfgplayerspawnpoints.xml": {
		res: record.PlayerSpawns, renames: "x", names: []any{int64(100), int64(200), int64(900)}, changes: "z",
		values: []any{int64(100), int64(700)}, hasOtherRequired: record.Values{"z": int64(350), "type": "fresh"},
	},
	"db/messages.xml": {
		res: record.Messages, renames: "text", names: []any{"A", "B", "Own"}, changes: "delay", values: []any{int64(1), int64(7), nil},
	},
}

// edit does to the records of a file what an owner does: he renames, moves, changes, disables and deletes some, and makes new ones.
func (w world) edit(t *rapid.T, place string) {
	e, is := editedResources[place]
	if !is {
		return
	}
	named := func() any {
		name := rapid.SampledFrom(e.names).Draw(t, "name")
		if !e.isNamedAfterAClass {
			return name
		}
		return w.class(fmt.Sprint(name))
	}
	rows, err := w.db.All(w.Context(), e.res, w.scope, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		values := record.Values{}
		switch rapid.SampledFrom([]string{"stays", "stays", "renamed", "changed", "deleted", "disabled"}).Draw(t, "edit") {
		case "renamed":
			values[e.renames] = named()
		case "changed":
			values[e.changes] = rapid.SampledFrom(e.values).Draw(t, "value")
		case "disabled":
			if e.res.Has("enabled") {
				values["enabled"] = int64(0)
			}
		case "deleted":
			if _, err := w.db.Delete(w.Context(), e.res, w.scope, e.res.SID(row)); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if _, err := w.db.Update(w.Context(), e.res, w.scope, e.res.SID(row), values); err != nil {
			t.Fatal(err)
		}
	}
	for range rapid.IntRange(0, 2).Draw(t, "new ones") {
		values := record.Values{e.renames: named(), e.changes: rapid.SampledFrom(e.values[:1]).Draw(t, "value")}
		for name, value := range e.hasOtherRequired {
			if values[name] == nil {
				values[name] = value
			}
		}
		if _, err := w.db.Create(w.Context(), e.res, w.scope, values); err != nil {
			t.Fatal(err)
		}
	}
}

// class returns the id of a class of the instance, which it creates where there is none.
func (w world) class(name string) int64 {
	w.Helper()
	rows, err := w.db.All(w.Context(), record.InstanceClassnames, w.scope, "lower(r.name) = lower($)", name)
	if err != nil {
		w.Fatal(err)
	}
	if len(rows) == 0 {
		rows = []record.Row{w.create(record.InstanceClassnames, record.Values{"name": name})}
	}
	return record.InstanceClassnames.ID(rows[0])
}

// changedBy returns what an update would change of the records, and its reports.
// changesNothing holds that an update neither changes a record nor a byte, asks nothing, and takes nothing.
func (w world) changesNothing(t interface{ Fatalf(string, ...any) }, what, base string, upload mission.Upload) {
	w.Helper()
	before, first := w.generated(), w.revision()
	report := w.update(mission.Options{Base: base}, upload)[0]
	if changes := w.changedSince(first); len(changes) > 0 {
		t.Fatalf("%s: it changes %s %s from %s to %s; %+v", what, changes[0].Resource.Name, changes[0].Title, changes[0].Before,
			changes[0].After, report)
	}
	if report.Taken > 0 || len(report.Conflicts) > 0 || report.Own.Taken+report.Own.Removed > 0 || report.Status != mission.Imported {
		t.Fatalf("%s: %+v, conflicts %q", what, report, conflictsOf(report))
	}
	if d := cmp.Diff(before, w.generated()); d != "" {
		t.Fatalf("%s: %s\nwith %s", what, d, upload.Data)
	}
}

// changedSince returns how the records differ from those of a revision.
func (w world) changedSince(revision int64) []record.Difference {
	w.Helper()
	now := w.revision()
	if now == revision {
		return nil
	}
	changes, err := w.db.Diff(w.Context(), w.scope, revision, now)
	if err != nil {
		w.Fatal(err)
	}
	return slices.DeleteFunc(changes, func(d record.Difference) bool { return d.Resource == record.Files })
}

// bases are what the laws begin with: the last import, and a version of the game of which only the fingerprints are known.
var lawBases = []string{mission.LastBase, "0.1"}

// Whatever an owner has done since: an update with what is there changes nothing, and neither does one with what both sides began with.
func TestLawsOfUpdates(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	rapid.Check(t, func(t *rapid.T) {
		w.newInstance()
		place, file := drawPlace(t)
		base := mission.Upload{Path: missionFolder + place, Data: []byte(file(t))}
		w.loadAll(mission.Replace, base)
		w.addVersion("0.1", base)
		w.edit(t, place)
		from := rapid.SampledFrom(lawBases).Draw(t, "base")
		if place == "cfgeconomycore.xml" || w.isGenerated(place) {
			there := mission.Upload{Path: base.Path, Data: []byte(w.file(place))}
			if rapid.Bool().Draw(t, "with what is there") {
				w.changesNothing(t, "with what is there", from, there)
				from = "0.1" // what is there is the last import now
			}
		}
		w.changesNothing(t, "with the base", from, base)
	})
}

// drawPlace draws one of the files in written.
func drawPlace(t *rapid.T) (place string, file func(*rapid.T) string) {
	place = rapid.SampledFrom(slices.Sorted(maps.Keys(written))).Draw(t, "place")
	return place, written[place]
}

func (w world) isGenerated(place string) bool {
	w.Helper()
	return slices.Contains(w.paths(), place)
}

// addVersion makes files known as a version of the game.
func (w world) addVersion(name string, files ...mission.Upload) {
	w.Helper()
	if err := w.service.AddGameVersion(w.Context(), "chernarusplus", name, mission.Fingerprints(files,
		"dayzOffline.chernarusplus")); err != nil {
		w.Fatal(err)
	}
}

// Without a base nothing of mine is overwritten or deleted: what is there afterwards is mine, and what only the upload has.
func TestWithoutABaseNothingIsLost(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	rapid.Check(t, func(t *rapid.T) {
		w.newInstance()
		place, file := drawPlace(t)
		mine, theirs := file(t), file(t)
		w.load(mission.Replace, missionFolder+place, mine)
		w.edit(t, place)
		before := w.recordsBySID(place)
		report := w.update(mission.Options{Base: mission.AutoBase}, mission.Upload{Path: missionFolder + place, Data: []byte(theirs)})[0]
		isTaken := report.Status == mission.Imported // or is of another kind than what is stored
		if isTaken && report.Base.Kind != mission.NoBase || report.Own.Taken+report.Own.Removed > 0 {
			t.Fatalf("%+v", report)
		}
		after := w.recordsBySID(place)
		for sid, row := range before {
			if d := cmp.Diff(row, after[sid]); d != "" {
				t.Fatalf("a record of mine is another one after\n%s\nand\n%s\n%s", mine, theirs, d)
			}
		}
		if problem := w.unsettled(); problem != "" {
			t.Fatal(problem)
		}
	})
}

// recordsBySID returns what people see of the records of a file.
func (w world) recordsBySID(place string) map[string]map[string]string {
	w.Helper()
	e, is := editedResources[place]
	if !is {
		return nil
	}
	rows, err := w.db.All(w.Context(), e.res, w.scope, "")
	if err != nil {
		w.Fatal(err)
	}
	all := map[string]map[string]string{}
	for _, row := range rows {
		values := map[string]string{}
		for i, f := range e.res.Fields {
			value := row[i]
			if ids, isSet := value.([]int64); isSet {
				value = slices.Sorted(slices.Values(ids)) // whose order is that of the text
			}
			if f.Shown() && f.Name != "updated_at" && f.Name != "tag_id" {
				values[f.Name] = string(f.AppendValue(nil, value))
			}
		}
		all[e.res.SID(row)] = values
	}
	return all
}
