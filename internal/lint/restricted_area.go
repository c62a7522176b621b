package lint

import (
	"strconv"

	"quartermaster/internal/expansion"
)

var restrictedArea = &Rule{
	ID: "restricted-area", Severity: Warning, Title: "Restricted area that the game cannot use",
	Check: func(w *world, report report) {
		for d := range w.gameDocuments() {
			if d.Slug == "restricted-area" {
				d.tell(report, areaProblems(d))
			}
		}
	},
}

func areaProblems(d *gameDocument) (list []expansion.Problem) {
	boxes := d.Tree.List("PRABoxes")
	if len(boxes) == 0 && len(d.Tree.List("PRAPolygons")) == 0 {
		return []expansion.Problem{problemAt("PRABoxes", "is empty, and so is PRAPolygons: the area has neither box nor polygon")}
	}
	for i, box := range boxes {
		if !isBox(box) {
			list = append(list, problemAt("PRABoxes."+strconv.Itoa(i), "is no box of three times three numbers (size, orientation, center), which makes the whole area invalid"))
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
