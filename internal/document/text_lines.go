package document

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"quartermaster/internal/change"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/textfile"
)

// textFormat is a file with an entry on each line: a text or, with columns, what stands between blanks; the last column has the rest.
// Comments behind // and #, and empty lines, stay.
type textFormat struct{ columns []Column }

// Column is what stands between the blanks of a line.
type Column struct {
	Name   string
	Number bool // what stands there is one, where it can be read as such
}

// entry is what stands on a line between start and end in the text; the line ends at next.
type entry struct{ line, begin, start, end, next int }

func entriesIn(text string) (list []entry) {
	offset, number := 0, 0
	for line := range strings.Lines(text) {
		number++
		bare := strings.TrimRight(line[:commentAt(line)], " \t\r\n")
		if start := len(bare) - len(strings.TrimLeft(bare, " \t")); start < len(bare) {
			list = append(list, entry{number, offset, offset + start, offset + len(bare), offset + len(line)})
		}
		offset += len(line)
	}
	return list
}

// commentAt returns where the comment of a line begins, which is its end where it has none: at its beginning or behind a blank.
func commentAt(line string) int {
	for i := range line {
		isSign := strings.HasPrefix(line[i:], "//") || line[i] == '#'
		if isSign && strings.Trim(line[:i], " \t") == "" || isSign && strings.ContainsRune(" \t", rune(line[i-1])) {
			return i
		}
	}
	return len(line)
}

func (t textFormat) read(text string) (*jsontree.Object, error) {
	list := []any{}
	for _, e := range entriesIn(text) {
		list = append(list, t.value(text[e.start:e.end]))
	}
	tree := new(jsontree.Object)
	tree.Set(ListKey, list)
	return tree, nil
}

// value reads an entry.
func (t textFormat) value(text string) any {
	if len(t.columns) == 0 {
		return text
	}
	object := new(jsontree.Object)
	for i, c := range t.columns {
		var part string
		if text = strings.TrimLeft(text, " \t"); i == len(t.columns)-1 {
			part, text = text, ""
		} else if end := strings.IndexAny(text, " \t"); end >= 0 {
			part, text = text[:end], text[end:]
		} else {
			part, text = text, ""
		}
		object.Set(c.Name, c.read(part))
	}
	return object
}

func (c Column) read(text string) any {
	if value, err := jsontree.Parse([]byte(text)); c.Number && err == nil && typeOfOne(value) == numberType {
		return value
	}
	return text
}

// lineOf writes an entry, with the blanks between its columns that the old one has.
func (t textFormat) lineOf(value any, old string) (string, error) {
	object, isObject := value.(*jsontree.Object)
	if !isObject {
		return singleText(value)
	}
	blanks, line := betweenColumns.FindAllString(old, -1), ""
	for i, c := range t.columns {
		part, _ := object.Get(c.Name)
		text, err := singleText(part)
		if isLast := i == len(t.columns)-1; err != nil || !isLast && (text == "" || betweenColumns.MatchString(text)) {
			return "", fmt.Errorf("%s must be a text without blanks", c.Name)
		}
		if i > 0 && text != "" {
			line += append(blanks, slices.Repeat([]string{" "}, i)...)[i-1]
		}
		line += text
	}
	return line, nil
}

var betweenColumns = regexp.MustCompile(`[ \t]+`)

var errNoLine = errors.New("an entry must be one line without a comment, and not empty")

// singleText returns a text or number as it stands on a line.
func singleText(value any) (string, error) {
	if number, isNumber := value.(jsontree.Number); isNumber {
		return string(number), nil
	}
	text, isText := value.(string)
	if value != nil && !isText || strings.ContainsAny(text, "\r\n") || text != "" && commentAt(text) < len(text) {
		return "", errNoLine
	}
	return strings.Trim(text, " \t"), nil
}

// write changes, adds and removes the lines that differ.
func (t textFormat) write(text string, next *jsontree.Object) (string, error) {
	tree, _ := t.read(text)
	entries, was, list := entriesIn(text), tree.List(ListKey), next.List(ListKey)
	instead, behind := make([]string, len(was)), make([][]string, len(was)+1)
	after, places := 0, change.Align(was, list)
	for j, stays := range textfile.LongestRun(places) {
		old, i := "", places[j]
		if stays && i >= 0 {
			old = text[entries[i].start:entries[i].end]
		}
		line, err := t.lineOf(list[j], old)
		switch {
		case err != nil:
			return "", err
		case line == "":
			return "", errNoLine
		case old == "":
			behind[after] = append(behind[after], line)
		case jsontree.Equal(was[i], list[j]):
			instead[i], after = old, i+1
		default:
			instead[i], after = line, i+1
		}
	}
	return layLines(text, entries, instead, behind), nil
}

// layLines writes what stands instead of entries, nothing for those that go, and the new lines behind each; the first are before all
// others.
func layLines(text string, entries []entry, instead []string, behind [][]string) string {
	ending := "\n"
	if strings.Contains(text, "\r\n") {
		ending = "\r\n"
	}
	var written []byte
	add := func(lines []string) {
		for _, line := range lines {
			if len(written) > 0 && written[len(written)-1] != '\n' {
				written = append(written, ending...)
			}
			written = append(append(written, line...), ending...)
		}
	}
	at := 0
	for i, e := range entries {
		written = append(written, text[at:e.begin]...)
		if at = e.next; i == 0 {
			add(behind[0])
		}
		if instead[i] != "" {
			written = append(written, text[e.begin:e.start]+instead[i]+text[e.end:e.next]...)
		}
		add(behind[i+1])
	}
	written = append(written, text[at:]...)
	if len(entries) == 0 {
		add(behind[0])
	}
	return string(written)
}

func (textFormat) empty() string { return "" }

func (textFormat) locate(text string) (list []located) {
	for i, e := range entriesIn(text) {
		list = append(list, located{fmt.Sprint(ListKey, ".", i), e.line, e.line})
	}
	return list
}
