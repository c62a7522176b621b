package document

import "quartermaster/internal/jsontree"

// Merge returns a value changed by a patch (RFC 7396): objects are merged member by member, a null removes the member, anything else
// replaces what was there. Neither argument is changed.
func Merge(value, patch any) any {
	changes, isObject := patch.(*jsontree.Object)
	if !isObject {
		return patch
	}
	merged := new(jsontree.Object)
	if object, was := value.(*jsontree.Object); was {
		merged = object.Clone()
	}
	for key, change := range changes.All() {
		if change == nil {
			merged.Delete(key)
			continue
		}
		was, _ := merged.Get(key)
		merged.Set(key, Merge(was, change))
	}
	return merged
}
