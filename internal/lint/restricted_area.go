package lint

import (
	"strconv"
)

var restrictedArea = &Rule{
	ID: "restricted-area", Severity: Warning, Title: "Restricted area that the game cannot use",
	Says: sentences{
		"empty": "{at} (line {line}) is empty, and so is PRAPolygons: the area has neither box nor polygon.",
		"box":   "{at} (line {line}) is no box of three times three numbers (size, orientation, center), which makes the whole area invalid.",
	},
	Check: func(w *world, report report) {
		for d := range w.gameDocuments() {
			if d.Slug == "restricted-area" {
				d.tell(report, areaProblems(d))
			}
		}
	},
}

func areaProblems(d *gameDocument) (list []problem) {
	boxes := d.Tree.List("PRABoxes")
	if len(boxes) == 0 && len(d.Tree.List("PRAPolygons")) == 0 {
		return []problem{problemAt("PRABoxes", "empty")}
	}
	for i, box := range boxes {
		if !isBox(box) {
			list = append(list, problemAt("PRABoxes."+strconv.Itoa(i), "box"))
		}
	}
	return list
}

func isBox(value any) bool {
	triples, _ := value.([]any)
	for _, triple := range triples {
		if numbers, _ := triple.([]any); len(numbers) != 3 {
			return false
		}
	}
	return len(triples) == 3
}
