package economy

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"quartermaster/internal/ce"
)

// TestTry: what a change of one type would do is what the whole economy says once it is made.
func TestTry(t *testing.T) {
	t.Parallel()
	w := &world{
		Types: []lootType{hammers(func(*lootType) {}), hammers(func(t *lootType) { t.SID, t.Name, t.Nominal = "s", "Saw", 7 })},
		names: names{
			categories: map[int64]string{1: "tools", 2: "food"}, usages: map[int64]ce.Ref{1: {Name: "Farm"}, 2: {Name: "Coast"}},
			values: map[int64]ce.Ref{1: {Name: "Tier1"}, 2: {Name: "Tier2"}}, tags: map[int64]ce.Ref{1: {Name: "shelves"}, 2: {Name: "floor"}},
		},
	}
	f := compute(w, farmSheds())
	number := func(n int64) *int64 { return &n }
	ids := func(list ...int64) *[]int64 { return &list }
	yes := true
	for name, change := range map[string]Try{
		"nominal":  {Nominal: number(30)},
		"nothing":  {},
		"none":     {Nominal: number(0)},
		"removed":  {Removed: true},
		"usage":    {UsageIDs: ids(2)},
		"anywhere": {UsageIDs: ids()},
		"tier":     {ValueIDs: ids(2)},
		"category": {CategoryID: number(2)},
		"tag":      {TagIDs: ids(2)},
		"deloot":   {Deloot: &yes},
		"crafted":  {Crafted: &yes, Min: number(1)},
	} {
		change.SID = "h"
		tried := f.Try([]Try{change})
		after := *w
		after.Types = []lootType{f.laid(f.world.Types[0], change), f.world.Types[1]}
		now := compute(&after, farmSheds())
		want := Tried{Before: f.Totals.Wanted, Wanted: now.Totals.Wanted, Types: now.differencesOf(f, "Hammer"), Each: tried.Each}
		if diff := cmp.Diff(want, tried, cmp.AllowUnexported(Difference{})); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		with := f.With([]Try{change})
		withoutRoom := cmpopts.IgnoreFields(Total{}, "Possible", "demands")
		if diff := cmp.Diff(now.Totals.lists(), with.Totals.lists(), withoutRoom); diff != "" {
			t.Errorf("%s: totals: %s", name, diff)
		}
		made, as := with.Type("Hammer"), now.Type("Hammer")
		if diff := cmp.Diff(now.Where(as), with.Where(made)); diff != "" || !slices.Equal(now.Holds(as), with.Holds(made)) {
			t.Errorf("%s: where: %s, %v", name, diff, with.Holds(made))
		}
		if diff := cmp.Diff(now.Why("Hammer").Causes, with.Why("Hammer").Causes); diff != "" {
			t.Errorf("%s: why: %s", name, diff)
		}
		if sum := sumOf(with.Holds(made)); sum != made.Slots {
			t.Errorf("%s: %d in the buildings, want %d", name, sum, made.Slots)
		}
	}
	if tried := f.Try([]Try{{SID: "gone"}}); tried.Unknown != 1 || tried.Types != nil {
		t.Errorf("of an entry that does not count: %+v", tried)
	}
}

func sumOf(held []byte) (sum int) {
	for _, n := range held {
		sum += int(n)
	}
	return sum
}

// differencesOf returns the difference of one type, also where there is none.
func (f *Figures) differencesOf(before *Figures, name string) []Difference {
	was, is := before.Type(name), f.Type(name)
	return []Difference{{
		Name: name, WantedBefore: was.Wanted, Wanted: is.Wanted, PossibleBefore: was.Possible, Possible: is.Possible, ReasonBefore: was.Reason,
		Reason: is.Reason,
	}}
}
