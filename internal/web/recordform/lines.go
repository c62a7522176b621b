package recordform

import (
	"strconv"
	"strings"
	"unicode"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/web/ui"
)

// unsetWord stands for a value that is not set. Nested records can be edited as text, a line each: the values in the order of the
// fields, separated by blanks. Values at the end that are not set may be left out; a value that would be misread stands in quotes, as
// a Go string. Every stored record survives the way there and back.
const unsetWord = "-"

// linesText writes records or texts as lines.
func linesText(f *record.Field, list []any) string {
	lines := make([]string, len(list))
	for i, member := range list {
		if f.Type == record.Texts {
			lines[i] = ui.TextOf(member)
		} else {
			lines[i] = lineOf(f, member)
		}
	}
	return strings.Join(lines, "\n")
}

func lineOf(f *record.Field, member any) string {
	texts := ui.Cells(member)
	var words []string
	last := 0
	for i, item := range f.Items {
		words = append(words, wordOf(texts[item.Name]))
		if texts[item.Name] != "" {
			last = i + 1
		}
	}
	return strings.Join(words[:last], " ")
}

func wordOf(text string) string {
	switch {
	case text == "":
		return unsetWord
	case text == unsetWord, strings.HasPrefix(text, `"`), strings.ContainsFunc(text, blankOrControl):
		return strconv.Quote(text)
	}
	return text
}

func blankOrControl(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }

// parseLines reverses linesText. It checks no values.
func parseLines(f *record.Field, text string) []any {
	list := []any{}
	for line := range strings.Lines(tidyLines(text)) {
		line = strings.TrimSuffix(line, "\n")
		if f.Type == record.Texts {
			list = append(list, line)
		} else {
			list = append(list, parseLine(f, line))
		}
	}
	return list
}

// parseLine reads a record. The last field gets the rest of the line.
func parseLine(f *record.Field, line string) *jsontree.Object {
	member := new(jsontree.Object)
	for i, item := range f.Items {
		var value any
		value, line = cutWord(line, i == len(f.Items)-1)
		member.Set(item.Name, value)
	}
	return member
}

func cutWord(line string, last bool) (value any, rest string) {
	line = strings.TrimSpace(line)
	if text, rest, ok := cutQuoted(line); ok && (!last || rest == "") {
		return text, rest
	}
	end := strings.IndexFunc(line, unicode.IsSpace)
	if end < 0 || last {
		end = len(line)
	}
	if word := line[:end]; word != "" && word != unsetWord {
		value = word
	}
	return value, line[end:]
}

func cutQuoted(line string) (text, rest string, ok bool) {
	if !strings.HasPrefix(line, `"`) {
		return "", line, false
	}
	quoted, err := strconv.QuotedPrefix(line)
	if err != nil {
		return "", line, false
	}
	text, err = strconv.Unquote(quoted)
	return text, line[len(quoted):], err == nil
}

// tidyLines drops blank lines, and the blanks around the others, so that the nth line is the nth member.
func tidyLines(text string) string {
	var lines []string
	for line := range strings.Lines(ui.PlainLines(text)) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}
