package ce

import "quartermaster/internal/say"

// Sentences are those of the warnings about the files, behind the number of a line.
var Sentences = say.Table{
	"entry":        "{element} {name:literal}: {says}",
	"lacks":        "<{element}> without {what} is not read",
	"lacks-number": "<{element}> without a number as its {what} is not read",
	"no-type":      "the file {file:literal} has no type",
	"cut":          "{what} {text:literal} is read as {read}",
	"no-number":    "{what} {text:literal} is not a number: it counts as not set, and stays in the file as it is",
	"out-of-range": "{what} {text:literal} is out of range: it counts as not set, and stays in the file as it is",
}
