package lint

import (
	"maps"
	"path"
	"slices"
	"strings"

	declared "quartermaster/internal/document"
	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
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
	Says: sentences{
		"empty": "Line {line} is empty, and the mod may not read what follows.",
		"empty-again": "Line {line} is empty, and the mod may not read what follows; the same goes for {n|more line|more lines}, the " +
			"last of which is line {last}.",
		"no-entry": "Line {line} is no entry: a class, a position of numbers and how it is turned, with upright strokes between them.",
		"no-entry-again": "Line {line} is no entry: a class, a position of numbers and how it is turned, with upright strokes " +
			"between them; the same goes for {n|more line|more lines}, the last of which is line {last}.",
		"removes": "Line {line} removes objects, and has an orientation where their radius stands: the mod removes everything of " +
			"that name within {radius} m.",
		"removes-again": "Line {line} removes objects, and has an orientation where their radius stands: the mod removes everything " +
			"of that name within {radius} m; the same goes for {n|more line|more lines}, the last of which is line {last}.",
		"outside":       "Line {line} is outside the map.",
		"outside-again": "Line {line} is outside the map; the same goes for {n|more line|more lines}, the last of which is line {last}.",
		"no-trader":     "Line {line} names no trader behind the class, so nobody trades there.",
		"no-trader-again": "Line {line} names no trader behind the class, so nobody trades there; the same goes for {n|more " +
			"line|more lines}, the last of which is line {last}.",
		"trader": "Line {line} names the trader “{trader}”, which does not exist.",
		"trader-again": "Line {line} names the trader “{trader}”, which does not exist; the same goes for {n|more line|more lines}, " +
			"the last of which is line {last}.",
	},
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
	found, number := linesOf{}, 0
	text := strings.TrimRight(f.text, "\r\n")
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimRight(line, "\r\n")
		if problem := w.mapProblem(declared.Named(slug), line, trades); !problem.IsNone() {
			found.add(problem, number)
		}
	}
	tellLines(few{report: report, about: f.about}, found)
}

// linesOf are the lines that have a problem, by what identifies it.
type linesOf map[string]*repeatedProblem

type repeatedProblem struct {
	says  message
	lines []int
}

func (l linesOf) add(problem message, line int) {
	key := problem.Stored()
	if l[key] == nil {
		l[key] = &repeatedProblem{says: problem}
	}
	l[key].lines = append(l[key].lines, line)
}

// tellLines reports each problem once, with the lines that have it.
func tellLines(found few, lines linesOf) {
	inOrder := slices.SortedFunc(maps.Values(lines), func(a, b *repeatedProblem) int { return a.lines[0] - b.lines[0] })
	for _, p := range inOrder {
		found.tell(func() message {
			told := p.says.With("line", inLine(p.lines[0]))
			if rest := len(p.lines) - 1; rest > 0 {
				told = told.With("n", rest, "last", inLine(p.lines[rest]))
				told.Rule += "-again"
			}
			return told
		})
	}
	found.end()
}

// mapProblem returns what is wrong with a line, if anything. A line that begins with // is switched off.
func (w *world) mapProblem(d *declared.Document, line string, trades bool) message {
	tree, _ := d.Read(line) // lines that are none are left out
	entries := tree.Objects("lines")
	switch {
	case strings.HasPrefix(line, "//"):
		return message{}
	case strings.TrimSpace(line) == "":
		return says("empty")
	case len(entries) == 0:
		return says("no-entry")
	}
	entry := entries[0]
	removes := !trades && strings.HasPrefix(entry.Text("name"), "-")
	turn := entry.List("ypr")
	switch {
	case removes && len(turn) == 3:
		return says("removes", "radius", jsontree.ScalarText(turn[0]))
	case w.isOutside(entry):
		return says("outside")
	case trades:
		return w.traderProblem(entry.Text("name"))
	}
	return message{}
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

// traderProblem returns what is wrong with the class and trader of a character, if anything. Without traders their files were not imported.
func (w *world) traderProblem(name string) message {
	_, file, named := strings.Cut(name, ".")
	if !named {
		return says("no-trader")
	}
	if len(w.Mod.Traders) == 0 {
		return message{}
	}
	for _, t := range w.Mod.Traders {
		if strings.EqualFold(t.Name, file) {
			return message{}
		}
	}
	return says("trader", "trader", file)
}
