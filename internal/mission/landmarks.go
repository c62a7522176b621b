package mission

import (
	"bytes"
	"encoding/binary"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// landmarks are names that the unmodified files of some maps have, and those of others have not. Servers add single ones.
var landmarks = []struct {
	set, maps string
	names     []string
}{
	{
		"Sakhal", "sakhal",
		[]string{`"AnimalReindeer"`, `"Reindeer"`, `"InfectedScientist"`, `"InfectedArmyHeavy"`, `"Land_Geoplant_PowerHall"`},
	},
	{
		"Chernarus or Livonia", "chernarusplus enoch",
		[]string{`"AnimalRoeDeer"`, `"RoeDeer"`, `"AnimalWildBoar"`, `"WildBoar"`, `"AnimalCow"`, `"Cow"`},
	},
}

// enoughLandmarks is how many of a set an upload must name.
const enoughLandmarks = 2

// landmarksOf returns the set of landmarks of a map, by its short name, or "" for a map without one.
func landmarksOf(short string) string {
	for _, l := range landmarks {
		if slices.Contains(strings.Fields(l.maps), strings.ToLower(short)) {
			return l.set
		}
	}
	return ""
}

// noteFile looks for what is different from map to map in a file of the mission.
func (r *Recognition) noteFile(rel string, data []byte) {
	name := strings.ToLower(path.Base(rel))
	switch {
	case name == "areaflags.map":
		r.WorldSize = worldOf(data)
	case name == "cfgeventspawns.xml", name == "cfgplayerspawnpoints.xml", name == "mapgrouppos.xml",
		strings.HasSuffix(name, "_territories.xml"):
		r.notePositions(data)
		r.noteLandmarks(data)
	case name == "events.xml", name == "cfgenvironment.xml", name == "mapgroupproto.xml":
		r.noteLandmarks(data)
	}
}

// areaFlagsHead is how many bytes come before the cells of areaflags.map: columns, rows, width and height in metres, bits of a cell.
const areaFlagsHead = 20

// worldOf returns the width that areaflags.map states, or 0.
func worldOf(data []byte) int64 {
	if len(data) < areaFlagsHead {
		return 0
	}
	return int64(binary.LittleEndian.Uint32(data[8:]))
}

var positionPattern = regexp.MustCompile(`\bx="([0-9.]+)"\s[^>]*?z="([0-9.]+)"|\bpos="([0-9.]+) [-0-9.]+ ([0-9.]+)"`)

func (r *Recognition) notePositions(data []byte) {
	for _, found := range positionPattern.FindAllSubmatch(data, -1) {
		farthest := 0.0
		for _, number := range found[1:] {
			if n, err := strconv.ParseFloat(string(number), 64); err == nil {
				farthest = max(farthest, n)
			}
		}
		r.farthest = append(r.farthest, farthest)
	}
}

func (r *Recognition) noteLandmarks(data []byte) {
	for _, l := range landmarks {
		named := 0
		for _, name := range l.names {
			if bytes.Contains(data, []byte(name)) {
				named++
			}
		}
		if named >= enoughLandmarks && !slices.Contains(r.Landmarks, l.set) {
			r.Landmarks = append(r.Landmarks, l.set)
		}
	}
}
