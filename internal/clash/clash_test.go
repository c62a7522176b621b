package clash_test

import (
	"errors"
	"slices"
	"testing"

	"quartermaster/internal/clash"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// TestAClashSaysWhatItIsAbout, in the words of the act, and what does not clash says nothing.
func TestAClashSaysWhatItIsAbout(t *testing.T) {
	t.Parallel()
	db := storetest.SQLite(t)
	user := storetest.User(t, db)
	instance, err := db.CreateInstance(t.Context(), user, record.Values{"name": "Test", "map_id": int64(1)})
	if err != nil {
		t.Fatal(err)
	}
	scope := store.Scope{UserID: user, InstanceID: record.Instances.ID(instance)}
	create := func(r *record.Resource, values record.Values) (record.Row, error) {
		return db.Create(t.Context(), r, scope, values)
	}
	class, err := create(record.InstanceClassnames, record.Values{"name": "AKM"})
	if err != nil {
		t.Fatal(err)
	}
	_, taken := create(record.InstanceClassnames, record.Values{"name": "AKM"})
	there, err := create(record.Types, record.Values{"instance_classname_id": record.InstanceClassnames.ID(class)})
	if err != nil {
		t.Fatal(err)
	}
	lost := slices.Clone(there)
	lost[record.Types.Index("instance_classname_id")], lost[record.Types.Index("sid")] = int64(1<<40), store.NewSID()
	missing := db.Edit(t.Context(), scope, "create", func(e *store.Edit) error {
		return e.InsertAll(t.Context(), record.Types, []record.Row{lost})
	})
	for _, test := range []struct {
		err  error
		act  clash.Act
		want string
	}{
		{taken, clash.Batch, "A name has already been taken."},
		{taken, clash.Grid, "Two instance classnames would have the same name."},
		{missing, clash.Change, "A record that this one refers to has been deleted."},
		{missing, clash.Delete, "The type is in use and cannot be deleted."},
		{missing, clash.Undo, ""},
		{errors.New("another one"), clash.Batch, ""},
		{store.ErrTaken, clash.Grid, "Two records would have the same name."},
	} {
		if got := clash.Called(test.err, test.act, "", ""); got != test.want {
			t.Errorf("%s of %v: %q, not %q", test.act, test.err, got, test.want)
		}
	}
	var about *store.Clash
	if !errors.As(taken, &about) || about.Resource != record.InstanceClassnames || about.Title != "AKM" || about.Deletes ||
		!errors.Is(taken, store.ErrTaken) {
		t.Errorf("%+v", about)
	}
	if m, isClash := clash.Says(taken,
		clash.Batch); !isClash || m.Param("title") != "AKM" || m.Param("resource") != record.InstanceClassnames.Path {
		t.Errorf("%+v", m)
	}
}
