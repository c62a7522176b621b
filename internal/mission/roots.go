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
	others          [][]string // folders of other servers, and missions that the instance does not run
}

// find is a folder of an upload that looks like a mission.
type find struct {
	folder []string
	server bool // it is in a folder of missions, so the server's root is known
	copied bool // it looks like a copy
	named  bool // it has the name of the instance's mission
	core   bool // only an economy core suggests it
}

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
		rank(f.copied)-rank(g.copied), rank(g.server)-rank(f.server), rank(g.named)-rank(f.named), rank(f.core)-rank(g.core),
		len(f.folder)-len(g.folder),
	)
}

// findRoots finds the folder that looks most like the mission of the instance, and those of other missions.
func findRoots(paths [][]string, mission string) (r roots) {
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
		if _, within := cutFolder(best.folder, f.top()); within || isFolder(best.folder, f.top()) {
			continue
		}
		r.others = append(r.others, f.top())
	}
	return r
}

// findMissions returns the folders that look like missions, in upload order.
func findMissions(paths [][]string, mission string) (finds []find) {
	seen := map[string]bool{}
	for _, p := range paths {
		f, found := missionAbove(p, mission)
		key := strings.ToLower(strings.Join(f.folder, "/"))
		if !found || seen[key] {
			continue
		}
		seen[key] = true
		f.copied = slices.ContainsFunc(f.folder, isCopy)
		finds = append(finds, f)
	}
	return finds
}

// economyCoreFile is where the game looks for what other files there are.
const economyCoreFile = "cfgeconomycore.xml"

var databaseFiles = []string{"types.xml", "events.xml", "messages.xml", "globals.xml", "economy.xml"}

// missionAbove finds the folder above a file that is in a folder of missions, has the name of the mission, or holds a file that only
// missions have.
func missionAbove(p []string, mission string) (f find, found bool) {
	last := len(p) - 1
	if slices.ContainsFunc(p, func(s string) bool { return strings.EqualFold(s, "VPPDebugMissions") }) {
		return f, false // copies that an administrator's tool makes
	}
	if at := slices.IndexFunc(p, holdsMissions); at >= 0 && at+2 < len(p) {
		return find{folder: p[:at+2], server: true, named: strings.EqualFold(p[at+1], mission)}, true
	}
	if at := slices.IndexFunc(p, func(s string) bool { return strings.EqualFold(s, mission) }); at >= 0 && at < last {
		return find{folder: p[:at+1], named: true}, true
	}
	if last > 0 && strings.EqualFold(p[last-1], "db") && slices.Contains(databaseFiles, strings.ToLower(p[last])) {
		return find{folder: p[: last-1 : last-1]}, true
	}
	return find{folder: p[:last], core: true}, last > 0 && strings.EqualFold(p[last], economyCoreFile)
}

// isCopy reports whether the name of a folder looks like that of a copy.
func isCopy(folder string) bool {
	folder = strings.ToLower(folder)
	return slices.ContainsFunc([]string{"_backup", "_old", ".bak", ".old", " - copy"}, func(end string) bool { return strings.HasSuffix(folder, end) })
}

// resolve returns the path at which an uploaded file belongs.
func (r roots) resolve(p []string) resolvedPath {
	if slices.ContainsFunc(r.others, func(folder []string) bool { _, below := cutFolder(p, folder); return below }) && !r.isOwn(p) {
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
	return resolvedPath{rel: usualPath(p)}
}

// isOwn reports whether a path is in the instance's own mission, which may be inside the folder of another one.
func (r roots) isOwn(p []string) bool {
	_, below := cutFolder(p, r.mission)
	return below && len(r.mission) > 0
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
		if !taken || len(split[i]) < len(split[other]) {
			first[key] = i
		}
	}
	for i, p := range resolved {
		if won := first[strings.ToLower(p.rel)]; len(split[won]) < len(split[i]) && !p.rooted && len(split[i]) > 1 {
			resolved[i] = asUploaded(split[i])
		}
	}
	return resolved
}
