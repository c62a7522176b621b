package ce

import (
	"slices"
	"strings"
)

// attrText is an attribute with its text, nil for a value that is not given.
type attrText struct {
	name string
	text *string
}

func (a attrText) equal(other attrText) bool {
	return a.name == other.name && equal(a.text, other.text)
}

// attributes changes the attributes of the entry's elements of that name from their old to their new
// values. The attributes may be spread over several elements. The order of new is the canonical one.
func (p *patch) attributes(element string, old, new []attrText) {
	switch {
	case slices.EqualFunc(old, new, attrText.equal):
	case p.first(element) == none:
		p.insert(0, element, "<"+element+attrsText(new)+p.closing)
	case attrsText(new) == "" && p.holdsOnly(element, new):
		p.removeAll(element)
	default:
		p.spreadAttrs(element, old, new)
	}
}

func (p *patch) spreadAttrs(element string, old, new []attrText) {
	order := namesOf(new)
	for k, a := range new {
		switch {
		case a.equal(old[k]):
		case a.text == nil:
			p.removeAttrs(element, a.name)
		default:
			p.setAttr(p.orFirst(p.filledAttr(element, a.name), element), a.name, *a.text, order)
		}
	}
}

// removeAttrs removes an attribute from all elements of that name: otherwise the next one would be read
// in place of the first.
func (p *patch) removeAttrs(element, name string) {
	for i := range p.named(0, element) {
		p.removeAttr(i, name)
	}
}

// holdsOnly reports whether the elements of that name have no other attributes and no content.
func (p *patch) holdsOnly(element string, attrs []attrText) bool {
	for i := range p.named(0, element) {
		known := 0
		for _, a := range attrs {
			if p.attrNamed(i, a.name) != nil {
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

// setAttrs changes the attributes of one element from their old to their new values.
func (p *patch) setAttrs(i int, old, new []attrText) {
	order := namesOf(new)
	for k, a := range new {
		switch {
		case a.equal(old[k]):
		case a.text == nil:
			p.removeAttr(i, a.name)
		default:
			p.setAttr(i, a.name, *a.text, order)
		}
	}
}

func namesOf(attrs []attrText) []string {
	names := make([]string, len(attrs))
	for k, a := range attrs {
		names[k] = a.name
	}
	return names
}

// attrsText returns the given attributes as a tag has them.
func attrsText(attrs []attrText) string {
	var b strings.Builder
	for _, a := range attrs {
		if a.text != nil {
			b.WriteString(" " + a.name + `="` + escape(*a.text) + `"`)
		}
	}
	return b.String()
}
