package economy

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// imported makes an instance of Chernarus with files.
func imported(t *testing.T, db *store.DB, uploads []mission.Upload) store.Scope {
	t.Helper()
	user := storetest.User(t, db)
	row, err := db.CreateInstance(t.Context(), user, record.Values{"name": "Genuine", "map_id": int64(1)})
	if err != nil {
		t.Fatal(err)
	}
	scope := store.Scope{UserID: user, InstanceID: record.Instances.ID(row)}
	reports, err := mission.New(db).Import(t.Context(), scope, uploads, mission.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range reports {
		if r.Status == mission.Failed {
			t.Errorf("%s: %s", r.Path, r.Error)
		}
	}
	return scope
}

// chernarus are the files of the game's mission that decide about its loot.
func chernarus(t *testing.T) (uploads []mission.Upload) {
	t.Helper()
	for _, name := range []string{
		"db/types.xml", "db/events.xml", "cfgspawnabletypes.xml", "cfgrandompresets.xml", "cfglimitsdefinition.xml",
		"cfglimitsdefinitionuser.xml", "cfgeconomycore.xml",
	} {
		data, err := os.ReadFile(filepath.Join(dataFolder, "vanilla-ce/chernarusplus", name))
		if err != nil {
			t.Skip("genuine server files are not beside the project: ", err)
		}
		uploads = append(uploads, mission.Upload{Path: name, Data: data})
	}
	for _, name := range []string{prototypesPath, positionsPath} {
		uploads = append(uploads, mission.Upload{Path: name, Data: []byte(genuine(t, groupsOfCE+"chernarusplus-"+name+".gz"))})
	}
	return append(uploads, mission.Upload{Path: "db/globals.xml", Data: []byte(genuine(t, "vanilla-ce/chernarusplus/db/globals.xml"))})
}

func TestGenuineEconomy(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	scope := imported(t, db, chernarus(t))
	s := New(db)
	f, revision, err := s.Figures(t.Context(), scope)
	if err != nil {
		t.Fatal(err)
	}
	checkSums(t, f)
	if len(f.Types) != 1_970 {
		t.Errorf("%d types", len(f.Types))
	}
	for name, want := range map[string]Loot{"SledgeHammer": {5_061, 34_192, 13_916}, "AKM": {433, 6_194, 1_586}} {
		if got := f.Type(name); got == nil || got.Loot != want {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if wheel := f.Type("HatchbackWheel"); wheel.Proxies == 0 || wheel.Reason != ReasonNone {
		t.Errorf("%+v", wheel)
	}
	reasons := map[Reason]int{}
	for _, x := range f.Types {
		reasons[x.Reason]++
	}
	if reasons[ReasonZone] != 30 || reasons[ReasonUncertain] != 2 ||
		reasons[ReasonUsage]+reasons[ReasonValue]+reasons[ReasonCategory]+reasons[ReasonTag] != 0 {
		t.Errorf("%v", reasons)
	}
	earlier := f

	if _, err := db.Update(t.Context(), record.Types, scope, f.Type("AKM").SID, record.Values{"nominal": int64(99)}); err != nil {
		t.Fatal(err)
	}
	now, next, err := s.Figures(t.Context(), scope)
	if err != nil || next != revision+1 || now.Type("AKM").Wanted != 99 {
		t.Fatal(next, err)
	}
	then, err := New(db).At(t.Context(), scope, revision)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(earlier.Types, then.Types, cmp.AllowUnexported(TypeFigure{})); diff != "" {
		t.Error(diff)
	}
	if _, err := s.At(t.Context(), scope, 99); !errors.Is(err, store.ErrNotFound) {
		t.Error(err)
	}
}

// TestFiguresAreForgotten of one instance, and not while somebody has the turn.
func TestFiguresAreForgotten(t *testing.T) {
	t.Parallel()
	s := New(nil)
	for id := range int64(4) {
		s.cache.put(figuresKey{scope: store.Scope{InstanceID: id % 2}, revision: id}, &Figures{world: new(world)})
	}
	leave, err := s.turn.Enter(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	s.Forget(store.Scope{InstanceID: 1})
	leave()
	if len(s.cache.figures) != 4 {
		t.Errorf("%d figures are left while someone computes, want 4", len(s.cache.figures))
	}
	whole := s.cache.size
	s.Forget(store.Scope{InstanceID: 1})
	if len(s.cache.figures) != 2 || s.cache.size != whole/2 {
		t.Errorf("%d figures are left, of the size %d of %d", len(s.cache.figures), s.cache.size, whole)
	}
}
