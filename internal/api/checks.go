package api

import (
	"quartermaster/internal/jsontree"
	"quartermaster/internal/shape"
	"quartermaster/internal/validate"
)

// What rules ask of values.
var isList, isObject = shape.IsList, shape.IsObject

// isDry reports whether a checked body asks for a preview.
func isDry(in *jsontree.Object) bool { return isTrue(in, "dry_run") }

func isTrue(in *jsontree.Object, name string) bool {
	sent, _ := in.Get(name)
	return validate.Bool(sent)
}
