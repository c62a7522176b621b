package ce

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"quartermaster/internal/textfile"
)

const prolog = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"

// write writes a file. The texts of all parts are made before the first byte is written.
func (f format[T]) write(w io.Writer, s textfile.Skeleton, parts []textfile.Part[T]) error {
	l := layoutOf(f.usual, s, raws(parts))
	texts, err := f.currentTexts(parts, l)
	if err != nil {
		return err
	}
	slots, added := distribute(parts, texts, len(s.Leads))
	if isEmpty(s, slots) {
		s, slots = f.newSkeleton(), nil
	}
	out := &output{w: bufio.NewWriter(w)}
	out.entries(s.Leads, slots)
	if err := f.writeTail(out, s, pick(texts, added), l); err != nil {
		return err
	}
	return out.w.Flush()
}

func (f format[T]) newSkeleton() textfile.Skeleton {
	return textfile.Skeleton{Tail: prolog + f.open() + "\n" + f.close() + "\n"}
}

// currentTexts returns the text of each part, as it was last written or made from its value, and notes it in the parts.
func (f format[T]) currentTexts(parts []textfile.Part[T], l layout) ([]string, error) {
	r, texts, layout := newReader(&tree{fold: f.fold}), make([]string, len(parts)), l.String()
	for i, part := range parts {
		text, err := part.Written.Text, error(nil)
		switch {
		case text == "":
			text, err = f.entryText(r, part, l)
		case text != part.Raw && part.Written.Layout != layout:
			err = textfile.ErrOutdated
		}
		if err != nil {
			return nil, err
		}
		texts[i], parts[i].Written = text, textfile.Written{Text: text, Layout: layout}
	}
	return texts, nil
}

// entryTexts returns the text of each part, made from its value.
func (f format[T]) entryTexts(parts []textfile.Part[T], l layout) ([]string, error) {
	r, texts := newReader(&tree{fold: f.fold}), make([]string, len(parts))
	for i, part := range parts {
		text, err := f.entryText(r, part, l)
		if err != nil {
			return nil, err
		}
		texts[i] = text
	}
	return texts, nil
}

func (f format[T]) open() string  { return "<" + f.root + ">" }
func (f format[T]) close() string { return "</" + f.root + ">" }

func raws[T any](parts []textfile.Part[T]) []string {
	texts := make([]string, len(parts))
	for i, part := range parts {
		texts[i] = part.Raw
	}
	return texts
}

// entryText returns the text of an entry: its original text, changed where its value differs.
func (f format[T]) entryText(r *reader, part textfile.Part[T], l layout) (string, error) {
	if err := f.check(&part.Value); err != nil {
		return "", err
	}
	raw := part.Raw
	if raw == "" {
		raw = f.blank(l, &part.Value)
	} else {
		l = l.of(raw)
	}
	if err := r.parse(raw); err != nil {
		return "", fmt.Errorf("the stored text of a %s: %w", f.what(), err)
	}
	r.startOver()
	old := f.read(r)
	p := &patch{tree: r.tree, layout: l, order: f.order}
	f.patch(p, &old, &part.Value)
	text := p.apply()
	if text == part.Raw {
		return text, nil
	}
	return text, f.checkText(r, text)
}

// check returns an error for a value that the format cannot express.
func (f format[T]) check(value *T) error {
	if f.valid == nil {
		return nil
	}
	if err := f.valid(value); err != nil {
		return fmt.Errorf("a %s cannot be written: %w", f.what(), err)
	}
	return nil
}

// checkText returns an error for an entry that could not be read back.
func (f format[T]) checkText(r *reader, text string) error {
	if err := r.parse(text); err != nil {
		return fmt.Errorf("a %s cannot be written: %w", f.what(), err)
	}
	if lacking := f.lacks(r.tree); lacking != "" {
		return fmt.Errorf("a %s cannot be written: it has no %s", f.what(), lacking)
	}
	return nil
}

// distribute assigns the texts of the parts to the slots. added holds the indices of the parts without a
// slot of their own.
func distribute[T any](parts []textfile.Part[T], texts []string, count int) (slots []string, added []int) {
	slots = make([]string, count)
	for i, part := range parts {
		if part.Slot < 0 || part.Slot >= count || slots[part.Slot] != "" {
			added = append(added, i)
			continue
		}
		slots[part.Slot] = texts[i]
	}
	return slots, added
}

func pick(texts []string, indices []int) []string {
	picked := make([]string, len(indices))
	for n, i := range indices {
		picked[n] = texts[i]
	}
	return picked
}

// isEmpty reports whether there is no file yet, or nothing of it is left, not even a root element.
func isEmpty(s textfile.Skeleton, slots []string) bool {
	if len(slots) == 0 {
		return s.Tail == ""
	}
	if slices.ContainsFunc(slots, func(text string) bool { return text != "" }) {
		return false
	}
	text := strings.Join(s.Leads, "") + s.Tail
	return strings.Trim(text, whiteSpace+byteOrderMark) == ""
}

// writeTail writes the new entries, each on its own lines, and the end of the file.
func (f format[T]) writeTail(out *output, s textfile.Skeleton, added []string, l layout) error {
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

// splitTail splits the tail where new entries go: behind the last entry, or at the end of the root
// element of a file without entries. It adds a missing root.
func (f format[T]) splitTail(s textfile.Skeleton, newline string) (before, behind string, err error) {
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

// joined returns the skeleton with the texts in its slots.
func joined(s textfile.Skeleton, slots []string) string {
	var b strings.Builder
	out := &output{w: bufio.NewWriter(&b)}
	out.entries(s.Leads, slots)
	out.text(s.Tail)
	out.w.Flush() // a strings.Builder takes everything
	return b.String()
}

// output writes text and closes the gaps of removed entries.
type output struct {
	w       *bufio.Writer
	started bool
	removed bool
	gap     string // the white space before the last removed entry
}

// entries writes the entries with the text before each; an empty slot is a removed entry.
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

// lead writes the text before a removed entry, without the white space at its end.
func (o *output) lead(lead string) {
	kept := strings.TrimRight(lead, whiteSpace)
	wasRemoved := o.removed && kept == ""
	o.text(kept)
	if gap := lead[len(kept):]; !wasRemoved || strings.Contains(gap, "\n") {
		o.gap = gap
	}
	o.removed = true
}

// text writes s. Behind a removed entry, s neither leaves an empty line nor joins the line of the text
// before.
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
