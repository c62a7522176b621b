package ce

import (
	"path"
	"slices"
	"strings"
)

// Kind is what a file holds.
type Kind string

// The kinds of files that this package reads.
const (
	KindUnknown     Kind = ""
	KindTypes       Kind = "types"
	KindEvents      Kind = "events"
	KindEconomyCore Kind = "economycore"
	KindLimits      Kind = "limits"
	KindUserLimits  Kind = "userlimits"
)

// Detect returns what a file holds: by its root element, for a snippet without one by the shape of
// its first elements, and by its name where both leave it open. A file of another sort is
// KindUnknown. Broken XML has the kind that its start or its name shows, so that reading it gives
// the error; only when neither shows a kind does Detect return the *SyntaxError itself.
func Detect(name string, data []byte) (Kind, error) {
	s, named := newScanner(string(data)), kindOfName(name)
	for s.next() {
		switch {
		case s.kind != startTag:
		case s.name == "type":
			return s.detectShape(typeShape(), named)
		case s.name == "event":
			return s.detectShape(eventShape(), named)
		default:
			return kindOfRoot(s.name), nil
		}
	}
	if s.err != nil {
		return s.detectBroken(named)
	}
	return KindUnknown, nil
}

func kindOfRoot(element string) Kind {
	switch element {
	case "types":
		return KindTypes
	case "events":
		return KindEvents
	case "economycore", "classes", "defaults", "ce":
		return KindEconomyCore
	case "lists":
		return KindLimits
	case "user_lists":
		return KindUserLimits
	}
	return KindUnknown
}

// detectBroken answers for a file that is broken before or in its first tag.
func (s *scanner) detectBroken(named Kind) (Kind, error) {
	rest := strings.TrimPrefix(s.src[s.start:], "<")
	tag := tagName(rest)
	switch {
	case kindOfRoot(tag) != KindUnknown:
		return kindOfRoot(tag), nil
	case named != KindUnknown:
		return named, nil
	case tag == "type", tag == "event", strings.HasPrefix(rest, "!--"), strings.HasPrefix(rest, "?xml"):
		return KindUnknown, s.err
	}
	return KindUnknown, nil
}

// shape is the elements by which an entry shows its kind, or that it is of another one.
type shape struct {
	kind       Kind
	own, other []string
}

func typeShape() shape {
	own := slices.DeleteFunc(typesFormat().order, func(name string) bool { return name == "tag" })
	return shape{KindTypes, own, []string{"attachments", "cargo", "hoarder", "damage"}}
}

func eventShape() shape {
	return shape{KindEvents, eventsFormat().order, []string{"pos", "zone"}}
}

// detectShape looks for the first element that decides. A file that ends or breaks before has the
// kind of the shape only if its name says so too.
func (s *scanner) detectShape(want shape, named Kind) (Kind, error) {
	for s.next() {
		switch {
		case s.kind != startTag:
		case slices.Contains(want.own, s.name):
			return want.kind, nil
		case slices.Contains(want.other, s.name):
			return KindUnknown, nil
		}
	}
	if named == want.kind {
		return named, nil
	}
	return KindUnknown, s.err
}

// kindOfName returns the kind that a file of this name usually has.
func kindOfName(name string) Kind {
	base := strings.ToLower(path.Base(strings.ReplaceAll(name, `\`, "/")))
	if !strings.HasSuffix(base, ".xml") {
		return KindUnknown
	}
	for _, known := range []struct {
		part string
		kind Kind
	}{
		{"cfgeconomycore", KindEconomyCore},
		{"cfglimitsdefinitionuser", KindUserLimits},
		{"cfglimitsdefinition", KindLimits},
		{"spawnabletypes", KindUnknown},
		{"eventspawns", KindUnknown},
		{"types", KindTypes},
		{"events", KindEvents},
	} {
		if strings.Contains(base, known.part) {
			return known.kind
		}
	}
	return KindUnknown
}
