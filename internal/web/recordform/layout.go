package recordform

import "quartermaster/internal/record"

// Form is the layout of a form. Labels, help, limits and types of the fields come from the resource. Writable fields that no set
// names stand in a last one.
type Form struct {
	Resource *record.Resource
	Sets     []Set
	Omit     []string          // writable fields that the form does not show
	Code     []string          // fields with names of the game; list.field for the records of a list
	Wide     []string          // fields that take the whole width
	Items    map[string]string // names for one record of a list
}

// Set is a part of a form, with the names of its fields.
type Set struct {
	Title, Help string
	Fields      []string
}
