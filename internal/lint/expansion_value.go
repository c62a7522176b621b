package lint

import (
	"path"
	"slices"
	"strings"

	"quartermaster/internal/expansion"
)

var expansionValue = &Rule{
	ID: "expansion-value", Severity: Warning, Title: "Value that the mod does not expect",
	Says: sentences{
		"wrong": "{is}",
		"more":  "{n|more value is|more values are} not as expected.",
	},
	Check: func(w *world, report report) {
		for d := range w.Mod.all() {
			outdated := d.isOutdated() // the mod brings it up to date
			problems := slices.DeleteFunc(d.Of.Check(d.Tree), func(p expansion.Problem) bool {
				return hasOwnRule(d, p) || outdated && !p.IsOfOtherSort()
			})
			for _, p := range problems[:min(len(problems), maxProblems)] {
				report(within{d.about, p.Path}, says("wrong", "at", p.Path, "is", broken{p.Message, p.Path}), nil)
			}
			if rest := len(problems) - maxProblems; rest > 0 {
				report(others{d.about, rest}, says("more", "n", rest), nil)
			}
		}
	},
}

// maxProblems limits the values that are reported for one document.
const maxProblems = 20

// isOutdated reports whether a file has an older version than the schema. The first settings had none.
func (d *document) isOutdated() bool {
	version, known := expansion.VersionOf(d.Tree, d.Of.VersionField)
	isSetting := expansion.Setting(d.Of.Slug) != nil && d.Of.Version > 0 && d.Tree.Len() > 0
	return known && version < int64(d.Of.Version) || !known && isSetting
}

// hasOwnRule reports whether another rule reports the problem with more detail.
func hasOwnRule(d *document, p expansion.Problem) bool {
	key := strings.TrimPrefix(path.Ext(p.Path), ".")
	switch d.Of {
	case expansion.Category:
		return p.Numeric() && slices.ContainsFunc(thresholds, func(b bounds) bool { return key == b.most || key == b.least })
	case expansion.Loadout:
		return p.Numeric()
	case expansion.Trader:
		return strings.HasPrefix(p.Path, "Items.")
	}
	return false
}
