package mission_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/mission"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// rehearse tells of an import what it would report and change, each as a line.
func (w world) rehearse(mode mission.Mode, uploads ...mission.Upload) (reports []mission.Report, changes []string) {
	w.Helper()
	reports, differences, err := w.service.Rehearse(context.Background(), w.scope, uploads, mission.Options{Mode: mode})
	if err != nil {
		w.Fatal(err)
	}
	for _, d := range differences {
		line := fmt.Sprintf("%s %s", d.Resource.Path, d.Title)
		switch {
		case d.Before == nil:
			line = "+ " + line
		case d.After == nil:
			line = "- " + line
		default:
			line += fmt.Sprintf(": %s -> %s", d.Before, d.After)
		}
		changes = append(changes, line)
	}
	slices.Sort(changes)
	return reports, changes
}

// fingerprint is everything of the instance that an import could touch.
func (w world) fingerprint() string {
	w.Helper()
	var all strings.Builder
	for _, table := range []string{
		"instances", "types", "events", "instance_classnames", "instance_files", "revisions", "changes", "categories", "type_usages",
	} {
		rows, err := w.db.Query(context.Background(), "SELECT * FROM "+table+" ORDER BY 1, 2, 3")
		if err != nil {
			w.Fatal(err)
		}
		names, _ := rows.Columns()
		for rows.Next() {
			values := make([]any, len(names))
			for i := range values {
				values[i] = new(any)
			}
			if err := rows.Scan(values...); err != nil {
				w.Fatal(err)
			}
			for _, v := range values {
				fmt.Fprintf(&all, "%s|", *v.(*any))
			}
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil {
			w.Fatal(err)
		}
	}
	return all.String()
}

func TestARehearsalChangesNothingAndTellsTheSame(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		w := newWorld(t)
		w.load(mission.Merge, "types.xml", typesFile("A 1", "B 2"))
		before := w.fingerprint()
		uploads := []mission.Upload{
			{Path: "types.xml", Data: []byte(typesFile("A 7", "C 3"))},
			{Path: "events.xml", Data: []byte("<events><event name=\"LootX\"></events>")},
			{Path: "cfglimitsdefinition.xml", Data: []byte(`<lists><usageflags><usage name="Moon"/></usageflags></lists>`)},
		}
		reports, changes := w.rehearse(mission.Replace, uploads...)
		if diff := cmp.Diff(before, w.fingerprint()); diff != "" {
			t.Errorf("something was changed:\n%s", diff)
		}
		want := []string{
			"+ classnames C", "+ files cfglimitsdefinition.xml", "+ files db/events.xml", "+ types C", "- types B",
			"types A: map[nominal:1] -> map[nominal:7]",
		}
		if diff := cmp.Diff(want, changes); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(reports, w.loadAll(mission.Replace, uploads...)); diff != "" {
			t.Errorf("the import reports something else (- rehearsed, + done):\n%s", diff)
		}
		if reports[1].Status != mission.Failed || reports[2].Status != mission.Imported {
			t.Errorf("reports %+v", reports)
		}
		if _, again := w.rehearse(mission.Replace, uploads...); len(again) != 0 {
			t.Errorf("once it is done nothing is left, but for %q", again)
		}
	})
}

// TestFilesOfARehearsalSeeEachOther: a class that two files name is made once.
func TestFilesOfARehearsalSeeEachOther(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		w := newWorld(t)
		w.load(mission.Merge, "types.xml", typesFile("A 1"))
		reports, changes := w.rehearse(mission.Merge,
			mission.Upload{Path: "types.xml", Data: []byte(typesFile("A 2", "B 1"))},
			mission.Upload{Path: "mods/types.xml", Data: []byte(typesFile("B 3"))})
		if reports[1].Created != 1 {
			t.Errorf("the second file: %+v", reports[1])
		}
		want := []string{"+ classnames B", "+ files mods/types.xml", "+ types B", "+ types B", "types A: map[nominal:1] -> map[nominal:2]"}
		if diff := cmp.Diff(want, changes); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

func TestRehearsalsOfOthersInstancesAreRefused(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		w, other := newWorld(t), newWorld(t)
		scope := store.Scope{UserID: other.scope.UserID, InstanceID: w.scope.InstanceID + 1}
		if _, _, err := w.service.Rehearse(context.Background(), scope, nil, mission.Options{}); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("error %v", err)
		}
	})
}

func TestProgress(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var told []string
	_, err := w.service.Import(context.Background(), w.scope, []mission.Upload{
		{Path: "events.xml", Data: []byte("<events></events>")},
		{Path: "types.xml", Data: []byte(typesFile("A 1"))},
		{Path: "x.xml", Data: []byte("<types><")},
	}, mission.Options{Progress: func(done, total int, path string) { told = append(told, fmt.Sprint(done, "/", total, " ", path)) }})
	if err != nil || len(told) != 4 || told[3] != "3/3 " || !strings.HasPrefix(told[0], "0/3 ") {
		t.Errorf("%q (%v)", told, err)
	}
}
