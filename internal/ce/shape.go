package ce

import (
	"errors"
	"path"
	"slices"
	"strings"
)

// ErrForeign means that a file begins as one of the game's does, and what is in it is something else: mods name the root of their own XML
// like that of types, events and the like.
var ErrForeign = errors.New("it begins like a file of the game, but its entries are none of the game's")

// insides returns the elements that the game knows in a file of the type, by the element around them. Those of the entries are in the
// list of the root.
func insides(t FileType) map[string][]string {
	switch t {
	case EconomyCoreFile:
		return map[string][]string{
			"economycore": {"classes", "defaults", "ce"}, "classes": {"rootclass"}, "defaults": {"default"}, "ce": {"file"},
		}
	case LimitsFile, UserLimitsFile:
		return insidesOfLimits(t)
	case PlayerSpawnsFile:
		known := map[string][]string{"playerspawnpoints": spawnKinds()}
		for _, kind := range spawnKinds() {
			known[kind] = []string{"spawn_params", "generator_params", "group_params", "generator_posbubbles", "generator", "pos"}
		}
		return known
	}
	return wordsOf(t).insides()
}

func insidesOfLimits(t FileType) map[string][]string {
	known := map[string][]string{}
	for _, l := range limitLists() {
		known["lists"] = append(known["lists"], l.container)
		known["user_lists"] = append(known["user_lists"], l.container)
		known[l.container] = []string{l.element}
		if t == UserLimitsFile {
			known[l.container] = []string{"user"}
		}
	}
	return known
}

// isForeign reports whether a file that begins with an element of the type is nothing of the game: most of what is in its entries, or all
// of its entries, is unknown to the game. A file with the game's own name is the game's, whatever is misspelt in it.
func isForeign(t FileType, root, name string, data []byte) bool {
	if isUsualName(t, name) {
		return false
	}
	known, top, within := insides(t), tally{}, tally{}
	for e := range Elements(string(data)) {
		list, isParent := known[e.Parent]
		switch {
		case e.Parent == "" || !isParent:
		case e.Parent == root:
			top.count(list, e.Name)
		default:
			within.count(list, e.Name)
		}
		if within.known+within.unknown == enoughElements {
			break
		}
	}
	if top.known == 0 {
		return top.unknown > 0
	}
	return within.unknown > within.known
}

// enoughElements is how many elements in entries tell what a file is.
const enoughElements = 1000

// tally counts elements that the game knows, and others.
type tally struct{ known, unknown int }

func (t *tally) count(list []string, name string) {
	if slices.ContainsFunc(list, func(known string) bool { return strings.EqualFold(known, name) }) {
		t.known++
	} else {
		t.unknown++
	}
}

// isUsualName reports whether the game's own file of the type has that name.
func isUsualName(t FileType, name string) bool {
	base := strings.ToLower(path.Base(strings.ReplaceAll(name, `\`, "/")))
	for _, known := range namesOfFiles {
		if known.fileType == t && (base == known.part+".xml" || base == "cfg"+known.part+".xml") {
			return true
		}
	}
	return false
}
