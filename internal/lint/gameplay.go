package lint

import (
	"path"
	"strings"
)

// namedFile is a path that a file names.
type namedFile struct {
	path string // as written
	key  string // of cfggameplay.json
	line int
}

// below returns the path below the mission folder in lower case.
func (n namedFile) below() string {
	return strings.ToLower(strings.TrimPrefix(path.Clean("/"+strings.ReplaceAll(n.path, `\`, "/")), "/"))
}

// gameplayLists are the lists of cfggameplay.json that name files.
var gameplayLists = []string{"WorldsData.objectSpawnersArr", "WorldsData.playerRestrictedAreaFiles", "PlayerData.spawnGearPresetFiles"}

// gameplayFiles returns the files that cfggameplay.json names.
func (w *world) gameplayFiles() (list []namedFile) {
	f := w.Game[gameplayPath]
	if f == nil {
		return nil
	}
	root, ok := f.json()
	if !ok {
		return nil
	}
	for _, at := range gameplayLists {
		section, key, _ := strings.Cut(at, ".")
		inside, _ := root.Member(section)
		named, _ := inside.Member(key)
		for _, m := range named.Members {
			if text, isText := m.Value.(string); isText && text != "" {
				list = append(list, namedFile{text, key, lineAt(f.text, m.Start)})
			}
		}
	}
	return list
}

// namedByGameplay returns the paths of the files that cfggameplay.json names.
func (l *loader) namedByGameplay() (list []string) {
	for _, n := range l.gameplayFiles() {
		list = append(list, n.below())
	}
	return list
}

// lineAt returns the line of an offset in a text.
func lineAt(text string, offset int) int {
	return strings.Count(text[:min(offset, len(text))], "\n") + 1
}
