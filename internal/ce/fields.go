package ce

import (
	"slices"
	"strconv"
	"strings"
)

// name changes the name of the entry.
func (p *patch) name(old, new string) {
	if new = strings.TrimSpace(new); new != old {
		p.setAttr(0, "name", new, nil)
	}
}

// className changes the class name of the entry. Names that differ only in case are the same class to
// the game, so the file keeps its spelling.
func (p *patch) className(old, new string) {
	if !strings.EqualFold(old, new) {
		p.name(old, new)
	}
}

// number changes the element of a number from its old to its new value.
func (p *patch) number(name string, old, new *int64) {
	if !equal(old, new) {
		p.element(name, numberText(new))
	}
}

// numbers calls number for several fields; old and new list the same ones.
func (p *patch) numbers(old, new []numberField) {
	for i, field := range new {
		p.number(field.name, *old[i].value, *field.value)
	}
}

// string changes the element of a text from its old to its new value; a blank text counts as nil.
func (p *patch) string(name string, old, new *string) {
	if new = notBlank(new); !equal(old, new) {
		p.element(name, new)
	}
}

// truth changes the element of a flag from its old to its new value.
func (p *patch) truth(name string, old, new *bool) {
	if !equal(old, new) {
		p.element(name, truthText(new))
	}
}

// element sets the text of the element that is read for the name. If text is nil, it removes all
// elements of that name: otherwise the next one would be read in place of the first.
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

// orFirst returns found, or the first element of that name if found is none.
func (p *patch) orFirst(found int, name string) int {
	if found != none {
		return found
	}
	return p.first(name)
}

// category changes the category. Names that differ only in case are the same, so the file keeps its
// spelling.
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

// flags changes the attributes of the flags element from their old to their new values.
func (p *patch) flags(old, new []flagField) {
	if slices.EqualFunc(old, new, sameFlag) {
		return // the usual case, without making texts
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

// mark adds an empty element to the entry, or removes all of that name.
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

// sameWord compares names, ignoring case.
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
