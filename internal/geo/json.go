package geo

import (
	"context"
	"slices"

	"quartermaster/internal/store"
)

// FeatureCollection is what has a position, as GeoJSON.
type FeatureCollection struct {
	Type     string        `field:"type" in:"FeatureCollection"`
	Features []FeatureView `field:"features"`
}

// FeatureView is a feature of GeoJSON.
type FeatureView struct {
	Type       string     `field:"type" in:"Feature"`
	ID         string     `field:"id" help:"Layer, record and path; it may shift with a list." example:"event-spawns/aB3dE5fG7h/positions.0"`
	Geometry   Geometry   `field:"geometry"`
	Properties Properties `field:"properties"`
}

// Geometry is where a feature is.
type Geometry struct {
	Type        string `field:"type" in:"Point,LineString,Polygon,MultiPoint"`
	Coordinates []any  `field:"coordinates" help:"Metres from west, from south, and height; nested as in GeoJSON." example:"[7500.5,8200]"`
}

// Properties are what a feature is.
type Properties struct {
	Layer    string   `field:"layer" example:"event-spawns"`
	Resource string   `field:"resource,omit" help:"As in addresses; files for a file without records." example:"event-spawns"`
	SID      string   `field:"sid,omit" help:"Of the record." example:"aB3dE5fG7h"`
	Title    string   `field:"title,omit" help:"The name of the record, or the path of the file." example:"StaticHeliCrash"`
	Path     string   `field:"path,omit" help:"Where the position is in the record, or in the document of its file." example:"positions.0"`
	Name     string   `field:"name,omit" example:"StaticHeliCrash"`
	Sort     string   `field:"sort,omit" help:"What is there: of event spawns the event, of player spawns the type." example:"StaticHeliCrash"`
	Severity string   `field:"severity,omit" in:"error,warning,info"`
	Problem  string   `field:"problem,omit" help:"In the layer of problems: what was found."`
	Radius   *float64 `field:"radius,omit" help:"In metres." example:"45"`
	Angle    *float64 `field:"angle,omit" help:"The direction in degrees." example:"90"`
}

// Collection returns the features of an instance as GeoJSON. It returns what is wrong with the database.
func (s Service) Collection(ctx context.Context, scope store.Scope, q Query) (FeatureCollection, error) {
	c := FeatureCollection{Type: "FeatureCollection"}
	err := s.Each(ctx, scope, q, func(f *Feature) error {
		c.Features = append(c.Features, f.View())
		return nil
	})
	return c, err
}

// View returns the feature as GeoJSON has it.
func (f *Feature) View() FeatureView {
	return FeatureView{"Feature", f.ID(), f.geometry(), Properties{
		f.Layer.Slug, f.Resource, f.SID, f.Title, f.Path, f.Name, f.Sort, f.Severity, f.Problem, f.Radius, f.Angle,
	}}
}

func (f *Feature) geometry() Geometry {
	switch {
	case f.Closed && len(f.Points) > 2:
		return Geometry{"Polygon", []any{coordinatesOf(slices.Concat(f.Points, f.Points[:1]))}}
	case f.Route && len(f.Points) > 1:
		return Geometry{"LineString", coordinatesOf(f.Points)}
	case len(f.Points) > 1:
		return Geometry{"MultiPoint", coordinatesOf(f.Points)}
	}
	return Geometry{"Point", f.Points[0].coordinates()}
}

func coordinatesOf(points []Point) []any {
	list := make([]any, len(points))
	for i, p := range points {
		list[i] = p.coordinates()
	}
	return list
}

// coordinates are metres: from the west edge of the map, from the south edge and, where it is known, the height.
func (p Point) coordinates() []any {
	if p.Y == nil {
		return []any{p.X, p.Z}
	}
	return []any{p.X, p.Z, *p.Y}
}
