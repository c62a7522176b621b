package ce

import (
	"slices"
	"strconv"
	"strings"
)

// refs changes the list of references in elements of that name. Names that differ only in case are the
// same, and duplicates count once; the file keeps its spelling and its duplicates.
func (p *patch) refs(name string, old, new []Ref) {
	had, at := distinct(old)
	wanted, _ := distinct(namedRefs(new))
	if slices.Equal(keysOf(had), keysOf(wanted)) {
		return
	}
	kept := align(keyLists(had), keyLists(wanted))
	items, doubles := split(p.refElements(name), at)
	p.list(items, kept, p.refTexts(name, wanted), gap{0, p.predecessor(0, name)})
	stays := staying(kept, len(items))
	for elem, of := range doubles {
		if !stays[of] {
			p.remove(elem)
		}
	}
}

// split divides the elements of a list into the first of each reference, and the doubles, by the index of
// the first.
func split(elems, at []int) (first []int, doubles map[int]int) {
	doubles = map[int]int{}
	for i, elem := range elems {
		if at[i] == len(first) {
			first = append(first, elem)
		} else {
			doubles[elem] = at[i]
		}
	}
	return first, doubles
}

// distinct returns each reference once, and for each item of the list its index among those.
func distinct(refs []Ref) (once []Ref, at []int) {
	known := map[Ref]int{}
	at = make([]int, len(refs))
	for i, ref := range refs {
		key := ref.key()
		if _, seen := known[key]; !seen {
			known[key] = len(once)
			once = append(once, ref)
		}
		at[i] = known[key]
	}
	return once, at
}

// key returns the same value for all spellings of a reference.
func (ref Ref) key() Ref { return Ref{strings.ToLower(ref.Name), ref.User} }

func keysOf(refs []Ref) []Ref {
	keys := make([]Ref, len(refs))
	for i, ref := range refs {
		keys[i] = ref.key()
	}
	return keys
}

// keyLists returns the keys of references as align expects them.
func keyLists(refs []Ref) [][]string {
	lists := make([][]string, len(refs))
	for i, key := range keysOf(refs) {
		lists[i] = []string{strconv.FormatBool(key.User) + " " + key.Name}
	}
	return lists
}

// namedRefs leaves out references without a name and trims the names of the others.
func namedRefs(refs []Ref) []Ref {
	var kept []Ref
	for _, ref := range refs {
		if ref.Name = strings.TrimSpace(ref.Name); ref.Name != "" {
			kept = append(kept, ref)
		}
	}
	return kept
}

func (p *patch) refTexts(element string, refs []Ref) []string {
	texts := make([]string, len(refs))
	for i, ref := range refs {
		texts[i] = p.refText(element, ref)
	}
	return texts
}

func (p *patch) refText(element string, ref Ref) string {
	attribute := "name"
	if ref.User {
		attribute = "user"
	}
	return "<" + element + " " + attribute + `="` + escape(ref.Name) + `"` + p.closing
}

// gap is the room behind the element after, or at the start of the parent if after is none.
type gap struct{ parent, after int }

// gapBefore returns the gap before the element.
func (p *patch) gapBefore(elem int) gap {
	at := gap{p.elems[elem].parent, none}
	for i := range p.kids(at.parent) {
		if i == elem {
			break
		}
		at.after = i
	}
	return at
}

// list changes a list of elements: kept says which items stay (see align), texts holds the elements of
// the new list. A new element takes the place of a removed one, if there is one. An empty list starts
// at the given gap.
func (p *patch) list(items, kept []int, texts []string, at gap) {
	if len(items) > 0 {
		at = p.gapBefore(items[0])
	}
	stays, next := staying(kept, len(items)), 0
	for j, k := range kept {
		if k == none && next < len(items) && !stays[next] {
			k = next
		}
		if k != none {
			at, next = gap{p.elems[items[k]].parent, items[k]}, k+1
		}
		if kept[j] == none {
			p.insertAfter(at.parent, at.after, texts[j])
		}
	}
	for k, i := range items {
		if !stays[k] {
			p.remove(i)
		}
	}
}

func staying(kept []int, count int) []bool {
	stays := make([]bool, count)
	for _, k := range kept {
		if k != none {
			stays[k] = true
		}
	}
	return stays
}
