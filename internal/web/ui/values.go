package ui

import (
	"strings"

	"quartermaster/internal/jsontree"
)

// TextOf is a sent value as the text of a control: null and what is no scalar are empty.
func TextOf(value any) string {
	if on, is := value.(bool); is {
		return map[bool]string{true: "1", false: "0"}[on]
	}
	return jsontree.ScalarText(value)
}

// Cells are the texts of a row by the names of its columns.
func Cells(row any) map[string]string {
	texts := map[string]string{}
	if object, ok := row.(*jsontree.Object); ok {
		for name, value := range object.All() {
			texts[name] = TextOf(value)
		}
	}
	return texts
}

// PlainLines turns the line ends of a browser's text box into those of the records.
func PlainLines(text string) string { return strings.ReplaceAll(text, "\r\n", "\n") }

// MemberTexts are the members of a list as texts.
func MemberTexts(sent any) []string {
	var texts []string
	for _, member := range jsontree.Members(sent) {
		texts = append(texts, TextOf(member))
	}
	return texts
}
