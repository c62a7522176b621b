package say_test

import (
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const words = "docs/words.md"

// TestOnlyOwnersWords: nothing that owners read says what docs/words.md does not: pages, sentences of the program, and documents.
func TestOnlyOwnersWords(t *testing.T) {
	t.Parallel()
	house := os.DirFS("../..")
	refused := refusedWords(t, house)
	err := fs.WalkDir(house, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || name == words || !isRead(name) {
			return err
		}
		text, err := fs.ReadFile(house, name)
		for line, said := range sayings(name, text) {
			if word := refused.FindString(said); word != "" {
				t.Errorf("%s:%d: %s has another word for “%s”: %s", name, line+1, words, word, strings.TrimSpace(said))
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// refusedWords returns what finds the words of the last table of the word list.
func refusedWords(t *testing.T, house fs.FS) *regexp.Regexp {
	t.Helper()
	text, err := fs.ReadFile(house, words)
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "| Not | But |\n|---|---|\n")
	var all []string
	for row := range strings.Lines(table) {
		for word := range strings.SplitSeq(strings.Split(row, "|")[1], ",") {
			all = append(all, regexp.QuoteMeta(strings.TrimSpace(word)))
		}
	}
	if len(all) < 10 {
		t.Fatalf("%s names %d words", words, len(all))
	}
	return regexp.MustCompile(`(?i)\b(` + strings.Join(all, "|") + `)\b`)
}

// isRead reports whether a file of the project holds what owners read.
func isRead(name string) bool {
	switch filepath.Ext(name) {
	case ".go":
		return strings.HasPrefix(name, "internal/") && !strings.HasSuffix(name, "_test.go")
	case ".html", ".js", ".json":
		return strings.HasPrefix(name, "internal/") && !strings.HasSuffix(name, ".test.js") && !strings.Contains(name, "testdata")
	case ".md":
		return name == "README.md" || strings.HasPrefix(name, "docs/")
	}
	return false
}

// sayings returns what a file says, by its lines, without its comments: of Go the literals that are no single word.
func sayings(name string, text []byte) []string {
	lines := strings.Split(string(text), "\n")
	switch filepath.Ext(name) {
	case ".go":
		return literalsOf(name, text, len(lines))
	case ".js":
		for i, line := range lines {
			if start := strings.TrimSpace(line); strings.HasPrefix(start, "*") || strings.HasPrefix(start, "/") {
				lines[i] = ""
			}
		}
	}
	return lines
}

func literalsOf(name string, text []byte, lines int) []string {
	literals := make([]string, lines)
	file := token.NewFileSet().AddFile(name, -1, len(text))
	var s scanner.Scanner
	s.Init(file, text, nil, 0)
	for {
		pos, is, literal := s.Scan()
		if is == token.EOF {
			return literals
		}
		if is == token.STRING && strings.Contains(literal, " ") {
			literals[file.Line(pos)-1] += " " + literal
		}
	}
}
