package ui

import (
	"regexp"
	"strings"
)

// What only people and their tools read.
var (
	typeCast     = regexp.MustCompile(`/\*\* @type .*?\*/ ?`)
	styleComment = regexp.MustCompile(`(?s)/\*.*?\*/`)
)

// slimScript leaves out of a script what no browser needs: comments that have lines of their own, types, indentation and empty lines.
// That these mean nothing anywhere in the scripts, a test holds.
func slimScript(text string) string {
	var slim strings.Builder
	inComment := false
	for line := range strings.Lines(typeCast.ReplaceAllString(text, "")) {
		line = strings.TrimSpace(line)
		inComment = inComment || strings.HasPrefix(line, "/*")
		if !inComment && line != "" && !strings.HasPrefix(line, "//") {
			slim.WriteString(line + "\n")
		}
		inComment = inComment && !strings.HasSuffix(line, "*/")
	}
	return slim.String()
}

// slimStyle leaves out of a style sheet comments, indentation and empty lines.
func slimStyle(text string) string {
	var slim strings.Builder
	for line := range strings.Lines(styleComment.ReplaceAllString(text, "")) {
		if line = strings.TrimSpace(line); line != "" {
			slim.WriteString(line + "\n")
		}
	}
	return slim.String()
}
