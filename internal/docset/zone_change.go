package docset

import (
	"context"
	"errors"
	"math"
	"path"
	"slices"

	"quartermaster/internal/charset"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/mission"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
)

// ZoneChange changes numbers of the zones whose names match, in one or several files of territories.
type ZoneChange struct {
	File       string   // see [Service.Find]; with * for any text, all files that it matches
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
	File    string // its name
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

// PreviewZones returns what a change would do. It returns store.ErrNotFound where there is no such file, ErrWhich where one has to be
// named, and ErrBroken.
func (s *Service) PreviewZones(ctx context.Context, scope store.Scope, c ZoneChange) (done ZonesChanged, err error) {
	files, err := s.ZoneFiles(ctx, scope, c.File)
	for _, f := range files {
		done.carryOut(f.Name, f.Tree.Clone(), c)
	}
	return done, err
}

// ChangeZones carries out a change, in one revision. Its errors are those of PreviewZones, or a Rejection.
func (s *Service) ChangeZones(ctx context.Context, scope store.Scope, c ZoneChange) (done ZonesChanged, err error) {
	files, err := s.ZoneFiles(ctx, scope, c.File)
	if err != nil {
		return done, err
	}
	each, names := make([]ZonesChanged, len(files)), make([]string, len(files))
	for i, f := range files {
		names[i] = path.Base(f.Path)
	}
	done.Revision, err = s.missions.EditFiles(ctx, scope, mission.FilesEdit{
		Summary: saveSummary(names),
		Files: func(ctx context.Context, file func(path string) *mission.File) (changed []mission.NewFile, err error) {
			for i, f := range files {
				each[i] = ZonesChanged{}
				data, err := each[i].change(ctx, f, file(f.Path), c)
				if err != nil {
					return nil, err
				}
				if data != nil {
					changed = append(changed, mission.NewFile{Path: f.Path, Data: data})
				}
			}
			return changed, nil
		},
	})
	for _, one := range each {
		done.Matched, done.Rows = done.Matched+one.Matched, append(done.Rows, one.Rows...)
	}
	var refused mission.RefusedFile
	if errors.As(err, &refused) {
		err = Rejection{Sentence: refused.Error()}
	}
	return done, err
}

// namedInSummary limits the files that a summary names.
const namedInSummary = 3

func saveSummary(names []string) say.Message {
	if more := len(names) - namedInSummary; more > 0 {
		return say.New("save-more", "files", names[:namedInSummary], "n", more)
	}
	return say.New("save", "files", names)
}

// change returns the new bytes of a file, nil where nothing differs.
func (d *ZonesChanged) change(ctx context.Context, f *File, now *mission.File, c ZoneChange) ([]byte, error) {
	if now == nil {
		return nil, store.ErrNotFound
	}
	if err := f.load(ctx, now); err != nil {
		return nil, err
	}
	text, err := f.changed(func(f *File) (*jsontree.Object, error) {
		next := f.Tree.Clone()
		d.carryOut(f.Name, next, c)
		return next, nil
	})
	if err != nil || len(d.Rows) == 0 {
		return nil, err
	}
	return charset.Encode([]byte(text), f.encoding, f.syntax())
}

// carryOut changes the zones of a tree.
func (d *ZonesChanged) carryOut(file string, tree *jsontree.Object, c ZoneChange) {
	eachZone(tree, func(name string, zone *jsontree.Object) {
		if !c.chooses(name) {
			return
		}
		d.Matched++
		if changes := c.change(zone); len(changes) > 0 {
			d.Rows = append(d.Rows, ZoneRow{file, name, numberIn(zone, "x"), numberIn(zone, "z"), changes})
		}
	})
}

func (c ZoneChange) chooses(name string) bool {
	return len(c.Names) == 0 || slices.ContainsFunc(c.Names, func(pattern string) bool { return matches(pattern, name) })
}

// change changes the numbers of a zone. Of two that are a least and a most, the one that was not to be changed follows the other.
func (c ZoneChange) change(zone *jsontree.Object) (changes []ZoneDifference) {
	old, next := map[string]float64{}, map[string]float64{}
	for _, field := range zoneFields() {
		old[field], next[field] = numberIn(zone, field), numberIn(zone, field)
	}
	for _, op := range c.Operations {
		next[op.Field] = op.apply(next[op.Field])
	}
	c.keepOrder(old, next, "smin", "smax")
	c.keepOrder(old, next, "dmin", "dmax")
	for _, field := range zoneFields() {
		if old[field] != next[field] {
			zone.Set(field, jsontree.Decimal(next[field]))
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
