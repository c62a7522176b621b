package economy

import "slices"

// Try is a change of a type that is not stored. What is nil stays.
type Try struct {
	SID                        string
	Removed                    bool // it is deleted or disabled
	Nominal, Min               *int64
	CategoryID                 *int64 // 0 for none
	UsageIDs, ValueIDs, TagIDs *[]int64
	Deloot, Crafted            *bool
}

// Tried is what changes of types would do.
type Tried struct {
	Before, Wanted int64        // items in the world
	Types          []Difference // of the changed types, in their order
	Each           []int        // buildings that can hold each, for one of it; 0 where that is not known
	Unknown        int          // changes of entries that are not the last ones of their class
}

// Try says what changes of types would do, without the rest of the economy being computed again: what there is room for is counted for
// each type as if nothing else lay there, so no other type is touched.
func (f *Figures) Try(changes []Try) Tried {
	result := Tried{Before: f.Totals.Wanted, Wanted: f.Totals.Wanted}
	result.Unknown = f.try(changes, func(i int, _ lootType, made TypeFigure) {
		old := &f.Types[i]
		result.Wanted += made.Wanted - old.Wanted
		result.Types = append(result.Types, Difference{
			Name: old.Name, WantedBefore: old.Wanted, Wanted: made.Wanted, PossibleBefore: old.Possible, Possible: made.Possible,
			ReasonBefore: old.Reason, Reason: made.Reason,
		})
		result.Each = append(result.Each, made.Buildings/int(max(made.Wanted, 1)))
	})
	return result
}

// try calls fn with what each change makes of a type, and where it stands. It returns how many are of entries that do not count.
func (f *Figures) try(changes []Try, fn func(i int, now lootType, made TypeFigure)) (unknown int) {
	places, known := f.places(), map[demand]answer{}
	for _, change := range changes {
		i, found := places[change.SID]
		if !found {
			unknown++
			continue
		}
		now := f.laid(f.world.Types[i], change)
		fn(i, now, f.ground.figure(&now, f.world, sources{events: bringers{holding: map[demand][]string{}}}, known))
	}
	return unknown
}

// With returns the figures as changes of types would make them: their types, and what the totals of these want. Totals say nothing of the
// room then; the parts of the map, and how types come into the world otherwise, stay as they are.
func (f *Figures) With(changes []Try) *Figures {
	if len(changes) == 0 {
		return f
	}
	with, w := *f, *f.world
	with.world, with.Types, w.Types = &w, slices.Clone(f.Types), slices.Clone(f.world.Types)
	f.try(changes, func(i int, now lootType, made TypeFigure) {
		made.Sources, made.Events = f.Types[i].Sources, f.Types[i].Events
		with.Types[i], w.Types[i] = made, now
	})
	with.Totals = Totals{
		Category: []Total{}, Usage: []Total{}, Value: []Total{}, File: []Total{},
		Building: f.Totals.Building, Town: f.Totals.Town, Tier: f.Totals.Tier,
	}
	with.sumUp(func(demand, *TypeFigure) {})
	return &with
}

// places returns where the types stand, by the entries that count. Figures and world have them in the same order.
func (f *Figures) places() map[string]int {
	places := make(map[string]int, len(f.Types))
	for i := range f.Types {
		places[f.Types[i].SID] = i
	}
	return places
}

// laid returns a type with a change.
func (f *Figures) laid(t lootType, c Try) lootType {
	names, groups := f.world.names, f.world.groups
	layOver(&t.Nominal, c.Nominal)
	layOver(&t.Min, c.Min)
	t.Unset = t.Unset && c.Nominal == nil
	layOver(&t.Deloot, c.Deloot)
	layOver(&t.Crafted, c.Crafted)
	if c.CategoryID != nil {
		t.Category = names.categories[*c.CategoryID]
	}
	if c.UsageIDs != nil {
		t.Usages = groups.usages.names(refsOf(*c.UsageIDs, names.usages))
	}
	if c.ValueIDs != nil {
		t.Values = groups.values.names(refsOf(*c.ValueIDs, names.values))
	}
	if c.TagIDs != nil {
		t.Tags = members(nil).names(refsOf(*c.TagIDs, names.tags))
	}
	if c.Removed {
		t.Nominal = 0
	}
	return t
}
