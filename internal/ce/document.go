package ce

import (
	"cmp"
	"strings"
)

// parsePatch parses a whole file for changes; order is the canonical order of the elements below its
// root.
func parsePatch(data []byte, order ...string) (*patch, error) {
	t, err := parseDocument(string(data))
	if err != nil {
		return nil, err
	}
	l := canonical()
	l.indent = ""
	l.newline = cmp.Or(newlineOf(t.src), l.newline)
	l.closing = cmp.Or(closingOf(t.src), l.closing)
	p := &patch{tree: t, layout: l, order: order}
	for root := range t.kids(0) {
		p.unit = cmp.Or(unitOf(t.raw(root)), p.unit)
	}
	return p, nil
}

// root returns the first element of that name, of any name where it is empty, or 0, the file itself, if there is none.
func (t *tree) root(name string) int {
	if name == "" {
		return max(0, t.lastKid(0))
	}
	for i := range t.all(0, name) {
		return i
	}
	return 0
}

// lastKid returns the last element directly below the parent, or none.
func (t *tree) lastKid(parent int) int {
	last := none
	for i := range t.kids(parent) {
		last = i
	}
	return last
}

// appendTo appends elements to a container below root. It creates a missing container unless there are
// no elements.
func (p *patch) appendTo(root int, name string, texts []string) {
	for container := range p.named(root, name) {
		p.appendTexts(container, texts)
		return
	}
	if len(texts) > 0 {
		p.insert(root, name, p.block("<"+name+">", name, p.inside(root).indent, texts))
	}
}

func (p *patch) appendTexts(container int, texts []string) {
	last := p.lastKid(container)
	for _, text := range texts {
		p.insertAfter(container, last, text)
	}
}

// block returns an element with children, each on its own line; indent is that of the element.
func (p *patch) block(start, name, indent string, texts []string) string {
	var b strings.Builder
	b.WriteString(start)
	for _, text := range texts {
		b.WriteString(p.newline + indent + p.unit + text)
	}
	b.WriteString(p.newline + indent + "</" + name + ">")
	return b.String()
}

// missing returns the keys in wanted that are not in had, each once, in order.
func missing(wanted, had []string) []string {
	seen := make(map[string]bool, len(had))
	for _, key := range had {
		seen[key] = true
	}
	var lacking []string
	for _, key := range wanted {
		if !seen[key] {
			seen[key] = true
			lacking = append(lacking, key)
		}
	}
	return lacking
}
