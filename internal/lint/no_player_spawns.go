package lint

import (
	"slices"
	"strings"

	"quartermaster/internal/record"
)

// playerSpawnsPath is the path of the file of player spawns below the mission folder.
const playerSpawnsPath = "cfgplayerspawnpoints.xml"

var noPlayerSpawns = &Rule{
	ID: "no-player-spawns", Severity: Error, Title: "No place where players spawn",
	Says: sentences{
		"fresh": "No spawn is for new characters (fresh), so players cannot start.",
		"file":  "There is no cfgplayerspawnpoints.xml and no player spawn, so players cannot start.",
	},
	needs: []string{"playerspawns"},
	Check: func(w *world, report report) {
		isFresh := func(s *record.PlayerSpawn) bool { return s.Type == "fresh" }
		if !slices.ContainsFunc(w.PlayerSpawns, isFresh) {
			if f := w.fileAt(playerSpawnsPath); f != nil {
				report(f, says("fresh"), nil)
			} else if w.hasMission() {
				report(w.Instance, says("file"), nil)
			}
		}
	},
}

// fileAt returns the file at a path below the mission folder, or nil.
func (w *world) fileAt(lower string) *record.File {
	for _, f := range w.Files {
		if strings.EqualFold(f.Path, lower) {
			return f
		}
	}
	return nil
}
