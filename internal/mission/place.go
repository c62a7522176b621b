package mission

import (
	"path"
	"strings"
	"unicode"

	"quartermaster/internal/ce"
)

// The places of the files that an instance has one of, below the mission folder.
const (
	typesPath       = "db/types.xml"
	eventsPath      = "db/events.xml"
	economyCorePath = "cfgeconomycore.xml"
	limitsPath      = "cfglimitsdefinition.xml"
	userLimitsPath  = "cfglimitsdefinitionuser.xml"
)

var mainPaths = map[ce.Kind]string{
	ce.KindTypes: typesPath, ce.KindEvents: eventsPath, ce.KindEconomyCore: economyCorePath,
	ce.KindLimits: limitsPath, ce.KindUserLimits: userLimitsPath,
}

// placeOf tells where below the mission folder a file belongs that was found at an uploaded path. folders are the <ce>
// folders of the instance, by lower-case name of a file in them.
func placeOf(kind ce.Kind, uploaded string, folders map[string]string) string {
	uploaded = belowMission(uploaded)
	main := mainPaths[kind]
	dir, name := path.Split(uploaded)
	if kind != ce.KindTypes && kind != ce.KindEvents {
		return mainName(main, name)
	}
	lower := strings.ToLower(uploaded)
	if lower == path.Base(main) || lower == main || strings.HasSuffix(lower, "/"+main) {
		return path.Join(path.Dir(main), name)
	}
	if folder, ok := folders[strings.ToLower(name)]; ok && dir == "" {
		return path.Join(folder, name)
	}
	return uploaded
}

// mainName keeps the spelling of a file's usual name and gives any other file of the kind that name.
func mainName(main, name string) string {
	if strings.EqualFold(main, name) {
		return name
	}
	return main
}

// storable replaces what no path holds and not every database stores: control characters and bytes that are no text.
func storable(uploaded string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return '_'
		}
		return r
	}, strings.ToValidUTF8(uploaded, "_"))
}

// belowMission cleans an uploaded path and takes off what stands before and in mpmissions/<mission>/.
func belowMission(uploaded string) string {
	clean := strings.TrimPrefix(path.Clean("/"+strings.ReplaceAll(uploaded, `\`, "/")), "/")
	segments := strings.Split(clean, "/")
	for i, segment := range segments {
		if strings.EqualFold(segment, "mpmissions") && i+2 < len(segments) {
			return strings.Join(segments[i+2:], "/")
		}
	}
	return clean
}

// foldersOf lists where the <ce> entries of an economy core look for files.
func foldersOf(core *ce.EconomyCore) map[string]string {
	folders := map[string]string{}
	for _, folder := range core.Folders {
		for _, file := range folder.Files {
			folders[strings.ToLower(file.Name)] = strings.Trim(strings.ReplaceAll(folder.Folder, `\`, "/"), "/")
		}
	}
	return folders
}
