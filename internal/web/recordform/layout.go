package recordform

import "quartermaster/internal/record"

// Form says how the fields of a resource are laid out in a form. What a field is called, what it takes and what it
// means stands in the resource alone; a writable field that no set names appears in a last one.
type Form struct {
	Resource *record.Resource
	Sets     []Set
	Omit     []string          // writable fields that the form does not show
	Code     []string          // fields that hold names of the game; list.field for those of a list's records
	Wide     []string          // fields that take the whole width
	Items    map[string]string // what one record of a list is called
}

// Set is a titled part of a form with the names of its fields.
type Set struct {
	Title, Help string
	Fields      []string
}
