package ce

import (
	"path"
	"slices"
	"strings"
)

// FileType is the type of a file of the central economy.
type FileType string

// The types of files that this package reads.
const (
	UnknownFile     FileType = ""
	TypesFile       FileType = "types"
	EventsFile      FileType = "events"
	EconomyCoreFile FileType = "economycore"
	LimitsFile      FileType = "limits"
	UserLimitsFile  FileType = "userlimits"

	SpawnableTypesFile FileType = "spawnabletypes"
	RandomPresetsFile  FileType = "randompresets"
	EventSpawnsFile    FileType = "eventspawns"
	PlayerSpawnsFile   FileType = "playerspawns"
	MessagesFile       FileType = "messages"
)

// Detect returns the type of a file: by its root element and what is in it, for a snippet without one by its first
// elements, and by its name if these leave it open. It returns UnknownFile for other files, with ErrForeign for one that has only
// the root of a file of the game. Broken XML has the type that its start or its name suggests, so that parsing it gives the error; only
// if neither suggests one does Detect return the *SyntaxError itself.
func Detect(name string, data []byte) (FileType, error) {
	s, named := newScanner(string(data)), FileTypeOf(name)
	for s.next() {
		switch {
		case s.kind != startTag:
		case shapes(s.name) != nil:
			return s.detectShape(shapes(s.name), named)
		case slices.Contains(blockKinds(), s.name):
			return s.detectPreset(), nil
		default:
			return ofRoot(s.name, name, data)
		}
	}
	if s.err != nil {
		return s.detectBroken(named)
	}
	return UnknownFile, nil
}

// ofRoot returns the type of a file with that root.
func ofRoot(root, name string, data []byte) (FileType, error) {
	t := typeOfRoot(root)
	if t != UnknownFile && isForeign(t, root, name, data) {
		return UnknownFile, ErrForeign
	}
	return t, nil
}

// Check returns nil, or a *SyntaxError if the data is not XML that the game can read.
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

func typeOfRoot(element string) FileType {
	switch element {
	case "types":
		return TypesFile
	case "events":
		return EventsFile
	case "economycore", "classes", "defaults", "ce":
		return EconomyCoreFile
	case "lists":
		return LimitsFile
	case "user_lists":
		return UserLimitsFile
	case "spawnabletypes":
		return SpawnableTypesFile
	case "randompresets":
		return RandomPresetsFile
	case "eventposdef":
		return EventSpawnsFile
	case "playerspawnpoints", "fresh", "hop", "travel":
		return PlayerSpawnsFile
	case "messages":
		return MessagesFile
	}
	return UnknownFile
}

// detectBroken returns the type of a file that is broken before or in its first tag.
func (s *scanner) detectBroken(named FileType) (FileType, error) {
	rest := strings.TrimPrefix(s.src[s.start:], "<")
	tag := tagName(rest)
	switch {
	case typeOfRoot(tag) != UnknownFile:
		return typeOfRoot(tag), nil
	case named != UnknownFile:
		return named, nil
	case shapes(tag) != nil, slices.Contains(blockKinds(), tag), strings.HasPrefix(rest, "!--"), strings.HasPrefix(rest, "?xml"):
		return UnknownFile, s.err
	}
	return UnknownFile, nil
}

// shape lists the elements that identify an entry of a file type.
type shape struct {
	fileType FileType
	own      []string
}

// shapes returns the file types with entries of that name, for a snippet without a root element.
func shapes(entry string) []shape {
	switch entry {
	case "type":
		return []shape{
			{TypesFile, without("tag", typesFormat().order)},
			{SpawnableTypesFile, without("tag", spawnableTypesFormat().order)},
		}
	case "event":
		return []shape{{EventsFile, eventsFormat().order}, {EventSpawnsFile, eventSpawnsFormat().order}}
	case "message":
		return []shape{{MessagesFile, messagesFormat().order}}
	}
	return nil
}

func without(shared string, elements []string) []string {
	return slices.DeleteFunc(elements, func(name string) bool { return name == shared })
}

// detectShape looks for the first element that decides between shapes. If there is none, the type is
// that of the name, provided that a shape has it.
func (s *scanner) detectShape(shapes []shape, named FileType) (FileType, error) {
	for s.next() {
		for _, shape := range shapes {
			if s.kind == startTag && slices.Contains(shape.own, s.name) {
				return shape.fileType, nil
			}
		}
	}
	if slices.ContainsFunc(shapes, func(shape shape) bool { return shape.fileType == named }) {
		return named, nil
	}
	return UnknownFile, s.err
}

// detectPreset distinguishes a random preset from a block of a spawnable type, which has no name, and from what only has the name of its
// element.
func (s *scanner) detectPreset() FileType {
	if !slices.ContainsFunc(s.attrs, func(a attr) bool { return a.name == "name" }) {
		return UnknownFile
	}
	for s.next() {
		if s.kind == startTag {
			if s.name == "item" || slices.Contains(blockKinds(), s.name) {
				break
			}
			return UnknownFile
		}
	}
	return RandomPresetsFile
}

// FileTypeOf returns the type that a file of this name usually has.
func FileTypeOf(name string) FileType {
	base := strings.ToLower(path.Base(strings.ReplaceAll(name, `\`, "/")))
	if !strings.HasSuffix(base, ".xml") {
		return UnknownFile
	}
	for _, known := range namesOfFiles {
		if strings.Contains(base, known.part) {
			return known.fileType
		}
	}
	return UnknownFile
}

// namesOfFiles are the parts of names by which files are known, the longer ones first.
var namesOfFiles = []struct {
	part     string
	fileType FileType
}{
	{"cfgeconomycore", EconomyCoreFile},
	{"cfglimitsdefinitionuser", UserLimitsFile},
	{"cfglimitsdefinition", LimitsFile},
	{"spawnabletypes", SpawnableTypesFile},
	{"randompresets", RandomPresetsFile},
	{"eventspawns", EventSpawnsFile},
	{"playerspawnpoints", PlayerSpawnsFile},
	{"messages", MessagesFile},
	{"types", TypesFile},
	{"events", EventsFile},
}
