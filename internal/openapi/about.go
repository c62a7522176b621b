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

	endpoint.Health:        "Whether the database, the cache, the storage and the queue work. No token is needed; the status is 503 if one of them does not work.",
	endpoint.ListInstances: "A page of your instances with their maps, their settings and how much they hold. Passwords are never shown.",
	endpoint.GetInstance:   "One of your instances with its map, its settings and how much it holds. Passwords are never shown.",

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

	endpoint.ListRevisions:    "The revisions of the instance, newest first: who made them, when, and how many changes. With `resource` and `sid`, those of one record, which say what they did to it; or those that `by`, `of`, `record`, `since` and `until` choose.",
	endpoint.GetRevision:      "One revision of the instance with a page of its changes to records.",
	endpoint.RevisionFiles:    "For each file that the revision imported, the records that it has more, less or with other values than the file imported before, whatever became of them in the instance: what an update of the game or of a mod has changed. Lists up to 1,000 records; as CSV, all.",
	endpoint.CompareRevisions: "The records that differ between two states of the instance, with the values of the fields that do.",
	endpoint.UndoRevision:     "Undoes a single revision and keeps everything later. Fails if later changes affect the same fields, and says which.",
	endpoint.RevertTo:         "Takes the instance, or one of its records, back to a revision. This makes a new revision, which can be undone.",

	endpoint.Lint:            "The problems in the records of the instance, the most severe first. Each rule has a page in the documentation.",
	endpoint.CountFindings:   "How many problems each rule has found, the most severe rules first. Rules that have found nothing are left out.",
	endpoint.ProposeEconomy:  "Takes the body of a batch and answers as GET does, with the figures after its operations and under `compared` those of what is stored. The operations are checked as in a batch; nothing is stored, and no revision is made.",
	endpoint.ListLintRules:   "The lint rules, with their severities in this instance.",
	endpoint.UpdateLintRules: "Changes the severities of rules in this instance, and the settings that rules use. Rules that are left out are not changed.",
	endpoint.ExportRevisions: "The changes of the instance, oldest first. They are sent while they are read, so that the history may be of any size. With `format=csv` or `Accept: text/csv` it is CSV, as at the same path with `.csv` behind it.",
	endpoint.ExportChanges:   "The changes of the instance, oldest first, with a line for each field that was changed.",
	endpoint.ExportImported:  "What `files` of a revision lists, in full: a line for each value that differs.",
	endpoint.SumUpRevisions:  "Who has made how many revisions and changes: in this month, or in the days that `since` and `until` choose.",
	endpoint.ListLogs:        "The last log of each sort of the game server, with what was found in it. Nothing else of a log is kept.",
	endpoint.AddLogs:         "Reads logs of the game server: RPT, script, crash and ADM logs of up to 512 MiB. What they say about records becomes problems of the instance. Each takes the place of the last log of its sort.",
	endpoint.DeleteLog:       "Dismisses a log, with the problems that come from it.",
	endpoint.GetTarget:       "Where the files of the game server are and how they are reached, with what the last test has found. Secrets are never shown. 404 if no target is set.",
	endpoint.SetTarget:       "Sets the target. It is the connection of the instance in the earlier API (hostname, connection_port, username, password, is_sftp, dir) with more fields. What is left out gets its default; secrets stay, and so does `pinned` of the same server. With `generate_key`, an SSH key is made, whose `public_key` is in the response.",
	endpoint.DeleteTarget:    "Forgets how the game server is reached, with password and keys. Nothing is changed on the server.",
	endpoint.TestTarget:      "Connects to the server, finds the folders of mission, profiles and BattlEye in the layouts that hosts use, reads serverDZ.cfg, and tries to write, rename and delete a file. What goes wrong there is in `problems`. The first test pins the fingerprint of the server. It takes a minute at most.",
	endpoint.Pull: "Lists the server, fetches the files that are listed otherwise than when they were last read or delivered, and imports those that were changed there; what the instance has changed itself stays, unless " +
		"`mode` is `replace`. Where both have changed a value, `prefer` and `choices` say what counts. With `dry_run` nothing is changed; the response says what would change here, and what was changed on the server since both sides had the same. 200 with the result where that takes less than two seconds, else 202 with the job.",
	endpoint.FixFindings: "Fixes problems that have a fix, in one revision. With `dry_run` nothing is changed, and the response lists what would change.",

	endpoint.PageInstances:    "A page of your instances in the form of the earlier API, without their maps.",
	endpoint.ShowInstance:     "One of your instances with its map, as a bare record. Its password is never shown.",
	endpoint.CreateInstance:   "Creates an instance with a map and an economy core with default values.",
	endpoint.UpdateInstance:   "Changes only those fields of the instance that are sent.",
	endpoint.DeleteInstance:   "Deletes the instance and everything in it: records, files and history. This cannot be undone.",
	endpoint.ShowEconomyCore:  "The economy core of the instance, as a bare record. Flags are 0 or 1.",
	endpoint.SaveEconomyCore:  "Changes only those fields of the economy core that are sent, and returns all of it.",
	endpoint.ResetEconomyCore: "Resets the economy core to the defaults, under a new sid.",
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
