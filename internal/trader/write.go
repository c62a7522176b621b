package trader

import (
	"fmt"
	"io"
	"strings"

	"quartermaster/internal/textfile"
)

// WriteConfig writes TraderConfig.txt, or a file that it opens: the skeleton with the parts, which are given in the order of the file: the
// currencies, then every trader with its categories and these with their items. A part without a place of its own goes behind the part
// before it. A file that does not exist yet gets the usual name of the currency and the usual end. It returns an error and writes nothing
// when a part could not be read back. Any other error is that of w.
func WriteConfig(w io.Writer, s textfile.Skeleton, parts []textfile.Part[Line]) error {
	newline, indents := textfile.NewlineOf(s, parts), indentsOf(parts)
	if s.IsZero() {
		s.Tail = "<CurrencyName> #tm_ruble\n" + fileEnd
	}
	return textfile.Write(w, s, parts, newline, closing(s.Tail), func(i int) (string, error) {
		text, err := lineText(parts[i], indents, newline)
		if parts[i].Raw == "" && needsGap(parts[:i], parts[i].Value.Type) {
			text = newline + text
		}
		return text, err
	})
}

// fileEnd is the end of a file that does not exist yet.
const fileEnd = "<FileEnd>\n"

// closing returns where the line starts that ends the file.
func closing(tail string) int {
	for at := range textfile.Lines(tail) {
		if tag := scanLine(at.Text).tag; tag == tagFileEnd || tag == tagOpenFile {
			return at.Start
		}
	}
	return len(tail)
}

// indentsOf returns what lines of each kind are indented by: as the first of them, else as usual.
func indentsOf(parts []textfile.Part[Line]) map[LineType]string {
	indents := map[LineType]string{}
	for _, part := range parts {
		if _, known := indents[part.Value.Type]; !known && part.Raw != "" {
			indents[part.Value.Type] = indent(part.Raw)
		}
	}
	for kind, usual := range []string{Currency: "\t", Trader: "", Category: "\t", Item: "\t\t"} {
		if _, known := indents[LineType(kind)]; !known {
			indents[LineType(kind)] = usual
		}
	}
	return indents
}

// needsGap reports whether an empty line goes before a new line of that kind.
func needsGap(before []textfile.Part[Line], kind LineType) bool {
	if len(before) == 0 {
		return false
	}
	return kind == Trader || kind == Category && before[len(before)-1].Value.Type != Trader
}

// lineText returns the line of a part: its original text with what is different in its value.
func lineText(part textfile.Part[Line], indents map[LineType]string, newline string) (string, error) {
	value, text := part.Value, indents[part.Value.Type]+part.Value.code()+newline
	if part.Raw != "" {
		text, value = patched(part.Raw, part.Value)
	}
	if text == part.Raw {
		return text, nil
	}
	return text, check(text, value)
}

// code returns the line in the usual layout.
func (l Line) code() string {
	if tag := l.Type.tag(); tag != "" {
		return "<" + tag + "> " + strings.Join(l.texts(), ",\t")
	}
	return strings.Join(l.texts(), ",\t")
}

// patched returns the text with the value, and the value with the name of the class as the text spells it.
func patched(raw string, value Line) (string, Line) {
	l := scanLine(raw)
	old, _ := l.parse(value.Type)
	if value.Type.isClass() && strings.EqualFold(old.Name, value.Name) {
		value.Name = old.Name
	}
	if old == value {
		return raw, value
	}
	if found, ok := l.fields(len(value.texts())); ok {
		return l.replaced(found, old.texts(), value.texts()), value
	}
	return indent(raw) + value.code() + raw[l.value.end:], value
}

// check refuses a line that could not be read back.
func check(text string, value Line) error {
	l := scanLine(text)
	kind, ok := l.lineType()
	again, _ := l.parse(value.Type)
	switch {
	case value.Type.isClass() && !isClassName(value.Name):
		return fmt.Errorf("the %s %q cannot be written: that is not a class name", value.Type, value.Name)
	case !ok, kind != value.Type, again != value, strings.ContainsAny(value.Name+value.Quantity, "\r\n"):
		return fmt.Errorf("the %s %q cannot be written: neither line ends nor // may stand in it, and commas only in titles", value.Type,
			value.Name)
	}
	return textfile.Check(text)
}
