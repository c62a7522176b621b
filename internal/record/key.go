package record

import "quartermaster/internal/jsontree"

// KeyOf returns the values of the resource's key as they would be stored from a body: the default stands for a field that the
// body leaves out. ok is false where a value is missing, and of a resource without a key.
func (r *Resource) KeyOf(body *jsontree.Object) (values []any, ok bool) {
	for _, f := range r.Key {
		value := f.Default
		if sent, there := body.Get(f.Name); there {
			value = f.store(sent)
		}
		if value == nil {
			return nil, false
		}
		values = append(values, value)
	}
	return values, len(values) > 0
}
