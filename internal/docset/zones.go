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

	"quartermaster/internal/charset"
	"quartermaster/internal/document"
	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/mission"
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

// ZonesOf returns the zones of files of territories by their names, in the order of these.
func ZonesOf(files []*File) (groups []ZoneGroup) {
	byName := map[string]*ZoneGroup{}
	count := func(name string, zone *jsontree.Object) {
		g := byName[name]
		if g == nil {
			g = &ZoneGroup{Name: name}
			byName[name] = g
		}
		g.Count++
		g.SMin, g.SMax = g.SMin+numberIn(zone, "smin"), g.SMax+numberIn(zone, "smax")
		g.DMin, g.DMax = g.DMin+numberIn(zone, "dmin"), g.DMax+numberIn(zone, "dmax")
	}
	for _, f := range files {
		eachZone(f.Tree, count)
	}
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

// ZoneFiles returns the files of territories with that name or, where it has *, all of which the names match and that can be read. Its
// errors are those of PreviewZones.
func (s *Service) ZoneFiles(ctx context.Context, scope store.Scope, name string) (files []*File, err error) {
	if !strings.Contains(name, "*") {
		f, err := s.Find(ctx, scope, territoriesSlug, name)
		switch {
		case err != nil:
			return nil, err
		case !f.Present:
			return nil, store.ErrNotFound
		case f.Tree == nil:
			return nil, ErrBroken
		}
		return []*File{f}, nil
	}
	set, err := s.open(ctx, scope)
	if err != nil {
		return nil, err
	}
	for _, f := range set.filesOf(document.Named(territoriesSlug)) {
		if !f.Present || !matches(name, f.Name) {
			continue
		}
		if set.read(f); f.Tree != nil {
			files = append(files, f)
		}
	}
	if len(files) == 0 && set.err == nil {
		return nil, store.ErrNotFound
	}
	set.addNotes(files)
	return files, set.err
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

func saveSummary(names []string) string {
	text := "save " + strings.Join(names[:min(len(names), namedInSummary)], ", ")
	if more := len(names) - namedInSummary; more > 0 {
		text += " and " + strconv.Itoa(more) + " more"
	}
	return text
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

// matches reports whether a name is a pattern, in which * stands for any text, in any letter case.
func matches(pattern, name string) bool {
	pieces := strings.Split(strings.ToLower(pattern), "*")
	rest, begins := strings.CutPrefix(strings.ToLower(name), pieces[0])
	if len(pieces) == 1 {
		return begins && rest == ""
	}
	for _, piece := range pieces[1 : len(pieces)-1] {
		_, after, found := strings.Cut(rest, piece)
		if !found {
			return false
		}
		rest = after
	}
	return begins && strings.HasSuffix(rest, pieces[len(pieces)-1])
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
