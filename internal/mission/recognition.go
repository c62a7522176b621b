package mission

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/serverlog"
)

// Recognition is what an upload says about the server that it is from.
type Recognition struct {
	Mission   string   // the name of its mission folder, or the one in serverDZ.cfg; empty if neither is there
	Others    []string // missions that lie beside it, which are not read
	Dotted    []string // folders that may be named after a mission, such as dayzOffline.enoch, where Mission is empty
	IsMission bool     // Mission is the name of a mission beyond doubt, whatever map it is of
	Hostname  string   // from serverDZ.cfg
	Files     int
	Logs      int      // those of the files that are logs of a server
	Mods      []string // the names of folders such as @CF, and of the start parameter -mod
	Expansion bool
	Trader    bool

	WorldSize int64    // that areaflags.map states, in metres; 0 if it is not known
	Landmarks []string // the sets of landmarks that the files name; see landmarksOf
	farthest  []float64
}

// IsLogs reports whether the upload is nothing but logs, which say what is wrong on a server, and nothing of what it is.
func (r Recognition) IsLogs() bool { return r.Logs > 0 && r.Logs == r.Files }

// Map returns the short name of the map in the name of the mission, or "".
func (r Recognition) Map() string { return mapIn(r.Mission) }

// mapIn returns the short name of the map in the name of a mission.
func mapIn(mission string) string { return mission[strings.LastIndex(mission, ".")+1:] }

// strays is how many positions beyond the edge of a map are an accident, or are meant to be there.
const strays = 3

// Beyond returns the farthest position on an axis, in metres, if more than a few lie outside of a world of that size.
func (r Recognition) Beyond(worldSize int64) (farthest float64, is bool) {
	n := len(r.farthest)
	if n <= strays || worldSize == 0 {
		return 0, false
	}
	return r.farthest[n-1], r.farthest[n-1-strays] > float64(worldSize)
}

// Recognize looks at an upload for a server that runs the mission, or for a new one if mission is empty. It reads no files of other
// missions that lie beside it.
func Recognize(uploads []Upload, mission string) Recognition {
	r := Recognition{Files: len(uploads)}
	paths := make([][]string, len(uploads))
	template := ""
	for i, u := range uploads {
		paths[i] = segments(u.Path)
		r.notePath(paths[i])
		if serverlog.Is(u.Path, u.Data) {
			r.Logs++
		}
		if name := strings.ToLower(paths[i][len(paths[i])-1]); name == "serverdz.cfg" {
			template, r.Hostname = serverSetting(u.Data, "template"), serverSetting(u.Data, "hostname")
		} else if startScripts[path.Ext(name)] {
			r.noteMods(u.Data)
		}
	}
	if mission == "" {
		mission = template
	}
	found := findRoots(paths, mission)
	r.noteMission(found, template)
	for i, u := range uploads {
		if p := found.resolve(paths[i]); !p.foreign {
			r.noteFile(p.rel, u.Data)
		}
	}
	slices.Sort(r.farthest)
	return r
}

// noteMission names the mission after its folder, else as the server's settings do.
func (r *Recognition) noteMission(found roots, template string) {
	if n := len(found.mission); n > 0 {
		r.Mission, r.IsMission = found.mission[n-1], found.server != nil
	} else if template != "" {
		r.Mission, r.IsMission = template, true
	}
	if r.Mission != "" {
		r.Dotted = nil
	}
	r.Others = slices.DeleteFunc(r.Others, func(name string) bool { return strings.EqualFold(name, r.Mission) })
}

func (r *Recognition) notePath(p []string) {
	for _, folder := range p[:len(p)-1] {
		if strings.HasPrefix(folder, "@") {
			r.addMod(folder)
		} else if strings.Contains(folder, ".") && !slices.Contains(r.Dotted, folder) {
			r.Dotted = append(r.Dotted, folder)
		}
	}
	if at := slices.IndexFunc(p, holdsMissions); at >= 0 && at+2 < len(p) && !slices.Contains(r.Others, p[at+1]) {
		r.Others = append(r.Others, p[at+1])
	}
	name := strings.Join(p, "/")
	r.Expansion = r.Expansion || expansion.Claim(name) != nil
	r.Trader = r.Trader || strings.EqualFold(p[len(p)-1], "TraderConfig.txt")
}

func (r *Recognition) addMod(name string) {
	name = strings.TrimPrefix(name, "@")
	if name != "" && !slices.ContainsFunc(r.Mods, func(known string) bool { return strings.EqualFold(known, name) }) {
		r.Mods = append(r.Mods, name)
	}
}

// startScripts are the types of the files that start servers.
var startScripts = map[string]bool{".bat": true, ".cmd": true, ".sh": true, ".ps1": true}

var modsPattern = regexp.MustCompile(`-mod=([^"\r\n]+)`)

// noteMods adds the mods that a script starts the server with.
func (r *Recognition) noteMods(script []byte) {
	for _, found := range modsPattern.FindAllSubmatch(script, -1) {
		for _, name := range strings.Split(string(found[1]), ";") {
			if name = path.Base(slashed(strings.TrimSpace(name))); strings.HasPrefix(name, "@") {
				r.addMod(name)
			}
		}
	}
}

func slashed(name string) string { return strings.ReplaceAll(name, `\`, "/") }

var settingPattern = regexp.MustCompile(`(?m)^\s*(\w+)\s*=\s*"([^"\r\n]*)"`)

// serverSetting returns a text of serverDZ.cfg, or "".
func serverSetting(config []byte, name string) string {
	for _, found := range settingPattern.FindAllSubmatch(config, -1) {
		if strings.EqualFold(string(found[1]), name) {
			return string(found[2])
		}
	}
	return ""
}
