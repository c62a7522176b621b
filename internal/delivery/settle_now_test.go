package delivery_test

import (
	"strings"
	"testing"

	"quartermaster/internal/delivery"
	"quartermaster/internal/outcome"
	"quartermaster/internal/say"
)

// TestFilesInPlaceAreSettledAtOnce: a server that is away for a moment has no half file when the delivery ends; of one that stays away
// the report names the files, until the upkeep has settled them.
func TestFilesInPlaceAreSettledAtOnce(t *testing.T) {
	t.Parallel()
	o := newOwner(t)
	o.rename = never
	o.succeeds(delivery.Options{})
	old := o.texts()
	o.change()
	o.armInPlace()
	d, err := o.Deliver(t.Context(), o.scope, delivery.Options{}, func(int, int, say.Message) {})
	if err != nil || d.Counts[delivery.Replacing] == 0 {
		t.Fatalf("no delivery was interrupted in place: %v, %v", d.Counts, err)
	}
	for _, f := range d.Files {
		if f.Status == delivery.Replacing &&
			(!strings.Contains(outcome.Sentence(d.Error), f.Path) || !strings.Contains(outcome.Sentence(f.Error), "incomplete")) {
			t.Errorf("%s is not named: %q, %q", f.Path, outcome.Sentence(d.Error), outcome.Sentence(f.Error))
		}
	}
	o.arm(0, false)
	o.tidy()
	o.expectOldOrNew(old, o.expected)
	if d, err = o.Find(t.Context(), o.scope, d.SID); err != nil || d.Counts[delivery.Replacing] != 0 {
		t.Errorf("%v, %v", d.Counts, err)
	}
	for _, f := range d.Files {
		if strings.Contains(outcome.Sentence(f.Error), "half") {
			t.Errorf("%s is %s and still counts as half: %s", f.Path, f.Status, f.Error)
		}
	}
}

// TestAServerThatComesBack has no half file when the delivery ends.
func TestAServerThatComesBack(t *testing.T) {
	t.Parallel()
	o, waited := newOwner(t), false
	o.rename = never
	o.succeeds(delivery.Options{})
	old := o.texts()
	o.change()
	o.armInPlace()
	d, err := o.Deliver(t.Context(), o.scope, delivery.Options{}, func(_, _ int, what say.Message) {
		if what.Rule == "settling" {
			waited = true
			o.arm(0, false)
		}
	})
	if !waited {
		t.Error("no delivery was interrupted in place")
	}
	if err != nil || d.Status != delivery.Failed || d.Counts[delivery.Replacing] != 0 {
		t.Errorf("%s, %v, %v", d.Status, d.Counts, err)
	}
	o.expectOldOrNew(old, o.expected)
}
