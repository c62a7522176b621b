package lint

import (
	"path"
	"slices"
	"strings"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// gameFile is a file of the game that is stored as uploaded and read for the rules.
type gameFile struct {
	about *record.File
	text  string
}

// json returns the value of the file with the offsets of its parts; false if it is no JSON object.
func (f *gameFile) json() (jsontree.Node, bool) {
	root, err := jsontree.ParseNodes(strings.TrimPrefix(f.text, "\ufeff"))
	_, isObject := root.Value.(*jsontree.Object)
	return root, err == nil && isObject
}

// The paths below the mission folder, in lower case, of the files without records that rules look at.
const (
	globalsPath     = "db/globals.xml"
	economyPath     = "db/economy.xml"
	gameplayPath    = "cfggameplay.json"
	weatherPath     = "cfgweather.xml"
	environmentPath = "cfgenvironment.xml"
	ignoredPath     = "cfgignorelist.xml"
	prototypesPath  = "mapgroupproto.xml"
	undergroundPath = "cfgundergroundtriggers.json"
	territoryFolder = "env/"
	serverPath      = "/serverdz.cfg"
)

// unreadKind is the kind of files that nothing reads.
const unreadKind = "other"

var gamePaths = []string{
	globalsPath, economyPath, gameplayPath, weatherPath, environmentPath, ignoredPath, prototypesPath, undergroundPath, serverPath,
}

// The bytes beyond which files of the game are not looked at: of one, and of all together. On the game's own maps mapgroupproto.xml is
// the largest, with 1.5 MB.
const (
	maxGameFile  = 4 << 20
	maxGameFiles = 12 << 20
)

// gameFiles reads the files of the game that rules look at, and then those that cfggameplay.json names.
func (l *loader) gameFiles() {
	l.Game = map[string]*gameFile{}
	left := int64(maxGameFiles)
	read := func(isWanted func(lower string) bool) {
		for _, f := range l.Files {
			lower := strings.ToLower(f.Path)
			wanted := isWanted(lower) || f.Kind == unreadKind && roots[lower] != ""
			if f.ContentID != nil && f.Broken == nil && l.Game[lower] == nil && wanted && l.err == nil {
				l.addGameFile(f, &left)
			}
		}
	}
	read(func(lower string) bool {
		return slices.Contains(gamePaths, lower) || strings.HasPrefix(lower, territoryFolder) && path.Ext(lower) == ".xml"
	})
	named := l.namedByGameplay()
	read(func(lower string) bool { return slices.Contains(named, lower) })
	read(isMapFile)
	read(isBattlEye)
	for _, f := range l.Files {
		if isTraderFile(f) && f.ContentID != nil && f.Broken == nil && l.err == nil {
			l.addGameFile(f, &left)
		}
	}
	read(func(lower string) bool { return lower == buildingsPath }) // last, as it is large and says little
}

// gameFile reads one file; nil where there is no room left for it.
func (l *loader) gameFile(f *record.File, left *int64) (read *gameFile) {
	rows, err := l.from.Query(l.ctx, `SELECT c.content, c.size FROM file_contents c WHERE c.id = $1 AND c.size <= $2`,
		*f.ContentID, min(*left, maxGameFile))
	if err != nil {
		l.fail(err)
		return nil
	}
	defer rows.Close()
	var packed []byte
	var size int64
	for rows.Next() && l.err == nil {
		l.fail(rows.Scan(&packed, &size))
		text, err := store.ContentText(packed, size)
		l.fail(err)
		read, *left = &gameFile{about: f, text: text}, *left-size
	}
	l.fail(rows.Err())
	return read
}

// addGameFile reads a file of the game.
func (l *loader) addGameFile(f *record.File, left *int64) {
	if read := l.gameFile(f, left); read != nil {
		l.Game[strings.ToLower(f.Path)] = read
	}
}
