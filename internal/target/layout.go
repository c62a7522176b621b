package target

import (
	"cmp"
	"path"
	"strings"
)

// Folders says where the parts of a game server are. Paths have slashes and are relative to the target's folder; "." is that folder
// itself, and an empty one is where it usually is.
type Folders struct {
	Mission  string `json:"mission"`
	Profiles string `json:"profiles"`
	BattlEye string `json:"battleye"`
}

// Or returns the folders with those of other in the place of empty ones.
func (f Folders) Or(other Folders) Folders {
	return Folders{cmp.Or(f.Mission, other.Mission), cmp.Or(f.Profiles, other.Profiles), cmp.Or(f.BattlEye, other.BattlEye)}
}

// missions is the folder of missions among generated files.
const missions = "mpmissions"

// The folders of missions on consoles.
const (
	xboxMissions        = "dayzxb_missions"
	playStationMissions = "dayzps_missions"
)

func isConsole(folder string) bool {
	return strings.EqualFold(folder, xboxMissions) || strings.EqualFold(folder, playStationMissions)
}

func holdsMissions(folder string) bool {
	return strings.EqualFold(folder, missions) || isConsole(folder)
}

// Layout says where each generated file lies on a server, and which generated file a file of the server is.
type Layout struct {
	pairs []pair
}

// pair is a folder or file: its generated path, and where it is on the server.
type pair struct {
	generated, server string
	forwardOnly       bool // its files have another generated path
}

// NewLayout returns the layout of a server that runs the mission. The overrides are lists of players, such as ban.txt, that a console takes
// from a file beside its missions; it takes the others from its host's panel.
func NewLayout(mission string, folders Folders, overrides ...string) Layout {
	home := clean(cmp.Or(folders.Mission, missions+"/"+mission))
	above, root := parent(home), ""
	var l Layout
	for _, list := range overrides {
		l.add(list, path.Join(above, overrideOf(list)))
	}
	l.add(missions+"/"+mission, home)
	if holdsMissions(path.Base(above)) {
		l.add(missions, above)
		root = parent(above)
	}
	usual := usualFolders(above, root, home != "")
	l.addOutside(folders.Or(usual))
	if home != "" && !isConsole(path.Base(above)) {
		l.add("", root)
	}
	return l
}

// usualFolders returns where profiles and BattlEye are beside a folder of missions, if the server's root is known.
func usualFolders(above, root string, rooted bool) Folders {
	switch {
	case !rooted:
		return Folders{}
	case strings.EqualFold(path.Base(above), xboxMissions):
		return Folders{Profiles: path.Join(root, "dayzxb/config")}
	case strings.EqualFold(path.Base(above), playStationMissions):
		return Folders{Profiles: path.Join(root, "dayzps/config")}
	}
	return Folders{Profiles: path.Join(root, "profiles"), BattlEye: path.Join(root, "battleye")}
}

// addOutside adds the folders outside of missions that are known.
func (l *Layout) addOutside(f Folders) {
	if f.Profiles != "" {
		l.add("profiles", clean(f.Profiles))
	}
	if f.BattlEye != "" {
		_, inside := below(clean(f.BattlEye), clean(f.Profiles))
		l.pairs = append(l.pairs, pair{"battleye", clean(f.BattlEye), inside && f.Profiles != ""})
	}
}

// overrideOf returns the name of the file that a console takes a list from.
func overrideOf(list string) string { return strings.TrimSuffix(list, ".txt") + "-override.txt" }

func (l *Layout) add(generated, server string) {
	l.pairs = append(l.pairs, pair{generated, server, false})
}

// Path returns where a generated file lies on the server, relative to the target's folder. It is empty for a file that has no place
// there, such as those beside the missions of a console.
func (l Layout) Path(generated string) string {
	for _, p := range l.pairs {
		rest, found := below(generated, p.generated)
		if !found {
			continue
		}
		server := path.Join(p.server, rest)
		if back, placed := l.Generated(server); !placed || !strings.EqualFold(back, generated) {
			return "" // another generated file lies there
		}
		return server
	}
	return ""
}

// Generated returns the generated path of a file of the server, and false for one that lies outside of the server's folders.
func (l Layout) Generated(server string) (string, bool) {
	at, rest := -1, ""
	for i, p := range l.pairs {
		r, found := below(server, p.server)
		if found && !p.forwardOnly && (at < 0 || len(p.server) > len(l.pairs[at].server)) {
			at, rest = i, r
		}
	}
	if at < 0 {
		return "", false
	}
	return path.Join(l.pairs[at].generated, rest), true
}

// nowhere is the answer of dir and root for folders that a server does not have.
const nowhere = "\x00"

// dir returns where a folder of generated files is on the server, or nowhere.
func (l Layout) dir(generated string) string {
	for _, p := range l.pairs {
		if p.generated == generated {
			return p.server
		}
	}
	return nowhere
}

// root returns where the files beside the folders of a server are, or nowhere.
func (l Layout) root() string { return l.dir("") }

// below returns the rest of a path below a folder, empty for the folder itself. Letter case does not count.
func below(name, folder string) (rest string, found bool) {
	switch {
	case folder == "":
		return name, true
	case strings.EqualFold(name, folder):
		return "", true
	case len(name) > len(folder) && name[len(folder)] == '/' && strings.EqualFold(name[:len(folder)], folder):
		return name[len(folder)+1:], true
	}
	return "", false
}

// clean returns a folder without slashes around it, and "" for the target's folder.
func clean(folder string) string { return strings.TrimPrefix(path.Clean("/"+folder), "/") }

func parent(name string) string { return clean(path.Dir("/" + name)) }
