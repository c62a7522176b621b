package ce

import (
	"slices"
	"strings"
)

// patch collects changes to a text and applies them together.
type patch struct {
	*tree
	layout
	order   []string // the canonical order of the elements below element 0
	edits   []edit
	opened  []opening
	insides map[int]inside
}

type edit struct {
	start, end int
	text       string
}

// opening is an empty element that gets content.
type opening struct {
	elem  int
	texts []string
}

func (p *patch) replace(start, end int, text string) {
	p.edits = append(p.edits, edit{start, end, text})
}

// apply returns the changed text. If two changes overlap, the second is limited to what the first has
// left.
func (p *patch) apply() string {
	for _, o := range p.opened {
		p.replaceContent(o)
	}
	p.opened = nil
	if len(p.edits) == 0 {
		return p.src
	}
	slices.SortStableFunc(p.edits, func(a, b edit) int { return a.start - b.start })
	var b strings.Builder
	done := 0
	for _, e := range p.edits {
		b.WriteString(p.src[done:max(done, e.start)])
		b.WriteString(e.text)
		done = max(done, e.end)
	}
	b.WriteString(p.src[done:])
	return b.String()
}

func (p *patch) replaceContent(o opening) {
	e := p.elems[o.elem]
	text := strings.Join(o.texts, "") + p.newline + p.indentOf(o.elem)
	if !e.empty {
		p.replace(e.innerEnd, e.innerEnd, text)
		return
	}
	p.replace(p.nameEnd(o.elem), e.end, ">"+text+"</"+e.name+">")
}

// nameEnd returns the offset behind the last attribute of the element's start tag.
func (p *patch) nameEnd(i int) int {
	e := p.elems[i]
	if e.attrs < e.attrsEnd {
		return p.attrs[e.attrsEnd-1].end
	}
	return e.start + 1 + len(e.name)
}

// indentOf returns the indentation of the element, taken from its own line, else from the line of
// its end tag.
func (p *patch) indentOf(i int) string {
	e := p.elems[i]
	if indent, ok := p.indentBefore(e.start); ok {
		return indent
	}
	if indent, ok := p.indentBefore(e.innerEnd); ok && !e.empty {
		return indent
	}
	return p.indent
}

// indentBefore returns the blanks before the offset; ok reports whether nothing else precedes it on its
// line.
func (p *patch) indentBefore(offset int) (indent string, ok bool) {
	before := strings.TrimRight(p.src[:offset], blanks)
	return p.src[len(before):offset], strings.HasSuffix(before, "\n")
}

// inside describes the content of an element, to add to it in the same style.
type inside struct {
	hasKids, hasLines bool
	indent            string // of its children
}

// inside returns the description of an element's content. It is computed once.
func (p *patch) inside(parent int) inside {
	if known, ok := p.insides[parent]; ok {
		return known
	}
	found := inside{
		hasKids:  p.elems[parent].after > parent+1,
		hasLines: strings.Contains(p.content(parent), "\n"),
		indent:   p.findIndent(parent),
	}
	if p.insides == nil {
		p.insides = map[int]inside{}
	}
	p.insides[parent] = found
	return found
}

func (p *patch) findIndent(parent int) string {
	for i := range p.kids(parent) {
		if indent, ok := p.indentBefore(p.elems[i].start); ok {
			return indent
		}
	}
	return p.indentOf(parent) + p.unit
}

// insert adds an element of that name to the parent, in canonical order.
func (p *patch) insert(parent int, name, text string) {
	p.insertAfter(parent, p.predecessor(parent, name), text)
}

// predecessor returns the element that an element of that name follows in canonical order, or none.
func (p *patch) predecessor(parent int, name string) int {
	rank, found := p.rank(name), none
	for i := range p.kids(parent) {
		if r := p.rank(p.elems[i].name); r >= 0 && r <= rank {
			found = i
		}
	}
	return found
}

// rank returns the index of the name in the canonical order, or -1.
func (p *patch) rank(name string) int {
	return slices.IndexFunc(p.order, func(known string) bool { return sameName(known, name, p.fold) })
}

// insertAfter adds an element behind the sibling and the rest of its line; none stands for the start of
// the parent.
func (p *patch) insertAfter(parent, sibling int, text string) {
	from, in := p.elems[parent].inner, p.inside(parent)
	if sibling != none {
		from = p.elems[sibling].end
	}
	switch {
	case in.hasLines:
		at := restOfLine(p.src, from)
		p.replace(at, at, p.newline+in.indent+text)
	case in.hasKids:
		p.replace(from, from, text)
	default:
		p.open(parent, p.newline+in.indent+text)
	}
}

func (p *patch) open(parent int, text string) {
	for i := range p.opened {
		if p.opened[i].elem == parent {
			p.opened[i].texts = append(p.opened[i].texts, text)
			return
		}
	}
	p.opened = append(p.opened, opening{parent, []string{text}})
}

// restOfLine returns the end of the line at the offset, including comments, or the offset itself if
// another tag follows on the line.
func restOfLine(src string, offset int) int {
	at := offset
	for at < len(src) && lineEndAt(src[at:]) == "" {
		size := commentSize(src[at:])
		if size == 0 && src[at] == '<' {
			return offset
		}
		at += max(size, 1)
	}
	return at
}

// remove removes the element, with its line if nothing else is on it.
func (p *patch) remove(i int) {
	e := p.elems[i]
	before, behind := strings.TrimRight(p.src[:e.start], blanks), strings.TrimLeft(p.src[e.end:], blanks)
	start, end := len(before), len(p.src)-len(behind)
	lineEnd := lineEndBefore(before)
	switch {
	case lineEnd == "":
		p.replace(start, e.end, "")
	case behind == "" || lineEndAt(behind) != "":
		p.replace(start-len(lineEnd), end, "")
	default:
		p.replace(e.start, end, "")
	}
}

// setText sets the text of the element and keeps its comments.
func (p *patch) setText(i int, text string) {
	e := p.elems[i]
	if e.empty {
		p.replace(p.nameEnd(i), e.end, ">"+escape(text)+"</"+e.name+">")
		return
	}
	runs := p.textRuns(i)
	if len(runs) == 0 {
		p.replace(e.innerEnd, e.innerEnd, escape(text))
		return
	}
	for _, run := range runs {
		p.replace(run.start, run.end, escape(text))
		text = ""
	}
}

// setAttr sets an attribute of the element; a new one is inserted in the given canonical order.
func (p *patch) setAttr(i int, name, value string, order []string) {
	if a := p.attrNamed(i, name); a != nil {
		p.replace(a.valueStart, a.valueEnd, escape(value))
		return
	}
	rank, at := slices.Index(order, name), p.elems[i].start+1+len(p.elems[i].name)
	for _, a := range p.attrs[p.elems[i].attrs:p.elems[i].attrsEnd] {
		if r := slices.Index(order, a.name); r >= 0 && r <= rank {
			at = a.end
		}
	}
	p.replace(at, at, " "+name+`="`+escape(value)+`"`)
}

// rename changes the name of the element. It must be the last change to its start tag.
func (p *patch) rename(i int, name string) {
	e := &p.elems[i]
	p.replace(e.start+1, e.start+1+len(e.name), name)
	if !e.empty {
		end := e.innerEnd + len("</")
		p.replace(end, end+len(e.name), name)
	}
	e.name = name
}

// removeAttr removes an attribute with the white space before it.
func (p *patch) removeAttr(i int, name string) {
	if a := p.attrNamed(i, name); a != nil {
		p.replace(len(strings.TrimRight(p.src[:a.start], whiteSpace)), a.end, "")
	}
}
