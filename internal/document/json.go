package document

import (
	"quartermaster/internal/expansion"
	"quartermaster/internal/jsonedit"
	"quartermaster/internal/jsontree"
)

type jsonFormat struct{}

func (jsonFormat) read(text string) (*jsontree.Object, error) { return expansion.Parse(text) }

func (jsonFormat) write(text string, next *jsontree.Object) (string, error) {
	return jsonedit.Rewrite(text, next, jsonedit.LayoutOf(text))
}

func (jsonFormat) empty() string { return "{}\n" }
