package record

import "quartermaster/internal/jsontree"

// KeyOf returns the stored values of the resource's key for a body, with defaults for fields that it leaves out. ok is false if a value
// is missing or the resource has no key.
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
