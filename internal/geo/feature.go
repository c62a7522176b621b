package geo

import (
	"math"
	"slices"

	"quartermaster/internal/jsontree"
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

// AppendJSON appends a feature of GeoJSON. Its coordinates are metres: from the west edge of the map, from the south edge and, where it
// is known, the height.
func (f *Feature) AppendJSON(b []byte) []byte {
	b = jsontree.AppendString(append(b, `{"type":"Feature","id":`...), f.ID())
	b = f.appendGeometry(append(b, `,"geometry":`...))
	b = jsontree.AppendString(append(b, `,"properties":{"layer":`...), f.Layer.Slug)
	for _, p := range []struct{ key, text string }{
		{"resource", f.Resource},
		{"sid", f.SID},
		{"title", f.Title},
		{"path", f.Path},
		{"name", f.Name},
		{"sort", f.Sort},
		{"severity", f.Severity},
		{"problem", f.Problem},
	} {
		if p.text != "" {
			b = jsontree.AppendString(append(b, `,"`+p.key+`":`...), p.text)
		}
	}
	b = appendOptional(b, "radius", f.Radius)
	b = appendOptional(b, "angle", f.Angle)
	return append(b, "}}"...)
}

func appendOptional(b []byte, key string, n *float64) []byte {
	if n == nil {
		return b
	}
	return jsontree.AppendFloat(append(b, `,"`+key+`":`...), *n)
}

func (f *Feature) appendGeometry(b []byte) []byte {
	switch {
	case f.Closed && len(f.Points) > 2:
		ring := slices.Concat(f.Points, f.Points[:1])
		return append(jsontree.AppendList(append(b, `{"type":"Polygon","coordinates":[`...), ring, appendPoint), "]}"...)
	case f.Route && len(f.Points) > 1:
		return append(jsontree.AppendList(append(b, `{"type":"LineString","coordinates":`...), f.Points, appendPoint), '}')
	}
	if len(f.Points) > 1 {
		return append(jsontree.AppendList(append(b, `{"type":"MultiPoint","coordinates":`...), f.Points, appendPoint), '}')
	}
	return append(appendPoint(append(b, `{"type":"Point","coordinates":`...), f.Points[0]), '}')
}

func appendPoint(b []byte, p Point) []byte {
	b = append(jsontree.AppendFloat(append(b, '['), p.X), ',')
	b = jsontree.AppendFloat(b, p.Z)
	if p.Y != nil {
		b = jsontree.AppendFloat(append(b, ','), *p.Y)
	}
	return append(b, ']')
}
