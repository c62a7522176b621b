package mission_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

func baseOf(text string) mission.Base {
	sum := sha256.Sum256([]byte(text))
	return mission.Base{SHA256: hex.EncodeToString(sum[:]), Content: []byte(text)}
}

// TestUpdateFromWhatWasSent merges what the server has with the records, both of which come from a file that was sent after changes, not
// from the one that was imported.
func TestUpdateFromWhatWasSent(t *testing.T) {
	t.Parallel()
	const types = missionFolder + "db/types.xml"
	w := newWorld(t)
	for seed := range uint64(15) {
		dice := rand.New(rand.NewPCG(seed, 0)) //nolint:gosec // the same cases each time
		one := func(of ...string) string { return of[dice.IntN(len(of))] }
		w.newInstance()
		w.load(mission.Replace, types, typesFile("A 0", "B 1", "C 2", "D 3", "E 4"))
		for _, name := range []string{"A", "B", "C", "D", "E"} {
			if next := one("", "55", "gone"); next != "" {
				w.change(name, next)
			}
		}
		w.load(mission.Merge, types, typesFile("Own 11")) // which the last import of the whole file does not have
		sent, was := w.file("db/types.xml"), w.nominals()
		want, theirs := map[string]string{}, []string{}
		for _, name := range slices.Sorted(maps.Keys(was)) {
			next := one(was[name], "77", "gone")
			if next != "gone" {
				want[name] = next
			}
			if one("mine", "theirs") == "mine" {
				w.change(name, next)
				next = was[name]
			}
			if next != "gone" {
				theirs = append(theirs, name+" "+next)
			}
		}
		dice.Shuffle(len(theirs), func(i, j int) { theirs[i], theirs[j] = theirs[j], theirs[i] })
		bases := map[string]mission.Base{types: baseOf(sent)}
		report := w.update(mission.Options{Bases: bases}, mission.Upload{Path: types, Data: []byte(typesFile(theirs...))})[0]
		if d := cmp.Diff(want, w.nominals()); d != "" || len(report.Conflicts) > 0 {
			t.Fatalf("seed %d: conflicts %q, %s", seed, conflictsOf(report), d)
		}
		if problem := w.unsettled(); problem != "" {
			t.Fatal(problem)
		}
	}
}

func (w world) nominals() map[string]string {
	w.Helper()
	rows, err := w.db.All(w.Context(), record.Types, w.scope, "")
	if err != nil {
		w.Fatal(err)
	}
	all := map[string]string{}
	for _, row := range rows {
		all[record.Types.TitleOf(row)] = fmt.Sprint(row[record.Types.Index("nominal")])
	}
	return all
}

// TestUpdateOfWholeFiles: a file that is not merged value by value is one conflict, decided by its path too.
func TestUpdateOfWholeFiles(t *testing.T) {
	t.Parallel()
	for place, text := range map[string]string{
		missionFolder + "init.c":             "// %s\n",
		missionFolder + "cfgeventgroups.xml": "<eventgroupdef><!-- %s --></eventgroupdef>\n",
	} {
		t.Run(place, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			is := func(what string) string { return strings.ReplaceAll(text, "%s", what) }
			w.load(mission.Merge, place, is("mine"))
			for _, c := range []struct {
				base, theirs string
				choices      mission.Choices
				want         string
				conflicts    int
			}{
				{"sent", "theirs", nil, "mine", 1},
				{"sent", "theirs", mission.Choices{"files": mission.Theirs, place: mission.Mine}, "mine", 1},
				{"sent", "sent", nil, "mine", 0},
				{"sent", "mine", nil, "mine", 0},
				{"sent", "theirs", mission.Choices{place: mission.Theirs}, "theirs", 1},
				{"theirs", "newer", nil, "newer", 0},
			} {
				o := mission.Options{Choices: c.choices, Bases: map[string]mission.Base{place: baseOf(is(c.base))}}
				report := w.update(o, mission.Upload{Path: place, Data: []byte(is(c.theirs))})[0]
				if got := w.serverFile(place); got != is(c.want) || len(report.Conflicts) != c.conflicts {
					t.Errorf("%+v: %q, %+v", c, got, report)
				}
			}
		})
	}
}

// What was delivered is the base, whether its content lies beside the delivery or is that of an import; a dry run finds the same.
func TestUpdatesBeginWithWhatWasDelivered(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		w := newWorld(t)
		const types = missionFolder + "db/types.xml"
		w.load(mission.Replace, types, typesFile("Own 1", "Both 2"))
		sum := sha256.Sum256([]byte(typesFile("Own 1", "Both 2")))
		err := w.db.Tx(w.Context(), func(tx *store.Tx) error {
			_, err := tx.Exec(w.Context(),
				`INSERT INTO delivered_files (instance_id, server, path, bytes, sha256, original) VALUES ($1, 'a', $2, 1, $3, '')`,
				w.scope.InstanceID, types, hex.EncodeToString(sum[:]))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		w.set(record.Types, "Own", record.Values{"nominal": int64(10)})
		upload := mission.Upload{Path: types, Data: []byte(typesFile("Own 1", "Both 3"))}
		rehearsed := w.rehearseUpdate(mission.Options{Base: mission.AutoBase}, upload)
		done := w.update(mission.Options{Base: mission.AutoBase}, upload)[0]
		for _, report := range []mission.Report{rehearsed, done} {
			if report.Base.Kind != mission.DeliveredBase || report.Taken != 1 || report.KeptRecords != 1 || len(report.Conflicts) > 0 {
				t.Errorf("%+v", report)
			}
		}
	})
}

// What an update has brought is told whatever became of it, also where all of the owner's stays.
func TestWhatAnUpdateBroughtIsToldWithoutABase(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		w := newWorld(t)
		const types = missionFolder + "db/types.xml"
		w.load(mission.Replace, types, typesFile("Apple 1", "Pear 1"))
		report := w.update(mission.Options{Base: mission.AutoBase}, mission.Upload{Path: types, Data: []byte(typesFile("Apple 1"))})[0]
		if report.Base.Kind != mission.NoBase || len(report.Conflicts) != 1 || report.Revision == 0 ||
			string(report.Conflicts[0].Base) != "null" {
			t.Fatalf("%+v", report)
		}
		list, err := w.service.ImportDifferences(w.Context(), w.scope, report.Revision, usedNowhere)
		if err != nil || len(list) != 1 || len(list[0].Records) != 1 || list[0].Records[0].Title != "Pear" {
			t.Errorf("%v, %+v", err, list)
		}
		w.find(record.Types, "Pear")
	})
}

func usedNowhere(context.Context, store.Scope, []string) (map[string]map[*record.Resource]int64, error) {
	return nil, nil
}
