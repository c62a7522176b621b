package record

import (
	"strings"

	"quartermaster/internal/filter"
	"quartermaster/internal/jsontree"
)

// FilterText writes all that narrows a list request, which are q, search and the filters, as one text of the filter language.
func (r *Resource) FilterText(in *jsontree.Object) string {
	var terms []string
	if q := TextParam(in, "q"); q != "" {
		terms = append(terms, q)
	}
	if search := TextParam(in, "search"); search != "" {
		terms = append(terms, filter.Quoted(search))
	}
	for _, f := range r.Filters {
		value := TextParam(in, f.Param)
		if _, applies := f.apply(value); applies {
			terms = append(terms, f.term(value))
		}
	}
	return strings.Join(terms, " ")
}

// term returns what the filter does with a value, in the filter language.
func (f Filter) term(value string) string {
	switch {
	case f.Cases != nil:
		return f.terms[value]
	case f.Ref != "":
		return f.field + ":" + value
	}
	return f.field + ":" + filter.Quoted(value)
}
