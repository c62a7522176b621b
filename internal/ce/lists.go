package ce

import (
	"slices"
	"strings"
)

// refs brings the references of that name from their old list to the new one.
func (p *patch) refs(name string, old, new []Ref) {
	new = namedRefs(new)
	if slices.Equal(old, new) {
		return
	}
	texts := p.refTexts(name, new)
	kept := align(keysOf(p.refTexts(name, old)), keysOf(texts))
	p.list(p.refElements(name), kept, texts, place{0, p.predecessor(0, name)})
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

// keysOf makes each text the only key of its item.
func keysOf(texts []string) [][]string {
	keys := make([][]string, len(texts))
	for i := range texts {
		keys[i] = texts[i : i+1]
	}
	return keys
}

func (p *patch) refText(element string, ref Ref) string {
	attribute := "name"
	if ref.User {
		attribute = "user"
	}
	return "<" + element + " " + attribute + `="` + escape(ref.Name) + `"` + p.closing
}

// place is a position behind the element after, or at the start of the parent when it is none.
type place struct{ parent, after int }

// placeBefore returns the position before the element.
func (p *patch) placeBefore(elem int) place {
	at := place{p.elems[elem].parent, none}
	for i := range p.kids(at.parent) {
		if i == elem {
			break
		}
		at.after = i
	}
	return at
}

// list makes a list of the elements items: kept says which of them stay (see align), texts holds
// the elements of the new list. A new element takes the place of one that goes, if there is one.
// A list without items starts at the given position.
func (p *patch) list(items, kept []int, texts []string, at place) {
	if len(items) > 0 {
		at = p.placeBefore(items[0])
	}
	stays, next := staying(kept, len(items)), 0
	for j, k := range kept {
		if k == none && next < len(items) && !stays[next] {
			k = next
		}
		if k != none {
			at, next = place{p.elems[items[k]].parent, items[k]}, k+1
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
