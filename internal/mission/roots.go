package mission

import (
	"cmp"
	"slices"
	"strings"
)

// holdsMissions reports whether a folder of that name holds missions; on consoles it has other names.
func holdsMissions(folder string) bool {
	return slices.Contains([]string{missions, "dayzxb_missions", "dayzps_missions"}, strings.ToLower(folder))
}

// roots holds the folders of an upload that are the server's root and the mission folder; nil if not known.
type roots struct {
	server, mission []string
	others          []find     // other servers and missions, each with the highest folder that belongs to it alone
	mods            [][]string // folders of mods that are not called like one
	common          []string   // the folder that all files are in
}

// find is a folder of an upload that looks like a mission.
type find struct {
	folder []string
	server bool // it is in a folder of missions, so the server's root is known
	copied bool // it looks like a copy
	named  bool // it has the name of the instance's mission
	shown  int  // how much its files show that it is one
}

// shownWhole is how much shows that a folder holds a mission as a whole: its economy core, or three files of its database.
const shownWhole = 3

// isWhole reports whether the folder is a mission beyond doubt, and not just one that has a file at the same place.
func (f find) isWhole() bool { return f.server || f.named || f.shown >= shownWhole }

// top returns the highest folder that belongs to that mission alone.
func (f find) top() []string {
	if f.server {
		return f.folder[:len(f.folder)-2]
	}
	return f.folder
}

// better compares finds: the best one sorts first.
func (f find) better(g find) int {
	return cmp.Or(
		rank(f.copied)-rank(g.copied), rank(g.named)-rank(f.named), rank(g.isWhole())-rank(f.isWhole()), len(f.top())-len(g.top()),
		rank(g.server)-rank(f.server), len(f.folder)-len(g.folder),
	)
}

// findRoots finds the folder that looks most like the mission of the instance, and those of other missions.
func findRoots(paths [][]string, mission string) roots {
	r := roots{common: commonFolder(paths), mods: findMods(paths)}
	paths = slices.DeleteFunc(slices.Clone(paths), func(p []string) bool { return r.modAbove(p) != nil })
	finds := findMissions(paths, mission)
	if len(finds) == 0 {
		return r
	}
	slices.SortStableFunc(finds, find.better)
	best := finds[0]
	r.mission = best.folder
	if best.server {
		r.server = best.top()
	}
	for _, f := range finds[1:] {
		_, around := cutFolder(best.folder, f.top())
		_, inside := cutFolder(f.folder, best.folder)
		if !around && !isFolder(best.folder, f.top()) && (f.isWhole() || !inside) {
			r.others = append(r.others, f)
		}
	}
	return r
}

// commonFolder returns the folder that all files of an upload are in.
func commonFolder(paths [][]string) (common []string) {
	for i, p := range paths {
		folder := p[:len(p)-1]
		if i == 0 {
			common = folder
		}
		for !isFolder(common, folder[:min(len(common), len(folder))]) {
			common = common[:len(common)-1]
		}
	}
	return common
}

// findMods returns the folders with a file that only those of mods have.
func findMods(paths [][]string) (mods [][]string) {
	for _, p := range paths {
		if folder, name := p[:len(p)-1], strings.ToLower(p[len(p)-1]); len(folder) > 0 && (name == "mod.cpp" || name == "meta.cpp") {
			mods = append(mods, folder)
		}
	}
	return mods
}

// modAbove returns the folder of the mod that a file is in, or nil.
func (r roots) modAbove(p []string) []string {
	for i, folder := range p[:len(p)-1] {
		if isModFolder(folder) {
			return p[:i+1]
		}
	}
	for _, folder := range r.mods {
		if _, below := cutFolder(p, folder); below {
			return folder
		}
	}
	return nil
}

// findMissions returns the folders that look like missions, in upload order.
func findMissions(paths [][]string, mission string) (finds []find) {
	at := map[string]int{}
	for _, p := range paths {
		for _, f := range missionsAbove(p, mission) {
			key := strings.ToLower(strings.Join(f.folder, "/"))
			i, known := at[key]
			if !known {
				i = len(finds)
				at[key] = i
				f.copied = slices.ContainsFunc(f.folder, markFolder.MatchString)
				finds = append(finds, f)
				continue
			}
			finds[i].shown += f.shown
		}
	}
	return finds
}

// economyCoreFile is where the game looks for what other files there are.
const economyCoreFile = "cfgeconomycore.xml"

var databaseFiles = []string{"types.xml", "events.xml", "messages.xml", "globals.xml", "economy.xml"}

// missionsAbove finds the folders above a file that are missions: one that is in a folder of missions or has the name of the mission, and
// one of which the file shows it, which may be a copy within the other.
func missionsAbove(p []string, mission string) (finds []find) {
	last := len(p) - 1
	if slices.ContainsFunc(p, func(s string) bool { return strings.EqualFold(s, debugMissions) }) {
		return nil // copies that an administrator's tool makes
	}
	if at := slices.IndexFunc(p, holdsMissions); at >= 0 && at+2 < len(p) {
		finds = append(finds, find{folder: p[:at+2], server: true, named: strings.EqualFold(p[at+1], mission)})
	} else if at := slices.IndexFunc(p, func(s string) bool { return strings.EqualFold(s, mission) }); at >= 0 && at < last {
		finds = append(finds, find{folder: p[:at+1], named: true})
	}
	switch {
	case last > 0 && strings.EqualFold(p[last-1], "db") && slices.Contains(databaseFiles, strings.ToLower(p[last])):
		return append(finds, find{folder: p[: last-1 : last-1], shown: 1})
	case last > 0 && strings.EqualFold(p[last], economyCoreFile):
		return append(finds, find{folder: p[:last:last], shown: shownWhole})
	}
	return finds
}

// resolve returns the path at which an uploaded file belongs, or why it is left out.
func (r roots) resolve(p []string) resolvedPath {
	if mod := r.modAbove(p); mod != nil {
		return leftOut(p, ofMod(mod[len(mod)-1]))
	}
	if other := r.otherAbove(p); other != nil {
		if other.isWhole() {
			return leftOut(p, ofAnother(other.top()))
		}
		return r.foreign(p)
	}
	if rest, below := cutFolder(p, r.mission); below {
		if outside := profilePath(rest); r.server == nil && outside != "" && ShowsPath(rest[0]) {
			return resolvedPath{rel: outside}
		}
		return resolvedPath{rel: strings.Join(rest, "/"), rooted: true}
	}
	if rest, below := cutFolder(p, r.server); below {
		return resolvedPath{rel: "/" + strings.Join(rest, "/"), rooted: true, foreign: holdsMissions(rest[0])}
	}
	folder := p[:len(p)-1]
	apart := len(folder) > 0 && !isFolder(folder, r.common)
	return resolvedPath{rel: usualPath(p), apart: apart, beside: apart && r.mission != nil}
}

// otherAbove returns the other server or mission that a file belongs to, or nil. The instance's own mission may be inside of another one's
// folder, and another one inside of its own.
func (r roots) otherAbove(p []string) (nearest *find) {
	deepest := -1
	if _, below := cutFolder(p, r.mission); below {
		deepest = len(r.mission)
	}
	for i, f := range r.others {
		if _, below := cutFolder(p, f.top()); below && len(f.top()) > deepest {
			nearest, deepest = &r.others[i], len(f.top())
		}
	}
	return nearest
}

// foreign returns the path of a file of another mission: below the server's root if that is known, else as uploaded.
func (r roots) foreign(p []string) resolvedPath {
	if rest, below := cutFolder(p, r.server); below {
		return resolvedPath{rel: "/" + strings.Join(rest, "/"), rooted: true, foreign: true}
	}
	return asUploaded(p)
}

func isFolder(a, b []string) bool { return slices.EqualFunc(a, b, strings.EqualFold) }

// resolvePaths resolves all paths of an upload for a server that runs the mission.
func resolvePaths(paths []string, mission string) []resolvedPath {
	split := make([][]string, len(paths))
	for i, p := range paths {
		split[i] = segments(p)
	}
	r := findRoots(split, mission)
	resolved := make([]resolvedPath, len(paths))
	for i, s := range split {
		resolved[i] = r.resolve(s)
	}
	return separateCopies(resolved, split)
}

// separateCopies gives files with the same resolved path their uploaded paths, except the least deep one.
func separateCopies(resolved []resolvedPath, split [][]string) []resolvedPath {
	first := map[string]int{}
	for i, p := range resolved {
		key := strings.ToLower(p.rel)
		other, taken := first[key]
		if p.leftOut.IsNone() && (!taken || len(split[i]) < len(split[other])) {
			first[key] = i
		}
	}
	for i, p := range resolved {
		won, taken := first[strings.ToLower(p.rel)]
		if taken && p.leftOut.IsNone() && len(split[won]) < len(split[i]) && !p.rooted && len(split[i]) > 1 {
			resolved[i] = asUploaded(split[i])
		}
	}
	return resolved
}
