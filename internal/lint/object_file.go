package lint

import (
	"fmt"
	"math"
	"strings"

	"quartermaster/internal/jsontree"
)

var objectFile = &Rule{
	ID: "object-file", Severity: Warning, Title: "Object file with objects that cannot be placed",
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
		report(f.about, "The file has no list “Objects”, so nothing is placed.", nil)
	}
	if n := len(objects.Members); n > maxObjects {
		report(f.about, fmt.Sprintf("The file holds %d objects; more than about %d make the server start slowly.", n, maxObjects), nil)
	}
	if line := directions(f.text, objects.Members); line > 0 {
		report(f.about, fmt.Sprintf("ypr of every turned object (line %d and on) is a direction of length 1; the game takes yaw, pitch and roll in degrees.", line), nil)
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
		if problem == "" && there[key] {
			problem = "stands twice at the same place"
		}
		if problem != "" {
			found.tell(func() string {
				return fmt.Sprintf("%s (line %d) %s.", quoted(o.Text("name")), lineAt(f.text, n.Start), problem)
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

// objectProblem returns what is wrong with an object, or "". Classes of buildings are not known, so one is called wrong only where it is
// like one of the game's, and stands in the file once.
func (w *world) objectProblem(o *jsontree.Object, isRepeated bool) string {
	name, pos := o.Text("name"), o.List("pos")
	switch {
	case name == "":
		return "has no name"
	case strings.ContainsAny(name, `/\`) && !isObjectPath(name):
		return "is a path outside of the game's plants and rocks"
	case len(pos) != 3:
		return "has no position of three numbers"
	}
	x, z := parsedNumber(pos[0]), parsedNumber(pos[2])
	if w.MapSize > 0 && w.outside(x, z) {
		return "is at x " + number(x) + ", z " + number(z) + ", outside the map"
	}
	if x == 0 && z == 0 {
		return "is at x 0, z 0, in the corner of the map"
	}
	if near := w.nearClass(name); near != "" && !isRepeated {
		return "is a class that nothing knows; " + quoted(near) + " may have been meant"
	}
	return ""
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
