package ce

import (
	"slices"
	"strconv"
	"strings"
)

// name gives the entry another name.
func (p *patch) name(old, new string) {
	if new = strings.TrimSpace(new); new != old {
		p.setAttr(0, "name", new, nil)
	}
}

// number brings a number's element from its old value to the new one.
func (p *patch) number(name string, old, new *int64) {
	if !equal(old, new) {
		p.element(name, numberText(new))
	}
}

// string brings a text's element from its old value to the new one; a blank text is none.
func (p *patch) string(name string, old, new *string) {
	if new = notBlank(new); !equal(old, new) {
		p.element(name, new)
	}
}

// truth brings the element of a yes or no from its old value to the new one.
func (p *patch) truth(name string, old, new *bool) {
	if !equal(old, new) {
		p.element(name, truthText(new))
	}
}

// element gives the element which is read for the name another text; nil removes all of that name,
// because another one would be read in the place of the first.
func (p *patch) element(name string, text *string) {
	if text == nil {
		p.removeAll(name)
		return
	}
	i := p.filled(name)
	if i == none {
		i = p.first(name)
	}
	if i == none {
		p.insert(0, name, "<"+name+">"+escape(*text)+"</"+name+">")
		return
	}
	p.setText(i, *text)
}

func (p *patch) removeAll(name string) {
	for i := range p.named(0, name) {
		p.remove(i)
	}
}

func (p *patch) first(name string) int {
	for i := range p.named(0, name) {
		return i
	}
	return none
}

// category brings the category from its old name to the new one.
func (p *patch) category(old, new *string) {
	const name = "category"
	new = notBlank(new)
	if equal(old, new) {
		return
	}
	if new == nil {
		p.removeAll(name)
		return
	}
	i := p.filledAttr(name, "name")
	if i == none {
		i = p.first(name)
	}
	if i == none {
		p.insert(0, name, p.refText(name, Ref{Name: *new}))
		return
	}
	p.setAttr(i, "name", *new, nil)
}

// flags brings the attributes of the flags element from their old values to the new ones.
func (p *patch) flags(old, new []flagField) {
	if slices.EqualFunc(old, new, sameFlag) {
		return
	}
	i := p.first("flags")
	switch {
	case i == none:
		p.insert(0, "flags", "<flags"+flagsText(new)+p.closing)
	case flagsText(new) == "" && p.holdsOnly("flags", new):
		p.removeAll("flags")
	default:
		p.flagAttrs(i, old, new)
	}
}

func sameFlag(a, b flagField) bool {
	return equal(*a.value, *b.value)
}

func (p *patch) flagAttrs(first int, old, new []flagField) {
	order := make([]string, len(new))
	for k, field := range new {
		order[k] = field.name
	}
	for k, field := range new {
		if !sameFlag(old[k], field) {
			p.flag(first, field.name, truthText(*field.value), order)
		}
	}
}

// flag gives the flag that is read another value; nil removes it from all flags elements.
func (p *patch) flag(first int, name string, text *string, order []string) {
	if text == nil {
		for i := range p.named(0, "flags") {
			p.removeAttr(i, name)
		}
		return
	}
	if i := p.filledAttr("flags", name); i != none {
		first = i
	}
	p.setAttr(first, name, *text, order)
}

// holdsOnly reports whether the elements of that name hold nothing but the flags.
func (p *patch) holdsOnly(name string, flags []flagField) bool {
	for i := range p.named(0, name) {
		known := 0
		for _, field := range flags {
			if p.attrNamed(i, field.name) != nil {
				known++
			}
		}
		e := p.elems[i]
		if known < e.attrsEnd-e.attrs || strings.TrimSpace(p.content(i)) != "" {
			return false
		}
	}
	return true
}

func flagsText(flags []flagField) string {
	var b strings.Builder
	for _, field := range flags {
		if text := truthText(*field.value); text != nil {
			b.WriteString(" " + field.name + `="` + *text + `"`)
		}
	}
	return b.String()
}

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

func equal[T comparable](a, b *T) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

func notBlank(text *string) *string {
	if text == nil || strings.TrimSpace(*text) == "" {
		return nil
	}
	trimmed := strings.TrimSpace(*text)
	return &trimmed
}

func numberText(number *int64) *string {
	if number == nil {
		return nil
	}
	text := strconv.FormatInt(*number, 10)
	return &text
}

func truthText(value *bool) *string {
	if value == nil {
		return nil
	}
	text := "0"
	if *value {
		text = "1"
	}
	return &text
}
