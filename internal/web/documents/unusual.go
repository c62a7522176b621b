package documents

import (
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/web/ui"
)

// Unusual returns a notice about new values that are accepted but unusual.
func Unusual(schema *expansion.Schema, draft *expansion.Draft) []ui.Notice {
	var old *jsontree.Object
	if draft.Base != nil {
		old = draft.Base.Tree
	}
	problems := schema.CheckNew(old, draft.Tree)
	if len(problems) == 0 {
		return nil
	}
	texts := make([]string, len(problems))
	for i, p := range problems {
		texts[i] = p.Text()
	}
	return []ui.Notice{{Tone: ui.Warn, Text: "Saved as entered, but please check: " + listed(texts)}}
}

// listed joins the first sentences, and counts the others.
func listed(sentences []string) string {
	const most = 5
	text := strings.Join(sentences[:min(len(sentences), most)], " ")
	if rest := len(sentences) - most; rest > 0 {
		text += " And " + ui.HumanCount(int64(rest)) + " more; see Problems."
	}
	return text
}
