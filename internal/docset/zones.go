package docset

import (
	"cmp"
	"context"
	"errors"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/store"
)

// ZoneFields returns the numbers of a zone that can be changed in many at once.
func ZoneFields() []string { return []string{"smin", "smax", "dmin", "dmax", "r"} }

// ZoneGroup is the zones of one name in a file of territories.
type ZoneGroup struct {
	Name                   string
	Count                  int
	SMin, SMax, DMin, DMax float64 // the sums
}

// Zones returns the zones of a file of territories by their names, in the order of these.
func (f *File) Zones() (groups []ZoneGroup) {
	byName := map[string]*ZoneGroup{}
	eachZone(f.Tree, func(name string, zone *jsontree.Object) {
		g := byName[name]
		if g == nil {
			g = &ZoneGroup{Name: name}
			byName[name] = g
		}
		g.Count++
		g.SMin, g.SMax = g.SMin+numberIn(zone, "smin"), g.SMax+numberIn(zone, "smax")
		g.DMin, g.DMax = g.DMin+numberIn(zone, "dmin"), g.DMax+numberIn(zone, "dmax")
	})
	for _, g := range byName {
		groups = append(groups, *g)
	}
	slices.SortFunc(groups, func(a, b ZoneGroup) int { return cmp.Compare(a.Name, b.Name) })
	return groups
}

func eachZone(tree *jsontree.Object, visit func(name string, zone *jsontree.Object)) {
	territories, _ := tree.Get("territory")
	for _, territory := range jsontree.Members(territories) {
		object, _ := territory.(*jsontree.Object)
		zones, _ := object.Get("zone")
		for _, member := range jsontree.Members(zones) {
			if zone, isZone := member.(*jsontree.Object); isZone {
				name, _ := zone.Get("name")
				text, _ := name.(string)
				visit(text, zone)
			}
		}
	}
}

func numberIn(zone *jsontree.Object, field string) float64 {
	value, _ := zone.Get(field)
	n, _ := expansion.NumberOf(value)
	return n
}

// ZoneChange changes numbers of the zones whose names match, in one file of territories.
type ZoneChange struct {
	File       string   // see [Service.Find]
	Names      []string // with * for any text, in any letter case; empty for all zones
	Operations []ZoneOperation
}

// ZoneOperation changes a number of each zone.
type ZoneOperation struct {
	Op    string // set, add or multiply
	Field string
	Value float64
}

// ZoneRow is a zone that a change makes different.
type ZoneRow struct {
	Name    string
	X, Z    float64
	Changes []ZoneDifference
}

// ZoneDifference is a number of a zone before and after a change.
type ZoneDifference struct {
	Field    string
	Old, New float64
}

// ZonesChanged is what a change does, or would do.
type ZonesChanged struct {
	Matched  int
	Rows     []ZoneRow // the zones that differ
	Revision int64     // 0 where nothing was stored
}

// PreviewZones returns what a change would do.
func (s *Service) PreviewZones(ctx context.Context, scope store.Scope, c ZoneChange) (done ZonesChanged, err error) {
	f, err := s.Find(ctx, scope, territoriesSlug, c.File)
	if err == nil && f.Tree == nil {
		err = ErrBroken
	}
	if err == nil {
		done.carryOut(f.Tree.Clone(), c)
	}
	return done, err
}

// errSame ends a change that would store the same.
var errSame = errors.New("nothing differs")

// ChangeZones carries out a change, in one revision.
func (s *Service) ChangeZones(ctx context.Context, scope store.Scope, c ZoneChange) (done ZonesChanged, err error) {
	_, revision, err := s.Save(ctx, scope, territoriesSlug, c.File, func(f *File) (*jsontree.Object, error) {
		if !f.Present {
			return nil, store.ErrNotFound
		}
		next := f.Tree.Clone()
		done = ZonesChanged{}
		done.carryOut(next, c)
		if len(done.Rows) == 0 {
			return nil, errSame
		}
		return next, nil
	})
	if errors.Is(err, errSame) {
		return done, nil
	}
	done.Revision = revision
	return done, err
}

// carryOut changes the zones of a tree.
func (d *ZonesChanged) carryOut(tree *jsontree.Object, c ZoneChange) {
	eachZone(tree, func(name string, zone *jsontree.Object) {
		if !c.matches(name) {
			return
		}
		d.Matched++
		if changes := c.change(zone); len(changes) > 0 {
			d.Rows = append(d.Rows, ZoneRow{name, numberIn(zone, "x"), numberIn(zone, "z"), changes})
		}
	})
}

func (c ZoneChange) matches(name string) bool {
	return len(c.Names) == 0 || slices.ContainsFunc(c.Names, func(pattern string) bool {
		literal := strings.NewReplacer("?", `\?`, "[", `\[`).Replace(strings.ToLower(pattern))
		found, _ := path.Match(literal, strings.ToLower(name))
		return found
	})
}

// change changes the numbers of a zone. Of two that are a least and a most, the one that was not to be changed follows the other.
func (c ZoneChange) change(zone *jsontree.Object) (changes []ZoneDifference) {
	old, next := map[string]float64{}, map[string]float64{}
	for _, field := range ZoneFields() {
		old[field], next[field] = numberIn(zone, field), numberIn(zone, field)
	}
	for _, op := range c.Operations {
		next[op.Field] = op.apply(next[op.Field])
	}
	c.keepOrder(old, next, "smin", "smax")
	c.keepOrder(old, next, "dmin", "dmax")
	for _, field := range ZoneFields() {
		if old[field] != next[field] {
			zone.Set(field, jsontree.Number(strconv.FormatFloat(next[field], 'f', -1, 64)))
			changes = append(changes, ZoneDifference{field, old[field], next[field]})
		}
	}
	return changes
}

// keepOrder keeps a least value from rising above the most, unless it was above before.
func (c ZoneChange) keepOrder(old, next map[string]float64, least, most string) {
	if next[least] <= next[most] || old[least] > old[most] {
		return
	}
	if slices.ContainsFunc(c.Operations, func(op ZoneOperation) bool { return op.Field == least }) {
		next[most] = next[least]
		return
	}
	next[least] = next[most]
}

// apply returns the number after the operation: whole, half up, and not below 0; a radius may have decimals.
func (o ZoneOperation) apply(n float64) float64 {
	switch o.Op {
	case "set":
		n = o.Value
	case "add":
		n += o.Value
	case "multiply":
		n *= o.Value
	}
	n = max(n, 0)
	if o.Field == "r" {
		return math.Round(n*100) / 100
	}
	return math.Floor(n + 0.5)
}
