package effectarea

import (
	"io"
	"slices"
	"strings"

	"quartermaster/internal/jsonedit"
	"quartermaster/internal/textfile"
)

const blanks = " \t\r\n"

// Write writes cfgEffectArea.json: the skeleton with the parts, which are given in the order of the file. Numbers that agree
// to two decimals are the same. Nothing is written when a stored text is no JSON; the error is a *jsontree.SyntaxError then.
func Write(w io.Writer, s textfile.Skeleton, parts []textfile.Part[Area]) error {
	text, err := document(s, parts)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, text)
	return err
}

func document(s textfile.Skeleton, parts []textfile.Part[Area]) (string, error) {
	if len(s.Leads) == 0 {
		return withAreas(s.Tail, parts)
	}
	var b strings.Builder
	l, gap := layoutOf(s)
	for i, part := range parts {
		text, err := areaText(part, l)
		if err != nil {
			return "", err
		}
		switch {
		case i == 0:
			b.WriteString(opening(s, part.Slot))
		case 0 < part.Slot && part.Slot < len(s.Leads):
			b.WriteString(s.Leads[part.Slot])
		default:
			b.WriteString("," + gap)
		}
		b.WriteString(text)
	}
	if len(parts) == 0 {
		b.WriteString(strings.TrimRight(s.Leads[0], blanks))
	}
	return b.String() + s.Tail, nil
}

// opening is the text before the first zone. One that was not the first before keeps its own indentation.
func opening(s textfile.Skeleton, slot int) string {
	if slot <= 0 || slot >= len(s.Leads) {
		return s.Leads[0]
	}
	_, gap, _ := strings.Cut(s.Leads[slot], ",")
	return strings.TrimRight(s.Leads[0], blanks) + gap
}

// layoutOf returns the layout of a new zone, and what goes between it and the one before.
func layoutOf(s textfile.Skeleton) (l jsonedit.Layout, gap string) {
	l = jsonedit.LayoutOf(strings.Join(s.Leads, "") + s.Tail)
	for _, lead := range slices.Backward(s.Leads) {
		start := strings.LastIndexByte(lead, '\n') + 1
		if indent := lead[start:]; start > 0 && strings.Trim(indent, " \t") == "" {
			l.Indent = indent
			return l, l.Newline + l.Indent
		}
	}
	return l, " "
}

// withAreas puts zones into a document that has none. A document that does not exist yet becomes one.
func withAreas(text string, parts []textfile.Part[Area]) (string, error) {
	mark := text[:len(text)-len(strings.TrimPrefix(text, textfile.ByteOrderMark))]
	if text = text[len(mark):]; text == "" {
		text = "{}"
	}
	tree, err := parseObject(text)
	if err != nil || len(parts) == 0 {
		return mark + text, err
	}
	areas := make([]any, len(parts))
	for i, part := range parts {
		if areas[i], err = areaTree(part); err != nil {
			return "", err
		}
	}
	set(tree, []string{areasKey, "SafePositions"}, areasKey, areas)
	text, err = jsonedit.Rewrite(text, tree, jsonedit.LayoutOf(text))
	return mark + text, err
}

// areaText returns the text of a part: the original one with what is different in its value.
func areaText(part textfile.Part[Area], l jsonedit.Layout) (string, error) {
	tree, err := areaTree(part)
	if err != nil || part.Raw == "" {
		return jsonedit.Format(tree, l), err
	}
	if strings.Contains(part.Raw, "\n") {
		own := jsonedit.LayoutOf(part.Raw)
		l.Newline, l.Unit = own.Newline, own.Unit
	}
	return jsonedit.Rewrite(part.Raw, tree, l)
}
