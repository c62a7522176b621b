package openapi

import (
	"strings"

	"quartermaster/internal/endpoint"
)

// abouts describe what an operation does beyond its summary. ONE and MANY stand for the name of the records.
var abouts = map[endpoint.Action]string{
	endpoint.List:   "A page of the MANY, by their ids unless `sort` says otherwise. With `Accept: text/csv` it is a line for each, of all of them where no page is named.",
	endpoint.Get:    "One ONE with all its fields, the nested ones among them.",
	endpoint.Create: "Makes a ONE. Fields that are left out have their defaults; those that are unknown or read-only are ignored.",
	endpoint.Update: "Changes the ONE. The required fields must be sent; others that are left out keep their value, and null clears those that may be empty.",
	endpoint.Patch:  "Changes those fields of the ONE that are sent, and no others; null clears those that may be empty.",
	endpoint.Delete: "Deletes the ONE. What refers to it loses the reference, or goes along where it cannot be without; the answer counts what went along.",

	endpoint.Health:        "Tells whether the database, the cache, the storage and the queue work. It needs no token, and is 503 when one of them does not.",
	endpoint.ListInstances: "A page of your instances with their maps, their settings and how much they hold. Passwords are never shown.",
	endpoint.GetInstance:   "One of your instances with its map, its settings and how much it holds. Passwords are never shown.",
	endpoint.Apply: "Puts every value that the preset has into the types of its category, or into those that the body names: all of them or none. " +
		"With `dry_run` nothing changes, and the answer counts what would.",
	endpoint.Batch: "Creates, updates and deletes records of any resources of the instance in the order of the operations: all of them, or none. " +
		"It is one revision, so that it can be undone as a whole. What is wrong is told by the operation, as in `operations.3.data.name`.",

	endpoint.ListFiles:      "The files that generation would write, with how they compare with what was imported.",
	endpoint.ImportFiles:    "Reads game files, or ZIPs of them, into records. Each file is all or nothing, and the answer reports on every one. Large uploads become jobs.",
	endpoint.DownloadFile:   "One of the files that generation writes. With `diff` it is how that file differs from what was imported, as JSON or as a unified diff.",
	endpoint.DownloadZip:    "All files that generation writes, as they lie below the server's root.",
	endpoint.WatchJob:       "Server-sent events with how far the job is, until it has ended. The last event holds the job as it then is.",
	endpoint.CancelJob:      "Ends a job that waits at once, and one that runs as soon as it can be stopped. What it has imported stays.",
	endpoint.DownloadStored: "The content of a stored file, as it was imported or generated.",
	endpoint.DeleteStored:   "Deletes a stored file, which makes room within the limits of the plan. Records are not touched.",

	endpoint.ListRevisions:    "The changes to the instance, the newest first: who made them, when and how many. With `resource` and `sid` those of one record.",
	endpoint.GetRevision:      "One change to the instance with what it did to which records, a page of them at a time.",
	endpoint.CompareRevisions: "The records that differ between two states of the instance, with the values of the fields that do.",
	endpoint.UndoRevision:     "Takes back what one revision did and leaves what came after it. It is refused where later changes touch the same fields, and tells which.",
	endpoint.RevertTo:         "Brings the instance, or one record of it, back to how it was at a revision. That is a new revision, which can be undone.",

	endpoint.Lint:            "What is wrong with the records of the instance, the gravest first, with a page of the documentation for each rule.",
	endpoint.ListLintRules:   "The rules that the instance is checked by, with the severity that each has here.",
	endpoint.UpdateLintRules: "Changes how grave findings of rules are in this instance, and what rules go by. Rules that are not named stay as they are.",
	endpoint.FixFindings:     "Settles findings that have a fix, as one revision. With `dry_run` nothing changes, and the answer tells what would.",

	endpoint.PageInstances:    "A page of your instances in the form of the earlier API, without their maps.",
	endpoint.ShowInstance:     "One of your instances with its map, as a bare record. Its password is never shown.",
	endpoint.CreateInstance:   "Makes an instance on a map, with an economy core of the defaults.",
	endpoint.UpdateInstance:   "Changes those fields of the instance that are sent, and no others.",
	endpoint.DeleteInstance:   "Deletes the instance with everything in it: records, files and history. That cannot be undone.",
	endpoint.ShowEconomyCore:  "The economy core of the instance, as a bare record. Flags are 0 or 1.",
	endpoint.SaveEconomyCore:  "Changes those fields of the economy core that are sent, and no others, and answers all of it.",
	endpoint.ResetEconomyCore: "Puts the economy core back to the defaults, under a new sid.",
}

// description says what an operation does, and what it is about.
func description(resource endpoint.Resource, e endpoint.Endpoint) string {
	text := abouts[e.Action]
	if e.Record != nil {
		text = strings.NewReplacer("ONE", e.Record.One, "MANY", e.Record.Plural()).Replace(text)
	}
	text += "\n\n" + resource.About
	if e.Deprecated != nil {
		text += "\n\n" + deprecation(e.Deprecated)
	}
	return strings.TrimSpace(text)
}
