package ui

import (
	"slices"
	"strings"

	"quartermaster/internal/jsontree"
)

const (
	// longestText is how many characters of a value are shown, longestList up to how many a list is shown whole.
	longestText = 300
	longestList = 100
)

// short returns the beginning of a text that is too long to be read among others.
func short(text string) string {
	if runes := []rune(text); len(runes) > longestText {
		return string(runes[:longestText]) + " …"
	}
	return text
}

// inWords returns a value as people read it, also a list of positions or of children: without braces, and without what is not set.
func inWords(value any) string {
	switch v := value.(type) {
	case []any:
		between := ", "
		if slices.ContainsFunc(v, jsontree.HoldsOthers) {
			between = "; "
		}
		return strings.Join(entriesInWords(v), between)
	case *jsontree.Object:
		var parts []string
		for key, one := range v.All() {
			if text := inWords(one); text != "" {
				parts = append(parts, key+" "+text)
			}
		}
		return strings.Join(parts, ", ")
	}
	return TextOf(value)
}

func entriesInWords(list []any) []string {
	texts := make([]string, len(list))
	for i, one := range list {
		texts[i] = inWords(one)
	}
	return texts
}

// Apart returns values that stand beside each other as people read them; nil is empty. Of long lists it has the entries that not all of
// them have, and how many others are the same.
func Apart(values ...any) []string {
	texts, long := make([]string, len(values)), false
	for i, value := range values {
		texts[i] = inWords(value)
		long = long || len(texts[i]) > longestList
	}
	if apart := listsApart(values); long && apart != nil {
		texts = apart
	}
	for i := range texts {
		texts[i] = short(texts[i])
	}
	return texts
}

// listsApart returns nil where not all values are lists that share entries, or where they differ in the order alone.
func listsApart(values []any) []string {
	entries := make([][]string, len(values))
	for i, value := range values {
		list, isList := value.([]any)
		if !isList {
			return nil
		}
		entries[i] = entriesInWords(list)
	}
	shared := entries[0]
	for _, others := range entries[1:] {
		shared = Without(shared, Without(shared, others))
	}
	texts, differ := make([]string, len(values)), false
	for i := range entries {
		own := Without(entries[i], shared)
		differ = differ || len(own) > 0
		texts[i] = strings.Join(append(own, Plural(len(shared), "entry", "entries")+" the same"), "; ")
	}
	if !differ || len(shared) == 0 {
		return nil
	}
	return texts
}

// Without returns the lines that others lack, or have less often.
func Without(lines, others []string) (own []string) {
	left := slices.Clone(others)
	for _, line := range lines {
		if i := slices.Index(left, line); i >= 0 {
			left = slices.Delete(left, i, i+1)
		} else {
			own = append(own, line)
		}
	}
	return own
}
