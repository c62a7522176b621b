package delivery_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/delivery"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// effects returns what a rollback does with each file.
func effects(p delivery.RollbackPlan) map[string]string {
	list := map[string]string{}
	for i := range p.Files {
		list[p.Files[i].Path] = string(p.Effect(&p.Files[i]))
	}
	return list
}

// TestAPreviewOfARollback: what would go back, be deleted, stay, or be lost; and nothing is done.
func TestAPreviewOfARollback(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		o := newOwner(t)
		o.succeeds(delivery.Options{})
		o.change()
		o.bring(folder+"mods/second.txt", "a second note")
		second := o.succeeds(delivery.Options{})
		o.changeRecord(99)
		o.succeeds(delivery.Options{Paths: []string{types}})
		o.put(messages, "by hand")
		o.game.Running = true
		before := o.texts()
		plan, err := o.PlanRollback(t.Context(), o.scope, second.SID, delivery.Options{})
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]string{
			types:                      "restored",
			messages:                   "changed on the server",
			mods:                       "restored",
			banned:                     "restored",
			folder + "mods/second.txt": "deleted",
		}
		if diff := cmp.Diff(want, effects(plan)); diff != "" {
			t.Error(diff)
		}
		if plan.Deliveries != 2 || len(plan.Blocked) != 1 || !plan.Server.Running {
			t.Errorf("%d deliveries, held back by %q", plan.Deliveries, plan.Blocked)
		}
		forced, err := o.PlanRollback(t.Context(), o.scope, second.SID, delivery.Options{Prefer: delivery.Mine})
		if err != nil || effects(forced)[messages] != "restored" {
			t.Errorf("messages.xml is %s, %v", effects(forced)[messages], err)
		}
		o.expectFiles(before)
		o.game.Running = false
		if _, err := o.Rollback(t.Context(), o.scope, second.SID, delivery.Options{}, func(int, int, say.Message) {}); err != nil {
			t.Fatal(err)
		}
		after, err := o.PlanRollback(t.Context(), o.scope, second.SID, delivery.Options{})
		want = map[string]string{
			types:                      "same",
			messages:                   "changed on the server",
			mods:                       "same",
			banned:                     "same",
			folder + "mods/second.txt": "same",
		}
		if diff := cmp.Diff(want, effects(after)); diff != "" || err != nil {
			t.Error(diff, err)
		}
	})
}

// TestDifferencesOfARollback are those of the texts, and of the records where the instance has some.
func TestDifferencesOfARollback(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		o := newOwner(t)
		o.succeeds(delivery.Options{})
		o.change()
		o.bring(folder+"mods/second.txt", "a second note")
		second := o.succeeds(delivery.Options{})
		for name, records := range map[string]int{types: 1, mods: 0, folder + "mods/second.txt": 0} {
			c, err := o.CompareRollback(t.Context(), o.scope, second.SID, name)
			if err != nil || !c.Changed() || len(c.Records) != records {
				t.Errorf("%s: changed %v, %d records, %v", name, c.Changed(), len(c.Records), err)
			}
			if text, _ := c.Unified(); text == "" {
				t.Errorf("%s: no text differs", name)
			}
		}
		if _, err := o.CompareRollback(t.Context(), o.scope, second.SID, "other.xml"); !errors.Is(err, store.ErrNotFound) {
			t.Error(err)
		}
		if _, err := o.PlanRollback(t.Context(), o.scope, "none", delivery.Options{}); !errors.Is(err, store.ErrNotFound) {
			t.Error(err)
		}
	})
}
