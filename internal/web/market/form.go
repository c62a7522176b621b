package market

import (
	"context"
	"slices"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/apidocs"
	"quartermaster/internal/web/docform"
	"quartermaster/internal/web/documents"
	"quartermaster/internal/web/recordform"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// marketForm is the layout of a form for some fields of a document.
type marketForm struct {
	document *expansion.Schema
	sets     []recordform.Set  // of keys
	names    map[string]string // of keys that the form sends under another name
}

func (f marketForm) nameOf(key string) string {
	if name, other := f.names[key]; other {
		return name
	}
	return key
}

// accept lays the input over a document.
func (f marketForm) accept(_ context.Context, r *site.Request, document *jsontree.Object) (problems validate.Errors) {
	sent := new(jsontree.Object)
	for _, set := range f.sets {
		for _, key := range set.Fields {
			if value, ok := r.Input.Get(f.nameOf(key)); ok {
				sent.Set(key, value)
			}
		}
	}
	refill(f.document.Fields(), sent, f.document.Default())
	for _, p := range docform.Enter(f.document.Fields(), document, sent) {
		addNamed(&problems, f.nameOf(p.Path), p.Message)
	}
	return problems
}

// refill replaces emptied numbers in the input by those of a new object.
func refill(fields []*expansion.Field, sent, fresh *jsontree.Object) {
	for _, f := range fields {
		isNumber := f.Shape == expansion.Single && f.Type != expansion.String && f.Type != expansion.Vector
		if value, has := sent.Get(f.Name); has && value == nil && isNumber {
			value, _ = fresh.Get(f.Name)
			sent.Set(f.Name, value)
		}
	}
}

// addNamed adds a problem that calls a plain field by its name in words.
func addNamed(problems *validate.Errors, path string, message validate.Message) {
	name := ""
	if !strings.Contains(path, ".") {
		name = validate.DisplayName(path)
	}
	problems.AddNamed(path, name, message)
}

// fieldsets draws the name of a record and the keys of its document.
func (f marketForm) fieldsets(p *documents.Pages, row record.Row, document *jsontree.Object) []ui.Fieldset {
	sets := make([]ui.Fieldset, len(f.sets))
	for i, set := range f.sets {
		sets[i] = ui.Fieldset{Title: set.Title, Help: set.Help}
		for _, key := range set.Fields {
			sets[i].Fields = append(sets[i].Fields, marketControl(f.document.Field(key), document, f.nameOf(key)))
		}
	}
	sets[0].Fields = slices.Insert(sets[0].Fields, 0, p.NameField(row))
	return sets
}

// marketControl draws the control of a field of an object.
func marketControl(f *expansion.Field, object *jsontree.Object, name string) ui.Field {
	drawn := docform.Box(f, object, name)
	drawn.List = suggestionLists[f.Format]
	return drawn
}

// suggestionLists holds the ids of the suggestions by the format of a text.
var suggestionLists = map[expansion.Format]string{
	expansion.ClassFormat: docform.ClassNamesList, expansion.IconFormat: "icons", expansion.FactionFormat: "factions",
	expansion.CategoryFormat: "market-categories",
}

// keys returns the keys that the form shows.
func (f marketForm) keys() (keys []apidocs.Key) {
	for _, set := range f.sets {
		for _, key := range set.Fields {
			keys = append(keys, apidocs.Key{Name: f.nameOf(key), Field: f.document.Field(key)})
		}
	}
	return keys
}
