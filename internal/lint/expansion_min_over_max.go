package lint

import (
	"slices"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

var expansionMinOverMax = &Rule{
	ID: "expansion-min-over-max", Severity: Warning, Title: "Setting with its minimum above its maximum",
	Says: sentences{
		"swapped": "{at} is {min} and {most} {max}.",
	},
	Check: func(w *world, report report) {
		for d := range w.Mod.all() {
			if d.Of == expansion.Category || d.Of == expansion.Loadout {
				continue // they have rules of their own
			}
			d.Of.EachObject(d.Tree, func(path string, fields []*expansion.Field, o *jsontree.Object) {
				for _, f := range fields {
					checkPair(report, d, path, f, fields, o)
				}
			})
		}
	},
}

// checkPair reports a minimum that is greater than its maximum. Negative numbers are inherited or stand for no limit.
func checkPair(report report, d *document, path string, least *expansion.Field, fields []*expansion.Field, o *jsontree.Object) {
	most := counterpart(least.Name)
	if most == "" || !declares(fields, most) {
		return
	}
	low, hasLow := numberAt(o, least.Name)
	high, hasHigh := numberAt(o, most)
	if unlimited := high == 0 && most == "NumberOfAIMax"; !hasLow || !hasHigh || low < 0 || high < 0 || low <= high || unlimited {
		return
	}
	at := jsontree.Join(path, least.Name)
	report(within{d.about, at}, says("swapped", "at", at, "min", rounded(low), "most", most, "max", rounded(high)), nil)
}

// counterpart returns the key of the maximum that belongs to a minimum, or "".
func counterpart(least string) string {
	switch {
	case least == "NumberOfAI":
		return "NumberOfAIMax"
	case strings.Contains(least, "Min") && !strings.Contains(least, "Minute"):
		return strings.Replace(least, "Min", "Max", 1)
	}
	return ""
}

func declares(fields []*expansion.Field, name string) bool {
	return slices.ContainsFunc(fields, func(f *expansion.Field) bool {
		return f.Name == name && (f.Type == expansion.Int || f.Type == expansion.Float)
	})
}
