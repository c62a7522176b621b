package change

import (
	"slices"

	"quartermaster/internal/jsontree"
)

// Keeps reports whether a merged tree has all that mine has otherwise than base. Elements of lists may stand elsewhere.
func Keeps(base, mine, merged any) bool {
	if jsontree.Equal(mine, base) || jsontree.Equal(mine, merged) {
		return true
	}
	ours, isObject := mine.(*jsontree.Object)
	now, areObjects := merged.(*jsontree.Object)
	if isObject && areObjects {
		was, _ := base.(*jsontree.Object)
		return keepsMembers(was, ours, now)
	}
	ourList, isList := mine.([]any)
	nowList, areLists := merged.([]any)
	was, _ := base.([]any)
	return isList && areLists && keepsElements(was, ourList, nowList)
}

func keepsMembers(base, mine, merged *jsontree.Object) bool {
	for key, value := range mine.All() {
		was, _ := base.Get(key)
		if is, there := merged.Get(key); !Keeps(was, value, is) || !there && !jsontree.Equal(was, value) {
			return false
		}
	}
	for key := range base.All() {
		if !mine.Has(key) && merged.Has(key) {
			return false
		}
	}
	return true
}

func keepsElements(base, mine, merged []any) bool {
	was, is := Align(base, mine), Align(mine, merged)
	for i, e := range mine {
		if contains(base, e) || contains(merged, e) {
			continue
		}
		var old any
		if was[i] >= 0 {
			old = base[was[i]]
		}
		if j := slices.Index(is, i); j < 0 || !Keeps(old, e, merged[j]) {
			return false
		}
	}
	return !slices.ContainsFunc(base, func(e any) bool { return !contains(mine, e) && contains(merged, e) })
}

func contains(list []any, value any) bool {
	return slices.ContainsFunc(list, func(e any) bool { return jsontree.Equal(e, value) })
}
