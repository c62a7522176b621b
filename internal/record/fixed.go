package record

import (
	"quartermaster/internal/jsontree"
	"quartermaster/internal/validate"
)

// FillFixed adds the stored values of fixed fields to a body that leaves them out.
func (r *Resource) FillFixed(body *jsontree.Object, stored Row) {
	for i, f := range r.Fields {
		if f.Fixed && !body.Has(f.Name) {
			body.Set(f.Name, stored[i])
		}
	}
}

// checkFixed returns validate.Errors for changes to fixed fields.
func (r *Resource) checkFixed(old Row, values Values) error {
	var errs validate.Errors
	for i, f := range r.Fields {
		if value, sent := values[f.Name]; f.Fixed && sent && old != nil && value != old[i] {
			errs.AddNamed(f.Name, validate.DisplayName(f.Name), validate.Message{Failure: cannotBeChanged})
		}
	}
	return errs.Err()
}
