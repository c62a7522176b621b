package lint

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	declared "quartermaster/internal/document"
	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/validate"
)

// The folders of the mission with .map files, in lower case.
const (
	objectsFolder = "expansion/objects"
	tradersFolder = "expansion/traders"
)

func isMapFile(lower string) bool {
	folder := path.Dir(lower)
	return path.Ext(lower) == ".map" && (folder == objectsFolder || folder == tradersFolder)
}

var mapFile = &Rule{
	ID: "map-file", Severity: Warning, Title: "Line of a .map file that does not work",
	Check: func(w *world, report report) {
		for _, f := range w.Files {
			if lower := strings.ToLower(f.Path); isMapFile(lower) && w.Game[lower] != nil {
				w.checkMap(report, w.Game[lower], path.Dir(lower) == tradersFolder)
			}
		}
	},
}

func (w *world) checkMap(report report, f *gameFile, trades bool) {
	slug := "object-map"
	if trades {
		slug = "trader-map"
	}
	found, number := map[string][]int{}, 0
	text := strings.TrimRight(f.text, "\r\n")
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimRight(line, "\r\n")
		if problem := w.mapProblem(declared.Named(slug), line, trades); problem != "" {
			found[problem] = append(found[problem], number)
		}
	}
	tellLines(few{report: report, about: f.about}, found)
}

// tellLines reports each problem once, with the lines that have it.
func tellLines(found few, lines map[string][]int) {
	problems := slices.SortedFunc(maps.Keys(lines), func(a, b string) int { return lines[a][0] - lines[b][0] })
	for _, problem := range problems {
		at := lines[problem]
		found.tell(func() string {
			sentence := fmt.Sprintf("Line %d %s", at[0], problem)
			if rest := len(at) - 1; rest > 0 {
				sentence += fmt.Sprintf("; the same goes for %s, the last of which is line %d", validate.Counted(rest, "more line", "more lines"), at[rest])
			}
			return sentence + "."
		})
	}
	found.end()
}

// mapProblem returns what is wrong with a line, or "". A line that begins with // is switched off.
func (w *world) mapProblem(d *declared.Document, line string, trades bool) string {
	tree, _ := d.Read(line) // lines that are none are left out
	entries := tree.Objects("lines")
	switch {
	case strings.HasPrefix(line, "//"):
		return ""
	case strings.TrimSpace(line) == "":
		return "is empty, and the mod may not read what follows"
	case len(entries) == 0:
		return "is no entry: a class, a position of numbers and how it is turned, with upright strokes between them"
	}
	entry := entries[0]
	removes := !trades && strings.HasPrefix(entry.Text("name"), "-")
	turn := entry.List("ypr")
	switch {
	case removes && len(turn) == 3:
		return "removes objects, and has an orientation where their radius stands: the mod removes everything of that name within " + settingText(turn[0]) + " m"
	case w.isOutside(entry):
		return "is outside the map"
	case trades:
		return w.traderProblem(entry.Text("name"))
	}
	return ""
}

// isOutside reports whether a position of an entry is outside the map.
func (w *world) isOutside(entry *jsontree.Object) bool {
	for _, position := range append([]any{entry.List("pos")}, entry.List("way")...) {
		at, _ := position.([]any)
		if len(at) < 2 || w.MapSize <= 0 {
			continue
		}
		x, _ := expansion.NumberOf(at[0])
		z, _ := expansion.NumberOf(at[len(at)-1])
		if w.outside(x, z) {
			return true
		}
	}
	return false
}

// traderProblem returns what is wrong with the class and trader of a character, or "". Without traders their files were not imported.
func (w *world) traderProblem(name string) string {
	_, file, named := strings.Cut(name, ".")
	if !named {
		return "names no trader behind the class, so nobody trades there"
	}
	if len(w.Mod.Traders) == 0 {
		return ""
	}
	for _, t := range w.Mod.Traders {
		if strings.EqualFold(t.Name, file) {
			return ""
		}
	}
	return "names the trader " + quoted(file) + ", which does not exist"
}
