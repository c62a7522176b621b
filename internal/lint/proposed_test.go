package lint

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// ofTypes returns what a service that remembers nothing finds in types.
func (c checked) ofTypes(t *rapid.T) (list []Finding) {
	found, err := New(c.db).Check(c.t.Context(), c.scope)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		if f.Resource == record.Types {
			list = append(list, f)
		}
	}
	return list
}

// someChange is a change of a type, by the values that rules look at.
func someChange(t *rapid.T, sid string) Attempt {
	number := rapid.Custom(func(t *rapid.T) any {
		if n := rapid.Int64Range(-1, 12).Draw(t, "n"); n >= 0 {
			return n
		}
		return nil
	})
	values := record.Values{}
	for _, name := range []string{"nominal", "min", "restock", "qmin", "qmax", "cost"} {
		if rapid.Bool().Draw(t, name) {
			values[name] = number.Draw(t, name)
		}
	}
	if rapid.Bool().Draw(t, "lifetime") {
		values["lifetime"] = rapid.SampledFrom([]int64{0, 3, 14_400, 9_000_000}).Draw(t, "lifetime")
	}
	if rapid.Bool().Draw(t, "flags") {
		values["deloot"], values["crafted"] = rapid.Int64Range(0, 1).Draw(t, "deloot"), rapid.Int64Range(0, 1).Draw(t, "crafted")
	}
	if rapid.Bool().Draw(t, "names") {
		values["usage_ids"] = rapid.SliceOfNDistinct(rapid.Int64Range(1, 6), 0, 5, rapid.ID).Draw(t, "usages")
	}
	if rapid.Bool().Draw(t, "enabled") {
		values["enabled"] = rapid.Int64Range(0, 1).Draw(t, "enabled")
	}
	return Attempt{SID: sid, Values: values}
}

// TestWhatIsTriedComesTrue: what changes would do to the findings is what they do, whatever was asked before them.
func TestWhatIsTriedComesTrue(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		c := newChecked(t, storetest.Open(t))
		var sids []string
		for i := range 4 {
			sids = append(sids, c.loot(fmt.Sprint("Mod_", i), 5, int64(3*i)))
		}
		class := c.one(record.Types, sids[0])[record.Types.Index("instance_classname_id")]
		sids = append(sids, record.Types.SID(c.create(record.Types, record.Values{"instance_classname_id": class, "nominal": int64(5)})))
		storetest.Check(t, func(t *rapid.T) {
			var changes []Attempt
			for _, sid := range sids {
				if rapid.Bool().Draw(t, "changes") {
					changes = append(changes, someChange(t, sid))
				}
			}
			tried, err := c.Try(c.t.Context(), c.scope, changes)
			if err != nil {
				t.Fatal(err)
			}
			before := c.ofTypes(t)
			for _, change := range changes {
				if _, err := c.db.Update(c.t.Context(), record.Types, c.scope, change.SID, change.Values); err != nil {
					t.Fatal(err)
				}
			}
			after := c.ofTypes(t)
			want := [2][]string{texts(without(after, before)), texts(without(before, after))}
			if diff := cmp.Diff(want, [2][]string{texts(tried.Added), texts(tried.Gone)}); diff != "" {
				t.Fatalf("what changes do (-) and what was said before (+): %s", diff)
			}
		})
	})
}

// TestTryOfARemovedType: what is wrong with it is gone, and so is that another one repeats it.
func TestTryOfARemovedType(t *testing.T) {
	t.Parallel()
	c := newChecked(t, storetest.Open(t))
	sid := c.loot("AKM", 5, 10)
	class := c.one(record.Types, sid)[record.Types.Index("instance_classname_id")]
	c.create(record.Types, record.Values{"instance_classname_id": class, "nominal": int64(5)})
	tried, err := c.Try(t.Context(), c.scope, []Attempt{{SID: sid, Removed: true}})
	want := []string{"AKM: The file has an earlier entry with the same name.", akmFinding}
	if diff := cmp.Diff(want, texts(tried.Gone)); diff != "" || err != nil || len(tried.Added) != 0 {
		t.Errorf("%v, added %q: %s", err, texts(tried.Added), diff)
	}
	if tried, err = c.Try(t.Context(), c.scope, []Attempt{{SID: "gone", Removed: true}}); err != nil || len(tried.Gone) != 0 {
		t.Errorf("of a type that is not there: %v, %+v", err, tried)
	}
	other := store.Scope{UserID: storetest.User(t, c.db), InstanceID: c.scope.InstanceID}
	if tried, err = c.Try(t.Context(), other, []Attempt{{SID: sid, Removed: true}}); err == nil {
		t.Errorf("of what belongs to somebody else: %+v", tried)
	}
}

func (c checked) one(r *record.Resource, sid string) record.Row {
	c.t.Helper()
	row, err := c.db.Get(c.t.Context(), r, c.scope, sid)
	if err != nil {
		c.t.Fatal(err)
	}
	return row
}
