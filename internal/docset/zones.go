package docset

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"quartermaster/internal/document"
	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/store"
)

// zoneFields returns the numbers of a zone that can be changed in many at once.
func zoneFields() []string { return []string{"smin", "smax", "dmin", "dmax", "r"} }

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

// ZoneFiles returns the files of territories with that name or, where it has *, all of which the names match and that can be read. Its
// errors are those of PreviewZones.
func (s *Service) ZoneFiles(ctx context.Context, scope store.Scope, name string) (files []*File, err error) {
	if !strings.Contains(name, "*") {
		return s.zoneFile(ctx, scope, name)
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

// zoneFile returns the file with a name, as a list.
func (s *Service) zoneFile(ctx context.Context, scope store.Scope, name string) ([]*File, error) {
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
