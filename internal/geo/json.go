package geo

import (
	"context"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/store"
)

// AppendCollection appends a FeatureCollection of GeoJSON. It returns what is wrong with the database.
func (s Service) AppendCollection(ctx context.Context, b []byte, scope store.Scope, q Query) ([]byte, error) {
	b = append(b, `{"type":"FeatureCollection","features":[`...)
	err := s.Each(ctx, scope, q, func(f *Feature) error {
		b = f.AppendJSON(jsontree.AppendComma(b))
		return nil
	})
	return append(b, "]}"...), err
}

// AppendLayers appends the list of layers as JSON.
func AppendLayers(b []byte) []byte {
	return jsontree.AppendList(b, layers(), func(b []byte, l *Layer) []byte {
		b = jsontree.AppendString(append(b, `{"layer":`...), l.Slug)
		b = jsontree.AppendString(append(b, `,"title":`...), l.Title)
		b = append(b, `,"resource":`...)
		if l.Resource == nil {
			return append(b, "null}"...)
		}
		return append(jsontree.AppendString(b, l.Resource.Path), '}')
	})
}
