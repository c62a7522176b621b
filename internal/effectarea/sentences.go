package effectarea

import "quartermaster/internal/say"

// Sentences are those of the warnings about the file, behind the number of a line. Of a value that could not be read, kept has the problem.
var Sentences = say.Table{
	"no-name":        "an area without AreaName",
	"kept":           "{problem}; it is kept as it is",
	"wants-text":     "{key} is not a text",
	"wants-number":   "{key} is not a number",
	"wants-object":   "{key} is not an object",
	"wants-position": "{key} is not a list of three numbers",
}
