package mission_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// generated returns every file of the instance by its path.
func (w world) generated() map[string]string {
	w.Helper()
	files, err := w.service.Generate(w.Context(), w.scope)
	if err != nil {
		w.Fatal(err)
	}
	texts := map[string]string{}
	for _, f := range files {
		texts[f.Path] = string(contentOf(w, f))
	}
	return texts
}

// revision is the number of the newest one.
func (w world) revision() int64 {
	w.Helper()
	list, _, err := w.db.Revisions(w.Context(), w.scope, 0, 1)
	if err != nil {
		w.Fatal(err)
	}
	return list[0].Number
}

// TestRevertBringsBackTheBytes goes back over imports, edits and deletions: the files are again what they were.
func TestRevertBringsBackTheBytes(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		w := newWorld(t)
		const odd = "\ufeff<?xml version=\"1.0\"?>\r\n<types>\r\n\t<!-- “guns” -->\r\n\t<type name=\"AKM\"><nominal>5</nominal><category " +
			"name=\"weapons\"/></type>\r\n" +
			"  <type  name='Apple'>\n<nominal> 40 </nominal><usage name=\"Farm\"/><usage name=\"Town\"/></type><!-- end -->\r\n</types>\r\n"
		const events = "<events>\n  <event name=\"Loot\">\n    <nominal>3</nominal><min>1</min><max>5</max><lifetime>60</lifetime>\n  " +
			"</event>\n</events>"
		const limits = "<lists><categories><category name=\"weapons\"/></categories></lists>\n<!-- kept -->\n"
		w.load(mission.Merge, "types.xml", odd)
		w.load(mission.Merge, "events.xml", events)
		w.load(mission.Merge, "cfglimitsdefinition.xml", limits)
		states := map[int64]map[string]string{}
		note := func() { states[w.revision()] = w.generated() }
		steps := []func(){
			func() { w.set(record.Types, "AKM", record.Values{"nominal": int64(6), "usage_ids": []int64{2}}) },
			func() {
				w.load(mission.Replace, "types.xml", `<types><type name="Apple"><nominal>1</nominal></type><type name="Pear"/></types>`)
			},
			func() { w.set(record.Events, "Loot", record.Values{"name": "Other", "source_file": "custom/e.xml"}) },
			func() {
				r := record.InstanceClassnames
				if _, err := w.db.Delete(t.Context(), r, w.scope, r.SID(w.find(r, "Apple"))); err != nil {
					t.Fatal(err)
				}
			},
			func() { w.load(mission.Replace, "cfglimitsdefinition.xml", "<lists/>") },
			func() {
				w.load(mission.Merge, "types.xml", `<types><type name="Apple"><nominal>2</nominal></type></types>`)
			},
			func() {
				w.load(mission.Merge, "cfgeconomycore.xml", `<economycore><defaults><default name="dyn_radius" value="77"/></defaults></economycore>`)
			},
		}
		note()
		for _, step := range steps {
			step()
			note()
		}
		newest := w.revision()
		for range 3 {
			for _, to := range rand.Perm(int(newest)) {
				want, noted := states[int64(to)]
				if !noted {
					continue
				}
				if _, err := w.db.Revert(t.Context(), w.scope, store.Revert{To: int64(to)}); err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(want, w.generated()); diff != "" {
					t.Fatalf("back at revision %d:\n%s", to, diff)
				}
			}
		}
	})
}

// TestRevertOfALargeImport is about the scale: it is one change, and takes no longer than the import did.
func TestRevertOfALargeImport(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	to := w.revision()
	empty := w.generated()
	text := "<types>\n"
	for i := range 2000 {
		text += fmt.Sprintf("<type name=\"Thing%d\"><nominal>%d</nominal><usage name=\"Town\"/></type>\n", i, i)
	}
	w.load(mission.Merge, "types.xml", text+"</types>\n")
	imported, full := w.revision(), w.generated()
	for _, back := range []struct {
		to   int64
		want map[string]string
		sum  store.RevertedRecords
	}{{to, empty, store.RevertedRecords{Deleted: 4001}}, {imported, full, store.RevertedRecords{Created: 4001}}} {
		done, err := w.db.Revert(t.Context(), w.scope, store.Revert{To: back.to})
		if err != nil || done.Total() != back.sum {
			t.Fatalf("%+v, %v", done.Total(), err)
		}
		if diff := cmp.Diff(back.want, w.generated()); diff != "" {
			t.Errorf("back at revision %d:\n%s", back.to, diff)
		}
	}
}
