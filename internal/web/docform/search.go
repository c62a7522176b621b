package docform

import (
	"slices"
	"strings"
)

// found returns the fields whose labels, keys, help or values contain a text. A group that matches by itself keeps all of its
// fields, another one those that match.
func found(sections []sectionView, search string) []sectionView {
	q := strings.ToLower(search)
	if q == "" {
		return sections
	}
	var kept []sectionView
	for _, section := range sections {
		if section.Parts = foundParts(section.Parts, q); len(section.Parts) > 0 {
			kept = append(kept, section)
		}
	}
	return kept
}

func foundParts(parts []partView, q string) []partView {
	var kept []partView
	for _, part := range parts {
		if part.matches(q) {
			kept = append(kept, part)
		} else if part.Inner = foundParts(part.Inner, q); len(part.Inner) > 0 {
			kept = append(kept, part)
		}
	}
	return kept
}

func (p partView) matches(q string) bool {
	words := []string{p.Label, p.Marks.Key, p.Help, p.Value}
	for _, option := range p.Options {
		if option.Selected {
			words = append(words, option.Label)
		}
	}
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(strings.ToLower(word), q) })
}
