package openapi

import (
	"cmp"
	"strings"

	"quartermaster/internal/endpoint"
)

// abouts describe what an operation does beyond its summary. ONE and MANY stand for the name of the records.
var abouts = map[endpoint.Action]string{
	endpoint.List: "A page of the MANY, by their ids unless `sort` says otherwise. With `Accept: text/csv` it is CSV, as at the same " +
		"path with `.csv` behind it.",
	endpoint.Get: "One ONE with all its fields, the nested ones among them. With `Accept: text/csv` it is CSV: a header and one line.",
	endpoint.Create: "Creates a ONE. Fields that are left out get their defaults; unknown and read-only fields are ignored. In an " +
		"instance, a body of `text/csv` is taken as at the same path with `.csv` behind it.",
	endpoint.Update: "Changes the ONE. The required fields must be sent; other fields that are left out keep their values, and null " +
		"clears those that may be empty.",
	endpoint.Patch: "Changes only those fields of the ONE that are sent; null clears those that may be empty.",
	endpoint.ExportCSV: "The MANY that the list finds, as CSV: a line for each, of all of them where no page is named. Nested lists, lists " +
		"of texts or numbers, and objects have no column.",
	endpoint.ImportCSV: "Changes the MANY that the lines name, by `sid` or by the fields that tell records apart, and creates the others: " +
		"all of them, or none. Errors name the line, such as `rows.5.nominal`; the header is line 1.",
	endpoint.Delete: "Deletes the ONE. Records that refer to it lose the reference, or are also deleted if they cannot exist without it; " +
		"the response counts those.",
}

// description says what an operation does. What its records are is said once, with their tag, unless nothing else is said.
func description(resource endpoint.Resource, e endpoint.Endpoint) string {
	text := abouts[e.Action]
	if e.Operation != nil {
		text = e.Operation.About
	}
	if e.Record != nil {
		text = strings.NewReplacer("ONE", e.Record.One, "MANY", e.Record.Plural()).Replace(text)
	}
	text = cmp.Or(text, resource.About)
	if e.Deprecated != nil {
		text += "\n\n" + deprecation(e.Deprecated)
	}
	return strings.TrimSpace(text)
}
