package openapi

import (
	"strings"

	"quartermaster/internal/endpoint"
)

// abouts describe what an operation does beyond its summary. ONE and MANY stand for the name of the records.
var abouts = map[endpoint.Action]string{
	endpoint.List:      "A page of the MANY, by their ids unless `sort` says otherwise. With `Accept: text/csv` it is CSV, as at the same path with `.csv` behind it.",
	endpoint.Get:       "One ONE with all its fields, the nested ones among them. With `Accept: text/csv` it is CSV: a header and one line.",
	endpoint.Create:    "Creates a ONE. Fields that are left out get their defaults; unknown and read-only fields are ignored. In an instance, a body of `text/csv` is taken as at the same path with `.csv` behind it.",
	endpoint.Update:    "Changes the ONE. The required fields must be sent; other fields that are left out keep their values, and null clears those that may be empty.",
	endpoint.Patch:     "Changes only those fields of the ONE that are sent; null clears those that may be empty.",
	endpoint.ExportCSV: "The MANY that the list finds, as CSV: a line for each, of all of them where no page is named. Nested lists, lists of texts or numbers, and objects have no column.",
	endpoint.ImportCSV: "Changes the MANY that the lines name, by `sid` or by the fields that tell records apart, and creates the others: all of them, or none. Errors name the line, such as `rows.5.nominal`; the header is line 1.",
	endpoint.Delete:    "Deletes the ONE. Records that refer to it lose the reference, or are also deleted if they cannot exist without it; the response counts those.",

	endpoint.ListFiles:    "The generated files, each compared with the imported one.",
	endpoint.ImportFiles:  "Imports game files, or ZIPs of them, as records. Each file is imported completely or not at all, and the response reports on every one. Large uploads become jobs.",
	endpoint.DownloadFile: "One of the generated files. With `diff`, its differences from the imported one, as the comparison of a delivery plan has them; with `Accept: text/x-diff`, as a patch.",
	endpoint.DownloadZip:  "All generated files, with their paths below the server's root; with `folder`, those below it. 404 for a folder without files.",
	endpoint.GetText: "One of the generated files as text, whatever its encoding: line ends stay, a byte order mark is the first character, and bytes that are no characters are characters of a " +
		"private area (U+10E000 and the byte). `problems` says at which line and column it cannot be read, or what in it is not understood. 422 for a file that is no text, such as a map.",
	endpoint.SaveText: "Stores a text as a file, as one revision: its records become exactly those that it names. The bytes are in the encoding that the file had, or in `encoding`. A text that cannot be read is stored " +
		"as it is and told in `problems`: its file is generated with it, while the records stay as they were and wait for a text that can be read. With `dry_run` the text is only checked. " +
		"`If-None-Match: *` makes a new file only.",
	endpoint.RenameText: "Moves a file to the `path` in the body. Its records stay the same ones as long as it is of the same kind there; where the game looks for another kind of file, or for none, it becomes what an import there would make of it.",
	endpoint.DeleteText: "Deletes a file with the records that belong to it, as one revision, which can be undone. 422 for a file that is written for every instance.",

	endpoint.WatchJob:       "Server-sent events with the progress of the job, until it ends. The last event has its final state.",
	endpoint.CancelJob:      "Cancels a waiting job immediately, and a running one as soon as it can be stopped. What an import has imported is kept; other jobs change everything or nothing.",
	endpoint.DownloadStored: "The content of a stored file, as it was imported or generated.",
	endpoint.DeleteStored:   "Deletes a stored file, which frees space within the limits of the plan. Records are not changed.",
}

// description says what an operation does, and what it is about.
func description(resource endpoint.Resource, e endpoint.Endpoint) string {
	text := abouts[e.Action]
	if e.Operation != nil {
		text = e.Operation.About
	}
	if e.Record != nil {
		text = strings.NewReplacer("ONE", e.Record.One, "MANY", e.Record.Plural()).Replace(text)
	}
	text += "\n\n" + resource.About
	if e.Deprecated != nil {
		text += "\n\n" + deprecation(e.Deprecated)
	}
	return strings.TrimSpace(text)
}
