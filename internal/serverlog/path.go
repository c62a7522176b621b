package serverlog

import (
	"path"
	"regexp"
	"strings"
)

var (
	mission  = regexp.MustCompile(`(?i)^.*mpmissions/[^/]+/`)
	gameData = regexp.MustCompile(`(?i)^dz/worlds/[^/]+/ce/`)
	player   = regexp.MustCompile(`7656119\d{10}|[A-Za-z0-9_=-]{40,}`)
)

// below returns where a file lies below the mission folder, or the profiles folder, with slashes; of a file elsewhere only its name,
// since a path of the machine may hold the name of a person. It returns "" for the file of a player.
func below(text string) string {
	p := strings.ReplaceAll(text, `\`, "/")
	if player.MatchString(p) {
		return ""
	}
	p = strings.TrimPrefix(p, "$CurrentDir:")
	for _, root := range []string{"$mission:", "$profile:"} {
		if rest, found := strings.CutPrefix(p, root); found {
			return strings.Trim(path.Clean("/"+rest), "/")
		}
	}
	inMission := mission.ReplaceAllString(p, "")
	if inMission == p {
		inMission = gameData.ReplaceAllString(p, "")
	}
	if inMission == p && (strings.HasPrefix(p, "/") || strings.Contains(p, ":")) {
		inMission = path.Base(p)
	}
	return strings.Trim(path.Clean("/"+inMission), "/")
}

// maxName is the most characters of a file's name that are kept.
const maxName = 100

// BaseName returns the name of an uploaded log without folders, cut to a bearable length.
func BaseName(uploaded string) string {
	name := []rune(path.Base(strings.ReplaceAll(strings.ToValidUTF8(uploaded, "?"), `\`, "/")))
	return string(name[:min(len(name), maxName)])
}
