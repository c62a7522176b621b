package lint

import (
	"path"
	"slices"
	"strings"

	"quartermaster/internal/expansion"
)

var documentValue = &Rule{
	ID: "document-value", Severity: Warning, Title: "Value that the game does not expect",
	Check: func(w *world, report report) {
		for d := range w.gameDocuments() {
			if !slices.Contains(ruledElsewhere, d.Slug) {
				d.tell(report, wrongValues(slices.DeleteFunc(d.Check(d.Tree), func(p expansion.Problem) bool {
					return p.Foreign() || d.ruledElsewhere(p)
				})))
			}
		}
	},
}

// ruledElsewhere are the documents whose values have rules of their own.
var ruledElsewhere = []string{"globals", "economy", "gameplay"}

// ruledElsewhere reports whether another rule reports the problem with more detail.
func (d *gameDocument) ruledElsewhere(p expansion.Problem) bool {
	key := strings.TrimPrefix(path.Ext("."+p.Path), ".")
	switch d.Slug {
	case "weather":
		return !p.Numeric() // as attributes are no numbers
	case "environment":
		return key == "behavior"
	case "server":
		return key == "verifySignatures" || key == "serverTimeAcceleration"
	case "object-spawner":
		return key == "pos"
	case "underground-triggers":
		return strings.Count(p.Path, ".") == 2 && slices.Contains(triggerKeys, key)
	}
	return false
}
