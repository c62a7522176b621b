package target

import (
	"context"
	"path"
	"slices"
	"strings"

	"quartermaster/internal/remote"
)

// How far a survey of a server goes.
const (
	maxDepth   = 5
	maxFolders = 300
	maxEntries = 50_000
)

// found is what a survey has found. The folders come in the order of their depth.
type found struct {
	missions  []string
	profiles  []candidate
	battleye  []candidate
	overrides []string // files with lists of players, beside the missions of a console
	config    string   // serverDZ.cfg
	entries   int      // how many were listed
	cut       bool     // there is more than a survey looks at
}

// candidate is a folder that may be what is looked for, the more so the higher its score.
type candidate struct {
	folder string
	score  int
}

// best returns the candidate with the highest score, the first one of several.
func best(list []candidate) string {
	if len(list) == 0 {
		return ""
	}
	return slices.MaxFunc(list, func(a, b candidate) int { return a.score - b.score }).folder
}

// survey walks a server from its top, level by level, and looks for the folders of a game server.
func survey(ctx context.Context, server remote.Server) (*found, error) {
	f, level := new(found), []string{""}
	for depth, listed := 0, 0; len(level) > 0 && depth <= maxDepth; depth++ {
		var next []string
		for _, dir := range level {
			if listed++; listed > maxFolders || f.entries > maxEntries {
				f.cut = true
				return f, nil
			}
			entries, err := server.List(ctx, dir)
			if err != nil && (dir == "" || ctx.Err() != nil) {
				return nil, err
			}
			f.entries += len(entries) // a folder that cannot be listed has none
			next = append(next, f.look(dir, entries)...)
		}
		level = next
	}
	return f, nil
}

// look notes what a folder is, and returns the folders in it to go on with.
func (f *found) look(dir string, entries []remote.Entry) (next []string) {
	if isMission(dir, entries) {
		f.missions = append(f.missions, dir)
		return nil
	}
	isProfile := f.lookForProfile(dir, entries)
	f.lookForBattlEye(dir, entries)
	for _, e := range entries {
		at := path.Join(dir, e.Name)
		switch {
		case !e.Folder:
			f.lookAtFile(at, e.Name)
		case isProfile && !strings.EqualFold(e.Name, "battleye"), aside(e.Name):
		default:
			next = append(next, at)
		}
	}
	return next
}

// lookAtFile notes files that are known by their names.
func (f *found) lookAtFile(at, name string) {
	switch name = strings.ToLower(name); {
	case name == "serverdz.cfg" && f.config == "":
		f.config = at
	case strings.HasSuffix(name, "-override.txt") && isConsole(path.Base(parent(at))):
		f.overrides = append(f.overrides, at)
	}
}

// isMission reports whether a folder is a mission's: it has the economy's files, or is in a folder of missions.
func isMission(dir string, entries []remote.Entry) bool {
	if dir != "" && holdsMissions(path.Base(parent(dir))) {
		return true
	}
	return has(entries, "db", true) && (has(entries, "init.c", false) || has(entries, "cfgeconomycore.xml", false))
}

func has(entries []remote.Entry, name string, folder bool) bool {
	return slices.ContainsFunc(entries, func(e remote.Entry) bool { return e.Folder == folder && strings.EqualFold(e.Name, name) })
}

// lookForProfile reports whether a folder is likely the one of -profiles. That of the server itself is not taken for it.
func (f *found) lookForProfile(dir string, entries []remote.Entry) bool {
	score := 0
	if has(entries, "ExpansionMod", true) {
		score += 4
	}
	if slices.ContainsFunc(entries, isLog) {
		score += 2
	}
	if slices.Contains([]string{"profiles", "profile", "config", "sc"}, strings.ToLower(path.Base(dir))) {
		score++
	}
	root := has(entries, "serverDZ.cfg", false) || slices.ContainsFunc(entries, func(e remote.Entry) bool {
		return e.Folder && holdsMissions(e.Name)
	})
	if dir == "" || root || score == 0 {
		return false
	}
	f.profiles = append(f.profiles, candidate{dir, score})
	return true
}

func isLog(e remote.Entry) bool {
	name := strings.ToLower(e.Name)
	return !e.Folder && (strings.HasSuffix(name, ".rpt") || strings.HasSuffix(name, ".adm") || strings.HasPrefix(name, "script_") &&
		strings.HasSuffix(name, ".log"))
}

// lookForBattlEye notes folders that BattlEye reads its settings from, or that are called like that.
func (f *found) lookForBattlEye(dir string, entries []remote.Entry) {
	score := 0
	if strings.EqualFold(path.Base(dir), "battleye") {
		score++
	}
	if slices.ContainsFunc(entries, func(e remote.Entry) bool { return !e.Folder && isBattlEyeConfig(e.Name) }) {
		score += 2
	}
	if dir != "" && score > 0 {
		f.battleye = append(f.battleye, candidate{dir, score})
	}
}

func isBattlEyeConfig(name string) bool {
	name = strings.ToLower(name)
	return strings.HasPrefix(name, "beserver") && strings.HasSuffix(name, ".cfg")
}

// aside reports whether nothing that is looked for is in a folder of that name: mods, the game's own files, backups, what a running
// server stores, and tools' copies of missions.
func aside(name string) bool {
	name = strings.ToLower(name)
	if strings.HasPrefix(name, "@") || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "storage_") ||
		strings.Contains(name, "backup") {
		return true
	}
	return slices.Contains([]string{
		"addons", "dta", "keys", "bliss", "sakhal", "docs", "steamapps", "vppdebugmissions", "users", "datacache", "logs",
	},
		name)
}
