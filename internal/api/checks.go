package api

import (
	"quartermaster/internal/jsontree"
	"quartermaster/internal/validate"
)

// isTrue reports whether a switch of a checked body is on.
func isTrue(in *jsontree.Object, name string) bool {
	sent, _ := in.Get(name)
	return validate.Bool(sent)
}
