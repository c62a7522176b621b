package ce

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
)

const prolog = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"

// write puts a file together. All parts are made ready before the first byte is written.
func (f format[T]) write(w io.Writer, s Skeleton, parts []Part[T]) error {
	l, r := layoutOf(s, raws(parts)), newReader(&tree{})
	texts := make([]string, len(parts))
	for i, part := range parts {
		text, err := f.entryText(r, part, l)
		if err != nil {
			return err
		}
		texts[i] = text
	}
	slots, added := distribute(parts, texts, len(s.Leads))
	if isEmpty(s, slots) {
		s, slots = Skeleton{Tail: prolog + f.open() + "\n" + f.close() + "\n"}, nil
	}
	out := &output{w: bufio.NewWriter(w)}
	out.entries(s.Leads, slots)
	if err := f.writeTail(out, s, added, l); err != nil {
		return err
	}
	return out.w.Flush()
}

func (f format[T]) open() string  { return "<" + f.root + ">" }
func (f format[T]) close() string { return "</" + f.root + ">" }

func raws[T any](parts []Part[T]) []string {
	texts := make([]string, len(parts))
	for i, part := range parts {
		texts[i] = part.Raw
	}
	return texts
}

// entryText returns the text of an entry: its original text with what is different in its value.
func (f format[T]) entryText(r *reader, part Part[T], l layout) (string, error) {
	raw := part.Raw
	if raw == "" {
		raw = f.blank(l)
	} else {
		l = l.of(raw)
	}
	if err := r.parse(raw); err != nil {
		return "", fmt.Errorf("the stored text of a <%s>: %w", f.element, err)
	}
	r.startOver()
	old := f.read(r)
	p := &patch{tree: r.tree, layout: l, order: f.order}
	f.patch(p, &old, &part.Value)
	text := p.apply()
	if text == part.Raw {
		return text, nil
	}
	return text, f.check(r, text)
}

// check refuses an entry that could not be read back.
func (f format[T]) check(r *reader, text string) error {
	if err := r.parse(text); err != nil {
		return fmt.Errorf("a <%s> cannot be written: %w", f.element, err)
	}
	if r.attrValue(0, "name") == "" {
		return fmt.Errorf("a <%s> cannot be written: it has no name", f.element)
	}
	return nil
}

// distribute sorts the texts of the parts into the slots. What has no slot of its own is added.
func distribute[T any](parts []Part[T], texts []string, count int) (slots, added []string) {
	slots = make([]string, count)
	for i, part := range parts {
		if part.Slot < 0 || part.Slot >= count || slots[part.Slot] != "" {
			added = append(added, texts[i])
			continue
		}
		slots[part.Slot] = texts[i]
	}
	return slots, added
}

// isEmpty reports whether there is no file yet, or nothing is left of it, not even a root element.
func isEmpty(s Skeleton, slots []string) bool {
	if len(slots) == 0 {
		return s.Tail == ""
	}
	if slices.ContainsFunc(slots, func(text string) bool { return text != "" }) {
		return false
	}
	text := strings.Join(s.Leads, "") + s.Tail
	return strings.Trim(text, whiteSpace+byteOrderMark) == ""
}

// writeTail writes the end of the file with the new entries before it, each on lines of its own.
func (f format[T]) writeTail(out *output, s Skeleton, added []string, l layout) error {
	if len(added) == 0 {
		out.text(s.Tail)
		return nil
	}
	before, behind, err := f.splitTail(s, l.newline)
	if err != nil {
		return err
	}
	out.text(before)
	for _, entry := range added {
		out.text(l.newline + l.indent + entry)
	}
	if behind != "" && lineEndAt(behind) == "" {
		out.text(l.newline)
	}
	out.text(behind)
	return nil
}

// splitTail cuts the tail where new entries go: behind the last entry, or at the end of the root
// element of a file without entries. A root that is missing is added.
func (f format[T]) splitTail(s Skeleton, newline string) (before, behind string, err error) {
	if len(s.Leads) > 0 {
		at := restOfLine(s.Tail, 0)
		return s.Tail[:at], s.Tail[at:], nil
	}
	t, err := parseDocument(s.Tail)
	if err != nil {
		return "", "", fmt.Errorf("the stored text of the file: %w", err)
	}
	root := none
	for i := range t.all(0, f.root) {
		root = i
	}
	if root == none {
		return f.addRoot(s.Tail, newline), newline + f.close() + newline, nil
	}
	before, behind = splitRoot(t, root)
	return before, behind, nil
}

func (f format[T]) addRoot(text, newline string) string {
	text = strings.TrimRight(text, whiteSpace)
	if strings.Trim(text, byteOrderMark) != "" {
		text += newline
	}
	return text + f.open()
}

func splitRoot(t *tree, root int) (before, behind string) {
	e := t.elems[root]
	if !e.empty {
		before = strings.TrimRight(t.src[:e.innerEnd], whiteSpace)
		return before, t.src[len(before):]
	}
	before = strings.TrimRight(strings.TrimSuffix(t.src[:e.end], "/>"), whiteSpace) + ">"
	return before, "</" + e.name + ">" + t.src[e.end:]
}

// output writes text and closes the gaps that entries without a part leave.
type output struct {
	w       *bufio.Writer
	started bool
	removed bool
	gap     string // the white space before the entry that was removed last
}

// entries writes the entries with what stands before each; a slot without a text is a removed entry.
func (o *output) entries(leads, slots []string) {
	for i, text := range slots {
		if text == "" {
			o.lead(leads[i])
			continue
		}
		o.text(leads[i])
		o.text(text)
	}
}

// lead writes what stands before an entry that is removed, without the white space at its end.
func (o *output) lead(lead string) {
	kept := strings.TrimRight(lead, whiteSpace)
	wasRemoved := o.removed && kept == ""
	o.text(kept)
	if gap := lead[len(kept):]; !wasRemoved || strings.Contains(gap, "\n") {
		o.gap = gap
	}
	o.removed = true
}

// text writes s. Behind a removed entry it sees to it that s neither leaves an empty line nor slips
// onto the line of the text before.
func (o *output) text(s string) {
	if s == "" {
		return
	}
	if o.removed {
		s = o.join(s)
	}
	if s == "" {
		return
	}
	o.removed, o.started = false, o.started || s != byteOrderMark
	o.w.WriteString(s) // an error stays in the writer until Flush
}

func (o *output) join(s string) string {
	content := strings.TrimLeft(s, blanks)
	switch {
	case !o.started:
		return strings.TrimLeft(s, whiteSpace)
	case content == "" || lineEndAt(content) != "":
		return s
	}
	return o.gap + content
}
