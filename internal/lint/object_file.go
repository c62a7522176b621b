package lint

import (
	"math"
	"strings"

	"quartermaster/internal/jsontree"
)

var objectFile = &Rule{
	ID: "object-file", Severity: Warning, Title: "Object file with objects that cannot be placed",
	Says: sentences{
		"no-list": "The file has no list “Objects”, so nothing is placed.",
		"many":    "The file holds {n} objects; more than about {most} make the server start slowly.",
		"directions": "ypr of every turned object (line {line} and on) is a direction of length 1; the game takes yaw, pitch and " +
			"roll in degrees.",
		"twice":       "“{object}” (line {line}) appears twice at the same place.",
		"nameless":    "“{object}” (line {line}) has no name.",
		"path":        "“{object}” (line {line}) is a path outside of the game's plants and rocks.",
		"no-position": "“{object}” (line {line}) has no position of three numbers.",
		"outside":     "“{object}” (line {line}) is at x {x}, z {z}, outside the map.",
		"corner":      "“{object}” (line {line}) is at x 0, z 0, in the corner of the map.",
		"class":       "“{object}” (line {line}) is an unknown class; did you mean “{near}”?",
	},
	Check: func(w *world, report report) {
		for _, n := range w.gameplayFiles() {
			if f := w.Game[n.below()]; f != nil && n.key == "objectSpawnersArr" {
				w.checkObjects(report, f)
			}
		}
	},
}

// maxObjects is about how many objects of a file a server places without a noticeable delay.
const maxObjects = 2000

// objectPaths are the folders of the game's data from which objects may be placed by their path.
var objectPaths = []string{"DZ/plants", "DZ/rocks"}

func (w *world) checkObjects(report report, f *gameFile) {
	root, _ := f.json()
	objects, _ := root.Member("Objects")
	if _, isList := objects.Value.([]any); !isList {
		report(f.about, says("no-list"), nil)
	}
	if n := len(objects.Members); n > maxObjects {
		report(f.about, says("many", "n", n, "most", maxObjects), nil)
	}
	if line := directions(f.text, objects.Members); line > 0 {
		report(f.about, says("directions", "line", inLine(line)), nil)
	}
	there, found, uses := map[string]bool{}, few{report: report, about: f.about}, map[string]int{}
	for _, n := range objects.Members {
		o, _ := n.Value.(*jsontree.Object)
		uses[o.Text("name")]++
	}
	for _, n := range objects.Members {
		o, _ := n.Value.(*jsontree.Object)
		key := o.Text("name") + " " + f.text[n.Start:n.End]
		problem := w.objectProblem(o, uses[o.Text("name")] > 1)
		if problem.IsNone() && there[key] {
			problem = says("twice")
		}
		if !problem.IsNone() {
			found.tell(func() message {
				return problem.With("object", o.Text("name"), "line", inLine(lineAt(f.text, n.Start)))
			})
		}
		there[key] = true
	}
	found.end()
}

// fewestDirections is how many objects must be turned by directions before that is no accident.
const fewestDirections = 3

// directions returns the line of the first object if all that are turned are so by vectors of length 1, and not by whole degrees; else 0.
func directions(text string, objects []jsontree.Node) (line int) {
	turned := 0
	for _, n := range objects {
		o, _ := n.Value.(*jsontree.Object)
		length, whole := 0.0, true
		for _, value := range o.List("ypr") {
			angle := parsedNumber(value)
			length += angle * angle
			whole = whole && angle == math.Trunc(angle)
		}
		switch {
		case length == 0:
			continue
		case whole || math.Abs(length-1) > 0.01:
			return 0
		case turned == 0:
			line = lineAt(text, n.Start)
		}
		turned++
	}
	if turned < fewestDirections {
		return 0
	}
	return line
}

// objectProblem returns what is wrong with an object, if anything. Classes of buildings are not known, so one is called wrong only where
// it is like one of the game's, and stands in the file once.
func (w *world) objectProblem(o *jsontree.Object, isRepeated bool) message {
	name, pos := o.Text("name"), o.List("pos")
	switch {
	case name == "":
		return says("nameless")
	case strings.ContainsAny(name, `/\`) && !isObjectPath(name):
		return says("path")
	case len(pos) != 3:
		return says("no-position")
	}
	x, z := parsedNumber(pos[0]), parsedNumber(pos[2])
	if w.MapSize > 0 && w.outside(x, z) {
		return says("outside", "x", x, "z", z)
	}
	if x == 0 && z == 0 {
		return says("corner")
	}
	if near := w.nearClass(name); near != "" && !isRepeated {
		return says("class", "near", near)
	}
	return message{}
}

func isObjectPath(name string) bool {
	slashed := strings.ReplaceAll(name, `\`, "/")
	for _, folder := range objectPaths {
		if strings.Contains(slashed, folder) {
			return true
		}
	}
	return false
}

func parsedNumber(value any) float64 {
	n, _ := value.(jsontree.Number)
	return parsed(string(n))
}
