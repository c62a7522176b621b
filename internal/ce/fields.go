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

// className gives the entry the name of another class. The game takes names that differ in letter case
// for one class: each file keeps its spelling.
func (p *patch) className(old, new string) {
	if !strings.EqualFold(old, new) {
		p.name(old, new)
	}
}

// number brings a number's element from its old value to the new one.
func (p *patch) number(name string, old, new *int64) {
	if !equal(old, new) {
		p.element(name, numberText(new))
	}
}

// numbers does so for several numbers, of which old and new list the same.
func (p *patch) numbers(old, new []numberField) {
	for i, field := range new {
		p.number(field.name, *old[i].value, *field.value)
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
	i := p.orFirst(p.filled(name), name)
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

// orFirst returns found, or the first element of that name when nothing was found.
func (p *patch) orFirst(found int, name string) int {
	if found != none {
		return found
	}
	return p.first(name)
}

// category brings the category from its old name to the new one. Names that differ in letter case are
// one: each file keeps its spelling.
func (p *patch) category(old, new *string) {
	const name = "category"
	new = notBlank(new)
	if sameWord(old, new) {
		return
	}
	if new == nil {
		p.removeAll(name)
		return
	}
	i := p.orFirst(p.filledAttr(name, "name"), name)
	if i == none {
		p.insert(0, name, p.refText(name, Ref{Name: *new}))
		return
	}
	p.setAttr(i, "name", *new, nil)
}

// flags brings the attributes of the flags element from their old values to the new ones.
func (p *patch) flags(old, new []flagField) {
	if slices.EqualFunc(old, new, sameFlag) {
		return // as in most entries, which spares making their texts
	}
	p.attributes("flags", flagTexts(old), flagTexts(new))
}

func sameFlag(a, b flagField) bool {
	return equal(*a.value, *b.value)
}

func flagTexts(flags []flagField) []attrText {
	texts := make([]attrText, len(flags))
	for k, field := range flags {
		texts[k] = attrText{field.name, truthText(*field.value)}
	}
	return texts
}

// mark puts an element that holds nothing below the entry, or removes all of that name.
func (p *patch) mark(name string, old, new bool) {
	switch {
	case old == new:
	case new:
		p.insert(0, name, "<"+name+p.closing)
	default:
		p.removeAll(name)
	}
}

func equal[T comparable](a, b *T) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

// sameWord compares names without regard to letter case.
func sameWord(a, b *string) bool {
	if a == nil || b == nil {
		return a == b
	}
	return strings.EqualFold(*a, *b)
}

func notBlank(text *string) *string {
	if text == nil || strings.TrimSpace(*text) == "" {
		return nil
	}
	return new(strings.TrimSpace(*text))
}

func numberText(number *int64) *string {
	if number == nil {
		return nil
	}
	return new(strconv.FormatInt(*number, 10))
}

// decimalText returns the shortest text of the number.
func decimalText(number *float64) *string {
	if number == nil {
		return nil
	}
	return new(strconv.FormatFloat(*number, 'f', -1, 64))
}

func truthText(value *bool) *string {
	if value == nil {
		return nil
	}
	if *value {
		return new("1")
	}
	return new("0")
}
