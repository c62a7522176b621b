package mission

import (
	"regexp"
	"slices"
	"strings"

	"quartermaster/internal/change"
	"quartermaster/internal/jsontree"
)

// mark is what is written around the entries of a file with settings and does not follow from records and settings: a comment, an element
// with attributes besides its name, and one for entries that has none.
var mark = regexp.MustCompile(`(?s)<!--.*?-->|<\w+(?:\s+name\s*=\s*"[^"]*")?\s+(?:[^n\s>/]|n[^a])[^>]*>|<(\w+)[^<>]*>\s*</\w+>`)

func (f frame) marks() (list []string) {
	for _, piece := range f.pieces {
		list = append(list, mark.FindAllString(piece, -1)...)
	}
	return list
}

// emptyGroup is a group as it stands in a signature, which has no entries.
var emptyGroup = regexp.MustCompile(`<groupname="[^"]*"></group>`)

// hasOwnMarks reports whether the owner's text has marks that neither the upload nor the base has.
func (im *importer) hasOwnMarks(l *layouts) bool {
	known := l.theirs.marks()
	if l.base != nil {
		known = append(known, l.base.marks()...)
	}
	own := change.Without(l.mine.marks(), known)
	if len(own) == 0 || im.update.base.game == nil {
		return len(own) > 0
	}
	return slices.ContainsFunc(own, func(m string) bool { return strings.HasSuffix(m, "</group>") }) ||
		!im.update.base.game.HasText(im.own.signatureName(), l.withoutOwnGroups())
}

// withoutOwnGroups returns the signature of mine without the groups that the upload does not have: they follow from their entries.
func (l *layouts) withoutOwnGroups() string {
	theirs := l.theirs.signature()
	return emptyGroup.ReplaceAllStringFunc(l.mine.signature(), func(group string) string {
		if strings.Contains(theirs, group) {
			return group
		}
		return ""
	})
}

// hasOwnSettings reports whether the owner has settings that were not there, or has deleted some that the upload has.
func (im *importer) hasOwnSettings(l *layouts) bool {
	mine, theirs := settingsByPath(l.mine), settingsByPath(l.theirs)
	for name, s := range mine {
		if _, there := theirs[name]; !there && !jsontree.Equal(im.baseSetting(l, name, s.Value, s.Value), settingValue(s.Value)) {
			return true
		}
	}
	for name, s := range theirs {
		if _, there := mine[name]; !there && im.baseSetting(l, name, s.Value, s.Value) != nil {
			return true
		}
	}
	return false
}
