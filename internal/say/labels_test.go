package say_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	codeSpan = regexp.MustCompile("(?s)```.*?```|`[^`\n]*`")
	htmlTag  = regexp.MustCompile(`<[^>]*>`)
	comment  = regexp.MustCompile(`(?m)^\s*(//|/?\*).*$`)
	// label is what documents print in italics with a capital.
	label = regexp.MustCompile(`(?:^|[^*\w])\*([A-Z][^*\n]{2,60})\*`)
)

// TestDocsNameWhatPagesSay: the labels of pages in documents, as *Settings → Review*, are those of today. What an attacker has stolen
// where documents speak of threats is no label.
func TestDocsNameWhatPagesSay(t *testing.T) {
	t.Parallel()
	house := os.DirFS("../..")
	docs, program := map[string]string{}, new(strings.Builder)
	err := fs.WalkDir(house, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !isRead(name) {
			return err
		}
		text, err := fs.ReadFile(house, name)
		switch filepath.Ext(name) {
		case ".md":
			docs[name] = codeSpan.ReplaceAllString(string(text), "")
		case ".html":
			program.WriteString(strings.ToLower(htmlTag.ReplaceAllString(string(text), "")))
		default:
			program.WriteString(strings.ToLower(comment.ReplaceAllString(string(text), "")))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	known := 0
	for name, text := range docs {
		for _, found := range label.FindAllStringSubmatch(text, -1) {
			for part := range strings.SplitSeq(found[1], " → ") {
				switch {
				case strings.HasPrefix(part, "A stolen "):
				case strings.Contains(program.String(), strings.ToLower(strings.TrimRight(part, ".…,"))):
					known++
				default:
					t.Errorf("%s speaks of %q, which no page says", name, part)
				}
			}
		}
	}
	if known < 100 {
		t.Errorf("only %d labels were found in the documents", known)
	}
}
