package documents

import (
	"context"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/web/site"
)

// The most class names that are suggested, and the longest text that is searched for.
const (
	maxClassNames = 20
	maxTyped      = 255
)

// suggestClassNames answers with class names of the instance and the catalog that contain a text.
func suggestClassNames(ctx context.Context, r *site.Request) (site.Response, error) {
	names := []byte(`{"data":[`)
	if typed := record.TextParam(r.Input, "q"); typed != "" && len(typed) <= maxTyped {
		found, err := r.Site.DB.ClassNamesWith(ctx, r.Scope(), typed, maxClassNames)
		if err != nil {
			return site.Response{}, err
		}
		for i, name := range found {
			if i > 0 {
				names = append(names, ',')
			}
			names = jsontree.AppendString(names, name)
		}
	}
	return site.Response{JSON: append(names, "]}"...)}, nil
}
