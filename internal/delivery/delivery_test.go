package delivery_test

import (
	"errors"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/delivery"
	"quartermaster/internal/lint"
	"quartermaster/internal/outcome"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

func all(o *owner, status delivery.FileStatus) map[string]string {
	list := map[string]string{}
	for name := range o.generated() {
		list[name] = string(status)
	}
	return list
}

func TestAFirstDelivery(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		o := newOwner(t)
		if diff := cmp.Diff(all(o, delivery.NotThere), statuses(o.plan())); diff != "" {
			t.Error(diff)
		}
		o.expectFiles(nil)
		d := o.succeeds(delivery.Options{})
		if diff := cmp.Diff(all(o, delivery.Sent), sentOf(d)); diff != "" {
			t.Error(diff)
		}
		o.expectFiles(o.generated())
		if diff := cmp.Diff(all(o, delivery.Same), statuses(o.plan())); diff != "" {
			t.Error(diff)
		}
	})
}

// TestAnUnchangedServerIsOnlyListed: what has the same size and time as after the delivery is not read again.
func TestAnUnchangedServerIsOnlyListed(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		o := newOwner(t)
		o.succeeds(delivery.Options{})
		o.read = 0
		o.plan()
		if d := o.succeeds(delivery.Options{}); len(d.Files) != 0 || o.read != 0 || !d.IsEmpty() {
			t.Errorf("%d files were sent and %d read", len(d.Files), o.read)
		}
		o.put(mods, "by hand")
		d, err := o.Start(t.Context(), o.scope, delivery.Options{})
		if err != nil || !d.IsEmpty() || d.Status != delivery.Done || sentOf(d)[mods] != "changed on the server" {
			t.Errorf("%+v, %v", d, err)
		}
		if _, total, err := o.List(t.Context(), o.scope, 9, 0); err != nil || total != 1 {
			t.Errorf("%d deliveries are stored, %v", total, err)
		}
	})
}

// TestOnlyWhatDiffersTravels also names the versions of a file that count as known.
func TestOnlyWhatDiffersTravels(t *testing.T) {
	t.Parallel()
	o := newOwner(t)
	o.succeeds(delivery.Options{})
	o.bring(mods, "another note")
	want := all(o, delivery.Same)
	want[mods] = "changed"
	if diff := cmp.Diff(want, statuses(o.plan())); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string]string{mods: "sent"}, sentOf(o.succeeds(delivery.Options{}))); diff != "" {
		t.Error(diff)
	}
	o.put(mods, "a third note")
	o.bring(mods, "a third note") // as a pull does
	o.bring(mods, "a fourth note")
	if got := statuses(o.plan())[mods]; got != "changed on the server" {
		t.Errorf("what was imported before the last import is %s", got)
	}
	o.bring(mods, "a third note")
	if got := statuses(o.plan())[mods]; got != "same" {
		t.Errorf("what was imported is %s", got)
	}
}

// TestAServerThatWasImported: its files are those that the instance was imported from, and have not been delivered.
func TestAServerThatWasImported(t *testing.T) {
	t.Parallel()
	o := newOwner(t)
	for name, text := range o.generated() {
		o.put(name, text)
	}
	o.put(messages, "by hand")
	o.changeRecord(77)
	plan := o.plan()
	if got := statuses(plan); got[types] != "changed" || got[messages] != "changed on the server" {
		t.Errorf("types.xml is %s, messages.xml %s", got[types], got[messages])
	}
	if slices.ContainsFunc(plan.Files, func(f delivery.File) bool { return f.Both }) {
		t.Error("a file counts as changed on both sides")
	}
	before := o.generated()[messages]
	o.put(messages, before)
	o.bring(messages, "<messages>\n</messages>\n") // such as an update of the game
	if got := statuses(o.plan())[messages]; got != "changed" {
		t.Errorf("messages.xml as it was imported before is %s", got)
	}
	o.succeeds(delivery.Options{})
	o.expectFiles(o.generated())
	o.put(messages, before)
	if got := statuses(o.plan())[messages]; got != "changed on the server" {
		t.Errorf("messages.xml from before the delivery is %s", got)
	}
}

func TestWhatSomebodyChangedOnTheServerStays(t *testing.T) {
	t.Parallel()
	o := newOwner(t)
	o.succeeds(delivery.Options{})
	o.put(messages, "by hand")
	o.change()
	want := all(o, delivery.Changed)
	want[messages], want[folder+"cfgeconomycore.xml"] = string(delivery.ChangedThere), string(delivery.Same)
	plan := o.plan()
	if diff := cmp.Diff(want, statuses(plan)); diff != "" {
		t.Error(diff)
	}
	for _, f := range plan.Files {
		if f.Both != (f.Path == messages) {
			t.Errorf("%s: both %v", f.Path, f.Both)
		}
	}
	d := o.succeeds(delivery.Options{})
	kept := o.generated()
	kept[messages] = "by hand"
	o.expectFiles(kept)
	if got := sentOf(d)[messages]; got != string(delivery.ChangedThere) {
		t.Errorf("it was noted as %s", got)
	}
	o.succeeds(delivery.Options{Choices: map[string]delivery.Side{messages: delivery.Server}, Prefer: delivery.Mine})
	o.expectFiles(kept)
	o.succeeds(delivery.Options{Choices: map[string]delivery.Side{messages: delivery.Mine}})
	o.expectFiles(o.generated())
}

func TestChosenPaths(t *testing.T) {
	t.Parallel()
	o := newOwner(t)
	if diff := cmp.Diff(map[string]string{banned: "sent"}, sentOf(o.succeeds(delivery.Options{Paths: []string{banned}}))); diff != "" {
		t.Error(diff)
	}
	if _, err := o.Deliver(t.Context(), o.scope, delivery.Options{Paths: []string{"other.xml"}}, nil); err == nil {
		t.Error("a file that the instance does not have can be chosen")
	}
}

func TestFilesThatAreGoneAreDeletedOnlyWhenAsked(t *testing.T) {
	t.Parallel()
	o := newOwner(t)
	o.succeeds(delivery.Options{})
	o.put(folder+"mods/own.xml", "not the service's")
	o.drop("mods/notes.txt")
	want := all(o, delivery.Same)
	want[mods], want[folder+"mods/own.xml"] = string(delivery.OnlyThere), string(delivery.OnlyThere)
	if diff := cmp.Diff(map[string]string{mods: want[mods]}, cmpOnly(statuses(o.plan()))); diff != "" {
		t.Error(diff)
	}
	before := o.texts()
	o.succeeds(delivery.Options{})
	o.expectFiles(before)
	if _, err := o.Deliver(t.Context(), o.scope, delivery.Options{Delete: []string{folder + "mods/own.xml"}}, nil); err == nil {
		t.Error("a file that the service has not made can be deleted")
	}
	d := o.succeeds(delivery.Options{Delete: []string{mods}})
	if diff := cmp.Diff(map[string]string{mods: "deleted"}, sentOf(d)); diff != "" {
		t.Error(diff)
	}
	after := maps.Clone(before)
	delete(after, mods)
	o.expectFiles(after)
	if _, err := o.Rollback(t.Context(), o.scope, d.SID, delivery.Options{}, func(int, int, say.Message) {}); err != nil {
		t.Fatal(err)
	}
	o.expectFiles(before)
}

// cmpOnly returns the files that only the server has.
func cmpOnly(list map[string]string) map[string]string {
	maps.DeleteFunc(list, func(_, status string) bool { return status != string(delivery.OnlyThere) })
	return list
}

func TestWhatHoldsADeliveryBack(t *testing.T) {
	t.Parallel()
	o := newOwner(t)
	o.lint.found = []lint.Finding{problem(lint.Error), problem(lint.Warning)}
	if plan := o.plan(); len(plan.Blocked) != 1 || plan.Problems.Errors != 1 || plan.Problems.Warnings != 1 {
		t.Errorf("%+v", plan)
	}
	o.game.Running, o.game.Players = true, 3
	if blocked := o.blockedBy(delivery.Options{}); len(blocked) != 2 {
		t.Errorf("%q", blocked)
	}
	o.expectFiles(nil)
	o.succeeds(delivery.Options{Paths: []string{banned}})
	if _, err := o.Deliver(t.Context(), o.scope, delivery.Options{Override: true}, nil); err == nil {
		t.Error("no reason is needed")
	}
	d := o.succeeds(delivery.Options{Override: true, Reason: "It restarts in a minute."})
	o.expectFiles(o.generated())
	if d.Options.Reason != "It restarts in a minute." || d.Who == "" || d.Revision == 0 || d.Finished == 0 {
		t.Errorf("%+v", d)
	}
}

// TestErrorsThatWereDelivered: what was wrong with the last delivery holds back no further one; what has gone wrong since does.
func TestErrorsThatWereDelivered(t *testing.T) {
	t.Parallel()
	o := newOwner(t)
	old, other := problem(lint.Error), problem(lint.Error)
	old.Says, other.Says = say.New("count", "n", 5), say.New("unknown")
	o.lint.found = []lint.Finding{old}
	o.succeeds(delivery.Options{Override: true, Reason: "as ever"})
	standing, err := o.DB.Standings(t.Context(), o.scope.UserID, []int64{o.scope.InstanceID}, 1)
	if err != nil || standing[o.scope.InstanceID].Downloaded == 0 {
		t.Errorf("a delivery does not count as the last time that files left: %v", err)
	}
	o.change()
	o.lint.found[0].Says = say.New("count", "n", 7) // a number is no other problem
	if plan := o.plan(); len(plan.Blocked) != 0 || plan.Problems.Errors != 1 {
		t.Errorf("%+v", plan.Problems)
	}
	o.lint.found = append(o.lint.found, other)
	if blocked := o.blockedBy(delivery.Options{}); len(blocked) != 1 ||
		outcome.Sentence(blocked[0]) != "1 error is new since the last delivery." {
		t.Errorf("%q", blocked)
	}
	o.lint.found = []lint.Finding{other}
	if blocked := o.blockedBy(delivery.Options{}); len(blocked) != 1 {
		t.Errorf("%q", blocked)
	}
}

func TestRollback(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		o := newOwner(t)
		o.put(folder+"storage_1/players.db", "of the game")
		states, sids := []map[string]string{o.texts()}, []string{}
		for range 3 {
			sids = append(sids, o.succeeds(delivery.Options{}).SID)
			states = append(states, o.texts())
			o.change()
		}
		back := func(i int, with delivery.Options) delivery.Delivery {
			t.Helper()
			d, err := o.Rollback(t.Context(), o.scope, sids[i], with, func(int, int, say.Message) {})
			if err != nil || d.Status != delivery.Done {
				t.Fatalf("%s, %s, %v", d.Status, outcome.Sentence(d.Error), err)
			}
			return d
		}
		first := back(2, delivery.Options{})
		o.expectFiles(states[2])
		if statuses(o.plan())[types] != "changed" {
			t.Error("the next delivery would not send what was rolled back")
		}
		o.put(types, "by hand")
		back(1, delivery.Options{})
		held := maps.Clone(states[1])
		held[types] = "by hand"
		o.expectFiles(held)
		back(1, delivery.Options{Prefer: delivery.Mine})
		o.expectFiles(states[1])
		back(0, delivery.Options{})
		o.expectFiles(states[0])
		d, err := o.Rollback(t.Context(), o.scope, first.SID, delivery.Options{}, func(int, int, say.Message) {})
		if err != nil || d.Status != delivery.Done {
			t.Fatalf("a rollback cannot be rolled back: %v", err)
		}
		o.expectFiles(states[3])
		if _, err := o.Rollback(t.Context(), o.scope, "none", delivery.Options{}, nil); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("a delivery that does not exist: %v", err)
		}
	})
}

// TestAnotherServer: what was delivered to one server says nothing of another, and is not brought back there.
func TestAnotherServer(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		o := newOwner(t)
		first := o.succeeds(delivery.Options{})
		o.address, o.files = "another", map[string]stamped{}
		if diff := cmp.Diff(all(o, delivery.NotThere), statuses(o.plan())); diff != "" {
			t.Error(diff)
		}
		if _, err := o.Rollback(t.Context(), o.scope, first.SID, delivery.Options{}, nil); !errors.Is(err, delivery.ErrOtherServer) {
			t.Errorf("a rollback on another server: %v", err)
		}
		o.put(messages, "of the other server")
		d := o.succeeds(delivery.Options{})
		want := o.generated()
		want[messages] = "of the other server"
		o.expectFiles(want)
		if _, err := o.Rollback(t.Context(), o.scope, d.SID, delivery.Options{}, func(int, int, say.Message) {}); err != nil {
			t.Error(err)
		}
		o.expectFiles(map[string]string{messages: "of the other server"})
	})
}

func TestNewBansAreReadAgain(t *testing.T) {
	t.Parallel()
	o := newOwner(t)
	o.succeeds(delivery.Options{Paths: []string{types, messages}})
	if o.loaded != 0 {
		t.Error("bans were read again that have not changed")
	}
	o.succeeds(delivery.Options{})
	if o.loaded != 1 {
		t.Errorf("new bans were read %d times", o.loaded)
	}
	o.succeeds(delivery.Options{})
	if o.loaded != 1 {
		t.Error("an empty delivery had the bans read again")
	}
}
