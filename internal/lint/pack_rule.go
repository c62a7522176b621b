package lint

import "quartermaster/internal/pack"

// What a rule of a pack has found is said by the pack.
var packFound = sentences{
	"by-pack":    "{at} (line {line}): {what}.",
	"unfinished": "The rules of the pack of {mod} take too long: not all of its files were checked.",
}

var packError = &Rule{
	ID: "pack-error", Severity: Error, Title: "Mistake in a file of a mod", Says: packFound,
	Check: func(w *world, report report) { w.tellFound(report, pack.Error) },
}

var packRule = &Rule{
	ID: "pack-rule", Severity: Warning, Title: "Value a mod most likely does not want", Says: packFound,
	Check: func(w *world, report report) { w.tellFound(report, pack.Warning) },
}
