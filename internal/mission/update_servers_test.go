package mission_test

import (
	"archive/zip"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"quartermaster/internal/gameversion"
	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// ownServer is a server of somebody who has made it from a version of the game, and takes in a later one.
type ownServer struct {
	mapName, from, to string
	lineEnd           string
	isSplit           bool // half of the types are in a file of their own
}

// The kinds of servers: the oldest and the newest versions, small and large steps, each map, one with the line ends of Windows, one with
// types in two files, and one that skips the versions in which a map's files were laid out anew.
var ownServers = map[string]ownServer{
	"oldest to newest": {mapName: "chernarusplus", from: "105", to: "129"},
	"one version":      {mapName: "chernarusplus", from: "128", to: "129"},
	"as in 1.16":       {mapName: "chernarusplus", from: "116", to: "122"},
	"from Windows":     {mapName: "chernarusplus", from: "122", to: "125", lineEnd: "\r\n"},
	"split types":      {mapName: "chernarusplus", from: "125", to: "128", isSplit: true},
	"an early Livonia": {mapName: "enoch", from: "106", to: "117"},
	"Livonia":          {mapName: "enoch", from: "124", to: "129"},
	"Sakhal":           {mapName: "sakhal", from: "126", to: "129"},
}

// mergedFiles are the files in which owners change most, and the names of their entries.
var mergedFiles = map[string]string{"db/types.xml": "type", "db/events.xml": "event", "db/globals.xml": "var"}

// Whoever imports his own server and takes in a later version of the game loses none of his values: they and his entries stay, what he has
// deleted stays away, and all else is as in the later version. Conflicts are what both have changed.
func TestOwnServersLoseNothing(t *testing.T) {
	t.Parallel()
	for name, s := range ownServers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.onMap(s.mapName)
			folder := "dayzOffline." + s.mapName + "/"
			base, theirs := gameFiles(t, "DZ_"+s.from+"/"+folder), gameFiles(t, "DZ_"+s.to+"/"+folder)
			mine := map[string]string{}
			for file, text := range base {
				mine[file] = owned(file, text)
			}
			var uploads []mission.Upload
			for file, text := range s.laidOut(mine) {
				uploads = append(uploads, mission.Upload{Path: file, Data: []byte(text)})
			}
			w.loadAll(mission.Replace, uploads...)

			uploads = nil
			for file, text := range theirs {
				uploads = append(uploads, mission.Upload{Path: file, Data: []byte(text)})
			}
			for i, report := range w.update(mission.Options{Base: mission.AutoBase}, uploads...) {
				file, entry := uploads[i].Path, mergedFiles[uploads[i].Path]
				if report.Base.Kind != mission.VersionBase || entry == "type" && report.Base.Name != gameversion.NameOf("DZ_"+s.from) ||
					report.Own.Taken+report.Own.Removed > 0 {
					t.Errorf("%s: compared with %s, %+v", file, report.Base, report.Own)
				}
				want := mergeByHand(entriesOf(t, base[file], entry), entriesOf(t, mine[file], entry), entriesOf(t, theirs[file], entry))
				if s.isSplit && entry == "type" { // what went from the game stays in a file that is not in the upload
					want.keep(entriesOf(t, s.laidOut(mine)[ownTypes], entry), entriesOf(t, theirs[file], entry))
				}
				if n := len(report.Conflicts) + report.Omitted; n != want.conflicts {
					t.Errorf("%s: %d conflicts instead of %d: %.2000q", file, n, want.conflicts, conflictsOf(report))
				}
				text := w.serverFile("mpmissions/" + folder + file)
				if s.isSplit && entry == "type" {
					text += w.serverFile("mpmissions/" + folder + ownTypes)
				}
				want.compare(t, file, entriesOf(t, "<all>"+regexp.MustCompile(`<\?xml[^>]*>`).ReplaceAllString(text, "")+"</all>", entry))
			}
		})
	}
}

// ownTypes is where the split server has half of its types.
const ownTypes = "custom/types.xml"

// laidOut returns the files as they are on the server.
func (s ownServer) laidOut(files map[string]string) map[string]string {
	out := map[string]string{}
	for file, text := range files {
		if s.lineEnd != "" {
			text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\n", s.lineEnd)
		}
		out[file] = text
	}
	if s.isSplit {
		types := out["db/types.xml"]
		start, middle, end := strings.Index(types, "<type "), strings.Index(types[len(types)/2:], "<type ")+len(types)/2,
			strings.LastIndex(types, "</types>")
		out["db/types.xml"], out[ownTypes] = types[:middle]+types[end:], types[:start]+types[middle:]
	}
	return out
}

// onMap makes the instance one of another map.
func (w world) onMap(mapName string) {
	w.Helper()
	rows, err := w.db.All(w.Context(), record.Maps, w.scope, "r.name_short = $", mapName)
	if err != nil || len(rows) != 1 {
		w.Fatalf("map %s: %v, %v", mapName, rows, err)
	}
	err = w.db.Tx(w.Context(), func(tx *store.Tx) error {
		_, err := tx.Exec(w.Context(), `UPDATE instances SET map_id = $1, mission = $2 WHERE id = $3`, record.Maps.ID(rows[0]),
			"dayzOffline."+mapName, w.scope.InstanceID)
		return err
	})
	if err != nil {
		w.Fatal(err)
	}
}

// gameFiles returns the files of a version of the game that owners change.
func gameFiles(t *testing.T, folder string) map[string]string {
	t.Helper()
	z, err := zip.OpenReader("../../../shared/data/game-versions.zip")
	if err != nil {
		t.Skipf("genuine files are not beside the project: %v", err)
	}
	defer func() { _ = z.Close() }()
	files := map[string]string{}
	for file := range mergedFiles {
		r, err := z.Open(path.Join(folder, file))
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		files[file] = string(text)
	}
	return files
}

var (
	entryPattern = regexp.MustCompile(`(?s)[ \t]*<(type|event) name="[^"]*">.*?</(?:type|event)>\r?\n?`)
	numbered     = regexp.MustCompile(`<(nominal|lifetime|max)>\d+<`)
	cleanup      = regexp.MustCompile(`(name="CleanupLifetime\w*" type="\d" value=")\d+`)
)

// owned returns a file as its owner has changed it: numbers of every seventh entry, without every fiftieth, and with one of his own.
func owned(file, text string) string {
	n := 0
	text = entryPattern.ReplaceAllStringFunc(text, func(entry string) string {
		n++
		switch {
		case n%50 == 0:
			return ""
		case n%7 == 0:
			return numbered.ReplaceAllString(entry, fmt.Sprintf("<${1}>%d<", 7000+n))
		}
		return entry
	})
	text = cleanup.ReplaceAllString(text, "${1}7777")
	if end := strings.LastIndex(text, "</"+strings.TrimSuffix(path.Base(file), ".xml")+">"); n > 0 && end >= 0 {
		text = text[:end] + fmt.Sprintf("    <%[1]s name=\"AmbientOwn\">\n        <nominal>7</nominal>\n    </%[1]s>\n", mergedFiles[file]) +
			text[end:]
	}
	return text
}

// handEntry is an entry of a file as a reader of XML sees it.
type handEntry struct {
	numbers map[string]string
	all     string // that it says, without white space
}

func entriesOf(t *testing.T, text, element string) map[string]handEntry {
	t.Helper()
	d, entries := xml.NewDecoder(strings.NewReader(text)), map[string]handEntry{}
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return entries
		}
		if err != nil {
			t.Fatal(err)
		}
		start, isStart := token.(xml.StartElement)
		if !isStart || start.Name.Local != element {
			continue
		}
		name, e := "", struct {
			Inner  string `xml:",innerxml"`
			Fields []struct {
				XMLName xml.Name
				Attrs   []xml.Attr `xml:",any,attr"`
				Text    string     `xml:",chardata"`
			} `xml:",any"`
		}{}
		if err := d.DecodeElement(&e, &start); err != nil {
			t.Fatal(err)
		}
		made := handEntry{numbers: map[string]string{}, all: strings.Join(strings.Fields(e.Inner), "")}
		for _, a := range start.Attr {
			if a.Name.Local == "name" {
				name = strings.ToLower(a.Value)
			} else {
				made.numbers[a.Name.Local] = a.Value
				made.all += a.Name.Local + a.Value
			}
		}
		for _, f := range e.Fields {
			if text := strings.TrimSpace(f.Text); text != "" && len(f.Attrs) == 0 {
				made.numbers[f.XMLName.Local] = text
			}
		}
		if _, twice := entries[name]; !twice {
			entries[name] = made
		}
	}
}

// byHand is what an update should make of a file.
type byHand struct {
	entries   map[string]map[string]string
	conflicts int
}

func mergeByHand(base, mine, theirs map[string]handEntry) byHand {
	m := byHand{entries: map[string]map[string]string{}}
	for name, t := range theirs {
		b, was := base[name]
		own, is := mine[name]
		switch {
		case is:
			m.entries[name] = m.numbers(b.numbers, own.numbers, t.numbers)
		case !was:
			m.entries[name] = t.numbers
		case b.all != t.all:
			m.conflicts++ // deleted here, changed there
		}
	}
	for name, own := range mine {
		b, was := base[name]
		if _, there := theirs[name]; there || was && b.all == own.all {
			continue
		}
		if was {
			m.conflicts++ // changed here, deleted there
		}
		m.entries[name] = own.numbers
	}
	return m
}

func (m *byHand) numbers(base, mine, theirs map[string]string) map[string]string {
	merged := map[string]string{}
	names := map[string]bool{}
	for _, side := range []map[string]string{mine, theirs} {
		for name := range side {
			names[name] = true
		}
	}
	for name := range names {
		b, own, t := base[name], mine[name], theirs[name]
		value := own
		switch {
		case own == b:
			value = t
		case t != b && t != own:
			m.conflicts++
		}
		if value != "" {
			merged[name] = value
		}
	}
	return merged
}

// keep adds entries of a file that the upload does not have, and that the upload has nowhere.
func (m byHand) keep(mine, theirs map[string]handEntry) {
	for name, own := range mine {
		if _, there := theirs[name]; !there {
			m.entries[name] = own.numbers
		}
	}
}

func (m byHand) compare(t *testing.T, file string, got map[string]handEntry) {
	t.Helper()
	var wrong []string
	for name, numbers := range m.entries {
		if _, there := got[name]; !there {
			wrong = append(wrong, name+" is not there")
		}
		for field, want := range numbers {
			if is := got[name].numbers[field]; is != want {
				wrong = append(wrong, fmt.Sprintf("%s %s is %q instead of %q", name, field, is, want))
			}
		}
	}
	for name := range got {
		if _, wanted := m.entries[name]; !wanted {
			wrong = append(wrong, name+" is there")
		}
	}
	if len(wrong) > 0 {
		slices.Sort(wrong)
		t.Errorf("%s: %d differences, such as %q", file, len(wrong), wrong[:min(8, len(wrong))])
	}
}
