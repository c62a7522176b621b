package expansion

import (
	"strings"

	"quartermaster/internal/jsontree"
)

// Locate returns the line of a document's text, counted from 1, on which the value of each problem stands. The text is one
// that [Parse] takes.
func Locate(text string, problems []Problem) []int {
	lines := make([]int, len(problems))
	text = strings.TrimPrefix(text, byteOrderMark)
	root, err := jsontree.ParseNodes(text)
	for i, p := range problems {
		lines[i] = 1
		if err == nil {
			lines[i] += strings.Count(text[:root.At(p.Path).Start], "\n")
		}
	}
	return lines
}
