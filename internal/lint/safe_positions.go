package lint

import (
	"encoding/json"
	"strings"

	"quartermaster/internal/effectarea"
	"quartermaster/internal/record"
)

// effectAreasPath is the file of effect areas below the mission folder, in lower case.
const effectAreasPath = "cfgeffectarea.json"

// safePositions returns the file of effect areas, and where it moves players who log in inside one: x and z each. Others than of two
// numbers are left out.
func (w *world) safePositions() (f *record.File, list [][2]float64) {
	f = w.fileAt(effectAreasPath)
	if f == nil || f.Skeleton == nil || f.Broken != nil {
		return nil, nil
	}
	settings, err := effectarea.Settings(withoutEntries(f, "{}"))
	if err != nil {
		return nil, nil // other rules report it
	}
	for _, s := range settings {
		var pairs [][]float64
		if s.Path == "SafePositions" && json.Unmarshal([]byte(s.Value), &pairs) == nil {
			for _, p := range pairs {
				if len(p) == 2 {
					list = append(list, [2]float64{p[0], p[1]})
				}
			}
		}
	}
	return f, list
}

// withoutEntries returns the text of a file with something in place of each entry.
func withoutEntries(f *record.File, instead string) string {
	var s struct {
		Leads []string `json:"leads"`
		Tail  string   `json:"tail"`
	}
	_ = json.Unmarshal([]byte(*f.Skeleton), &s) // an import wrote it
	var text strings.Builder
	for _, lead := range s.Leads {
		text.WriteString(lead + instead)
	}
	return text.String() + s.Tail
}

// checkSafePositions reports the safe positions that something is wrong with, in one finding.
func (w *world) checkSafePositions(report report, wrong func(p [2]float64) bool, problem message) {
	f, list := w.safePositions()
	var places []message
	for _, p := range list {
		if wrong(p) {
			places = append(places, says("spot", "x", p[0], "z", p[1]))
		}
	}
	if len(places) > 0 {
		report(f, problem.With("n", len(places), "places", places[:min(len(places), maxProblems)]), nil)
	}
}
