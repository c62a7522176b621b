package geo

import (
	"math"
)

// Feature is something with a position in the world.
type Feature struct {
	Layer    *Layer
	Resource string // path of the record's resource, or "files"
	SID      string // of the record or file
	Title    string // of the record; of a file its path
	Path     string // where the position is in the record or file
	Name     string
	Sort     string
	Points   []Point // one, or those of a route
	Route    bool    // the points are those of a route or, Closed, the corners of an area; or else each is a position of its own
	Closed   bool
	Radius   *float64 // metres
	Angle    *float64 // degrees
	Problem  string   // what the lint has found, in the layer of problems
	Severity string   // of that
}

// Box is a part of the map, in metres from the west and south edge.
type Box struct{ MinX, MinZ, MaxX, MaxZ float64 }

// touches reports whether a feature is in the box at least in part, with the circle around it.
func (b *Box) touches(f *Feature) bool {
	if b == nil {
		return true
	}
	low, high := Point{X: math.Inf(1), Z: math.Inf(1)}, Point{X: math.Inf(-1), Z: math.Inf(-1)}
	for _, p := range f.Points {
		low.X, low.Z = min(low.X, p.X), min(low.Z, p.Z)
		high.X, high.Z = max(high.X, p.X), max(high.Z, p.Z)
	}
	r := 0.0
	if f.Radius != nil {
		r = *f.Radius
	}
	return high.X+r >= b.MinX && low.X-r <= b.MaxX && high.Z+r >= b.MinZ && low.Z-r <= b.MaxZ
}

// ID identifies a feature of an instance, as long as no list that it is in changes.
func (f *Feature) ID() string { return f.Layer.Slug + "/" + f.SID + "/" + f.Path }
