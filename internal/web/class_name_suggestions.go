package web

import (
	"context"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/web/docform"
)

// classNamesList is the id of the list of suggestions for class names, and where it is below guiBase.
const classNamesList = docform.ClassNamesList

// The most class names that are suggested, and the longest text that is searched for.
const (
	maxClassNames = 20
	maxTyped      = 255
)

// classNamesURL is where controls ask for class names while one is typed.
func (r *request) classNamesURL() string { return r.guiURL() + "/" + classNamesList }

// suggestClassNames answers with the class names of the instance and the catalog that hold what was typed.
func suggestClassNames(ctx context.Context, r *request) (response, error) {
	names := []byte(`{"data":[`)
	if typed := record.TextParam(r.input, "q"); typed != "" && len(typed) <= maxTyped {
		found, err := r.web.DB.ClassNamesWith(ctx, r.scope(), typed, maxClassNames)
		if err != nil {
			return response{}, err
		}
		for i, name := range found {
			if i > 0 {
				names = append(names, ',')
			}
			names = jsontree.AppendString(names, name)
		}
	}
	return response{JSON: append(names, "]}"...)}, nil
}
