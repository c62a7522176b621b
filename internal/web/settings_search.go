package web

import (
	"slices"
	"strings"
)

// found keeps the fields that a search finds by what stands at them; a group is kept with those of its fields that match, or
// as a whole when it matches by itself.
func found(sections []settingSection, search string) []settingSection {
	q := strings.ToLower(search)
	if q == "" {
		return sections
	}
	var kept []settingSection
	for _, section := range sections {
		if section.Parts = foundParts(section.Parts, q); len(section.Parts) > 0 {
			kept = append(kept, section)
		}
	}
	return kept
}

func foundParts(parts []settingPart, q string) []settingPart {
	var kept []settingPart
	for _, part := range parts {
		if part.matches(q) {
			kept = append(kept, part)
		} else if part.Inner = foundParts(part.Inner, q); len(part.Inner) > 0 {
			kept = append(kept, part)
		}
	}
	return kept
}

func (p settingPart) matches(q string) bool {
	words := []string{p.Label, p.Code, p.Help, p.Value}
	for _, option := range p.Options {
		if option.Selected {
			words = append(words, option.Label)
		}
	}
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(strings.ToLower(word), q) })
}
