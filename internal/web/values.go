package web

import (
	"strings"

	"quartermaster/internal/jsontree"
)

// textOf is a sent value as the text of a control: null and what is no scalar are empty.
func textOf(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case jsontree.Number:
		return string(v)
	case bool:
		if v {
			return "1"
		}
		return "0"
	}
	return ""
}

// cells are the texts of a row by the names of its columns.
func cells(row any) map[string]string {
	texts := map[string]string{}
	if object, ok := row.(*jsontree.Object); ok {
		for name, value := range object.All() {
			texts[name] = textOf(value)
		}
	}
	return texts
}

// plainLines turns the line ends of a browser's text box into those of the records.
func plainLines(text string) string { return strings.ReplaceAll(text, "\r\n", "\n") }

// memberTexts are the members of a list as texts.
func memberTexts(sent any) []string {
	var texts []string
	for _, member := range jsontree.Members(sent) {
		texts = append(texts, textOf(member))
	}
	return texts
}
