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

	KindSpawnableTypes Kind = "spawnabletypes"
	KindRandomPresets  Kind = "randompresets"
	KindEventSpawns    Kind = "eventspawns"
	KindPlayerSpawns   Kind = "playerspawns"
	KindMessages       Kind = "messages"
)

// Detect returns what a file holds: by its root element, for a snippet without one by the shape of
// its first elements, and by its name where both leave it open. A file of another sort is
// KindUnknown. Broken XML has the kind that its start or its name shows, so that reading it gives
// the error; only when neither shows a kind does Detect return the *SyntaxError itself.
func Detect(name string, data []byte) (Kind, error) {
	s, named := newScanner(string(data)), KindOfName(name)
	for s.next() {
		switch {
		case s.kind != startTag:
		case shapes(s.name) != nil:
			return s.detectShape(shapes(s.name), named)
		case slices.Contains(blockKinds(), s.name):
			return s.detectPreset(), nil
		default:
			return kindOfRoot(s.name), nil
		}
	}
	if s.err != nil {
		return s.detectBroken(named)
	}
	return KindUnknown, nil
}

// Check tells whether a file is XML as the game reads it. The error is a *SyntaxError.
func Check(data []byte) error {
	s, elements := newScanner(string(data)), 0
	for s.next() {
		if s.kind == startTag {
			elements++
		}
	}
	if s.err == nil && elements == 0 {
		return syntaxError(string(data), 0, "the file holds no element")
	}
	return s.err
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
	case "spawnabletypes":
		return KindSpawnableTypes
	case "randompresets":
		return KindRandomPresets
	case "eventposdef":
		return KindEventSpawns
	case "playerspawnpoints", "fresh", "hop", "travel":
		return KindPlayerSpawns
	case "messages":
		return KindMessages
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
	case shapes(tag) != nil, slices.Contains(blockKinds(), tag), strings.HasPrefix(rest, "!--"), strings.HasPrefix(rest, "?xml"):
		return KindUnknown, s.err
	}
	return KindUnknown, nil
}

// shape is a kind with the elements by which an entry shows that it is of that kind.
type shape struct {
	kind Kind
	own  []string
}

// shapes returns the kinds that have entries of that name, in a snippet without a root.
func shapes(entry string) []shape {
	switch entry {
	case "type":
		return []shape{
			{KindTypes, without("tag", typesFormat().order)},
			{KindSpawnableTypes, without("tag", spawnableTypesFormat().order)},
		}
	case "event":
		return []shape{{KindEvents, eventsFormat().order}, {KindEventSpawns, eventSpawnsFormat().order}}
	case "message":
		return []shape{{KindMessages, messagesFormat().order}}
	}
	return nil
}

func without(shared string, elements []string) []string {
	return slices.DeleteFunc(elements, func(name string) bool { return name == shared })
}

// detectShape looks for the first element that decides. A file that ends or breaks before has the
// kind of a shape only if its name says so too.
func (s *scanner) detectShape(shapes []shape, named Kind) (Kind, error) {
	for s.next() {
		for _, shape := range shapes {
			if s.kind == startTag && slices.Contains(shape.own, s.name) {
				return shape.kind, nil
			}
		}
	}
	if slices.ContainsFunc(shapes, func(shape shape) bool { return shape.kind == named }) {
		return named, nil
	}
	return KindUnknown, s.err
}

// detectPreset tells a random preset from a block of a spawnable type, which has no name.
func (s *scanner) detectPreset() Kind {
	if slices.ContainsFunc(s.attrs, func(a attr) bool { return a.name == "name" }) {
		return KindRandomPresets
	}
	return KindUnknown
}

// KindOfName returns the kind that a file of this name usually has.
func KindOfName(name string) Kind {
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
		{"spawnabletypes", KindSpawnableTypes},
		{"randompresets", KindRandomPresets},
		{"eventspawns", KindEventSpawns},
		{"playerspawnpoints", KindPlayerSpawns},
		{"messages", KindMessages},
		{"types", KindTypes},
		{"events", KindEvents},
	} {
		if strings.Contains(base, known.part) {
			return known.kind
		}
	}
	return KindUnknown
}
