package change

import (
	"slices"
	"strings"

	"quartermaster/internal/jsontree"
)

// mostCompared limits how many pairs of elements are compared with each other.
const mostCompared = 10_000

// alike matches elements without a name that are left over by what they have in common, in their order: as much of it as there is.
func (a *aligner) alike() {
	old, next := a.left()
	if len(old)*len(next) == 0 || len(old)*len(next) > mostCompared {
		return
	}
	ours, theirs := valuesOf(a.old, old), valuesOf(a.next, next)
	both := make([][]int, len(old)+1) // both[i][j] is what the elements from the ith and the jth on have in common
	common := make([][]int, len(old))
	both[len(old)] = make([]int, len(next)+1)
	for i := len(old) - 1; i >= 0; i-- {
		both[i], common[i] = make([]int, len(next)+1), make([]int, len(next))
		for j := len(next) - 1; j >= 0; j-- {
			common[i][j] = inCommon(ours[i], theirs[j])
			both[i][j] = max(both[i+1][j], both[i][j+1], both[i+1][j+1]+common[i][j])
		}
	}
	for i, j := 0, 0; i < len(old) && j < len(next); {
		switch {
		case common[i][j] > 0 && both[i][j] == both[i+1][j+1]+common[i][j]:
			a.Match(old[i], next[j])
			i, j = i+1, j+1
		case both[i][j] == both[i+1][j]:
			i++
		default:
			j++
		}
	}
}

// left returns the places of elements that hold others and are not matched yet.
func (a *aligner) left() (old, next []int) {
	for i, element := range a.old {
		if a.IsFree(i) && jsontree.HoldsOthers(element) {
			old = append(old, i)
		}
	}
	for j, element := range a.next {
		if a.Was[j] < 0 && jsontree.HoldsOthers(element) {
			next = append(next, j)
		}
	}
	return old, next
}

// valuesOf returns for each of some elements the values that it holds, sorted.
func valuesOf(list []any, places []int) [][]string {
	all := make([][]string, len(places))
	for n, i := range places {
		visitValues("", list[i], func(value string) { all[n] = append(all[n], value) })
		slices.Sort(all[n])
	}
	return all
}

// inCommon counts the values that two sorted lists have both.
func inCommon(a, b []string) (count int) {
	for len(a) > 0 && len(b) > 0 {
		switch strings.Compare(a[0], b[0]) {
		case 0:
			a, b, count = a[1:], b[1:], count+1
		case -1:
			a = a[1:]
		default:
			b = b[1:]
		}
	}
	return count
}

// visitValues visits the values that hold no others, each behind its path without the places in lists.
func visitValues(path string, value any, visit func(string)) {
	switch value := value.(type) {
	case *jsontree.Object:
		for key, member := range value.All() {
			visitValues(path+"."+key, member, visit)
		}
	case []any:
		for _, element := range value {
			visitValues(path+"[]", element, visit)
		}
	default:
		visit(path + "=" + string(jsontree.AppendValue(nil, value)))
	}
}
