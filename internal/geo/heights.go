package geo

import (
	"context"
	"math"
	"slices"

	"quartermaster/internal/ce"
	"quartermaster/internal/store"
)

// Heights says how many positions of a save came without the height that they need, and what they got.
type Heights struct {
	Taken   int // from the nearest building
	Unknown int // 0, because no building is known
}

// needsHeight reports whether positions of the layer are written with a height.
func (l *Layer) needsHeight() bool {
	return l != nil && len(l.shapes) > 0 && l.shapes[0].x == "" && !l.shapes[0].ground
}

// NeedsHeight reports whether new positions of the layer are written with a height, that of the nearest building if they come without.
func (l *Layer) NeedsHeight() bool { return l.needsHeight() && l.Adds() }

// completeHeights gives heights to the points that are written with one and have none: of a route that of its nearest point, or else that
// of the nearest building. The points of asked are replaced, not changed.
func (s Service) completeHeights(ctx context.Context, scope store.Scope, asked *Changes) (told Heights, err error) {
	asked.Moved, asked.Added = slices.Clone(asked.Moved), slices.Clone(asked.Added)
	without := asked.withoutHeight()
	if len(without) == 0 {
		return told, nil
	}
	buildings, err := s.buildings(ctx, scope)
	for _, p := range without {
		if p.Y = nearestHeight(buildings, *p); p.Y == nil {
			told.Unknown++
		} else {
			told.Taken++
		}
	}
	return told, err
}

// withoutHeight gives points of a route the height of the nearest that has one, and returns the points that still need one.
func (c *Changes) withoutHeight() (without []*Point) {
	for i := range c.Moved {
		m := &c.Moved[i]
		if l := layerOfID(m.ID); l.needsHeight() && len(m.Now.Points) > 1 {
			m.Now.Points = levelled(m.Now.Points)
			without = append(without, lacking(m.Now.Points)...)
		}
	}
	for i := range c.Added {
		a := &c.Added[i]
		if layerNamed(a.Layer).needsHeight() {
			a.Points = levelled(a.Points)
			without = append(without, lacking(a.Points)...)
		}
	}
	return without
}

// levelled returns the points, those without a height with that of the nearest that has one.
func levelled(points []Point) []Point {
	known := slices.DeleteFunc(slices.Clone(points), func(p Point) bool { return p.Y == nil })
	points = slices.Clone(points)
	for i, p := range points {
		if p.Y == nil {
			points[i].Y = nearestHeight(known, p)
		}
	}
	return points
}

// lacking returns the points without a height.
func lacking(points []Point) (list []*Point) {
	for i := range points {
		if points[i].Y == nil {
			list = append(list, &points[i])
		}
	}
	return list
}

// nearestHeight returns the height of the point of a list that is nearest; nil if there are none.
func nearestHeight(list []Point, to Point) (height *float64) {
	least := math.Inf(1)
	for _, p := range list {
		if apart := math.Hypot(p.X-to.X, p.Z-to.Z); apart < least {
			least, height = apart, p.Y
		}
	}
	return height
}

// buildings returns where the buildings of mapgrouppos.xml stand.
func (s Service) buildings(ctx context.Context, scope store.Scope) (list []Point, err error) {
	files, err := s.keptFiles(ctx, scope)
	if err != nil {
		return nil, err
	}
	text, err := s.textNamed(ctx, scope, files, positionsFile)
	for b := range ce.Positions(text) {
		height := math.Round(b.Y*100) / 100
		list = append(list, Point{X: b.X, Z: b.Z, Y: &height})
	}
	return list, err
}
