package history

import (
	"cmp"
	"strconv"
	"strings"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/ui"
)

// The most that a page shows of a changed document.
const (
	valuesShown     = 100
	charactersShown = 300
)

// documentChanges draws the values of a document that differ. Both sides are values by their paths; nil stands for no document.
func documentChanges(old, now any) []pages.FieldChange {
	before, _ := old.(*jsontree.Object)
	after, _ := now.(*jsontree.Object)
	paths := after.Keys()
	for _, path := range before.Keys() {
		if !after.Has(path) {
			paths = append(paths, path)
		}
	}
	var fields []pages.FieldChange
	for _, path := range paths[:min(len(paths), valuesShown)] {
		was, _ := before.Get(path)
		is, _ := after.Get(path)
		fields = append(fields, pages.FieldChange{Label: pathLabel(path), Before: valueText(was), After: valueText(is)})
	}
	if rest := len(paths) - len(fields); rest > 0 {
		fields = append(fields, pages.FieldChange{Label: "and " + ui.Plural(rest, "more value", "more values")})
	}
	return fields
}

// pathLabel writes a path, in which the names of elements stand in brackets, for people: Items › AKM › MaxPriceThreshold.
func pathLabel(path string) string {
	const into = " › "
	var b strings.Builder
	inside := false
	for _, c := range path {
		switch {
		case c == '[':
			inside = true
			b.WriteString(into)
		case c == ']':
			inside = false
		case c == '.' && !inside:
			b.WriteString(into)
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}

// valueText returns a value of a document in one line, or "" for none.
func valueText(value any) string {
	var parts []string
	switch v := value.(type) {
	case nil:
		return ""
	case *jsontree.Object:
		for key, member := range v.All() {
			parts = append(parts, key+": "+valueText(member))
		}
	case []any:
		for _, member := range v {
			parts = append(parts, valueText(member))
		}
	case bool:
		return strconv.FormatBool(v)
	default:
		return cmp.Or(cutOff(ui.TextOf(v)), "empty")
	}
	return cmp.Or(cutOff(strings.Join(parts, ", ")), "empty")
}

// cutOff returns the beginning of a long text.
func cutOff(text string) string {
	if letters := []rune(text); len(letters) > charactersShown {
		return string(letters[:charactersShown]) + "…"
	}
	return text
}
