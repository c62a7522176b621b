package outcome

import (
	"quartermaster/internal/outage"
	"quartermaster/internal/say"
)

// Table has the sentences.
var Table = say.Table{
	"then": "{first} {next}",

	// what a job is about
	"file":         "{path}",
	"file-left":    "{path}, about {left} left",
	"fetched-left": "{path} (about {left} left)",
	"working-out":  "working out what changes",
	"listing":      "listing the server",
	"comparing":    "comparing files",
	"taking-in":    "importing changes from the server",
	"copying":      "keeping copies of what is replaced",
	"settling":     "waiting for the server to finish or undo what was written in place",
	"importing":    "importing",

	// why a job has failed
	"instance-deleted":   "The instance was deleted.",
	"unknown-work":       "This server does not know how to do this.",
	"no-permission":      "The person or token that ordered this no longer has the permission {permission}. Nothing was done.",
	"reviewed":           "Changes of this instance are made in drafts and reviewed. Nothing was changed.",
	"failed-often":       "The service failed several times while working on this and gave up.",
	"no-room":            outage.FullText,
	"upload-interrupted": "The upload was interrupted. Please send the files again.",
	"not-unpacked":       "{why}.",
	"changed-meanwhile":  "The instance has changed in the meantime. Nothing was changed.",
	"deleted-meanwhile":  "The instance, or what was to be changed in it, has been deleted.",
	"no-resource":        "This version of the program has no {resource}.",

	// why a revision cannot be undone
	"record":          "The {one} “{title}”",
	"unnamed":         "The {one}",
	"undo-made":       "{record} was made by this revision.",
	"undo-again":      "{record} exists again.",
	"undo-deleted":    "{record} has been deleted since.",
	"undo-changed":    "{record} has been changed since.",
	"undo-gone":       "{record} no longer has its {other}.",
	"undo-unfit":      "{record} no longer fits its parent.",
	"undo-used":       "{record} depends on what that revision made.",
	"undo-name-taken": "{record} now has a name that would come back.",

	// why a bulk change is refused
	"other-number": "The filter finds {n} and not {expected}. Nothing was changed.",

	// what is wrong with a game server
	"no-server": "This instance has no server to connect to.",
	"no-answer": "The server did not answer in time.",
	"other-fingerprint": "The server identifies itself with another fingerprint than before. Pinned: {pinned}; shown now: {shown}. Accept " +
		"the " +
		"new one only if your host has changed the server.",
	"not-there": "The server has no file {path}.",

	// what holds a delivery back, and why it has failed
	"new-errors":    "{n|error is|errors are} new since the last delivery.",
	"errors":        "{n|problem is an error|problems are errors}.",
	"game-runs":     "The game server is running. The game reads these files only at its start, and may overwrite them before that.",
	"busy":          "Another delivery of this instance was running.",
	"interrupted":   "It was interrupted.",
	"not-taken":     "The server did not accept {n|file|files}.",
	"changed-there": "Someone has changed it on the server in the meantime.",
	"other-there":   "The file on the server differs from the one sent.",
	"half-there":    "{why} Until the server answers again, these files may be incomplete there: {paths}.",
	"may-be-half": "The connection was lost while the file was being written. It may be incomplete until the server answers " +
		"again; then it is finished or taken back.",

	// what a run of a schedule has done
	"lists-are-same": "The player lists on the server are up to date.",
	"sent":           "{n:grouped|file was|files were} sent.",
	"left": "{n:grouped|file was left, because it was changed on the server|files were left, because they were changed on the " +
		"server}.",
	"layer-on":     "The layer {name} is on.",
	"layer-off":    "The layer {name} is off again.",
	"layer-shared": "{layers:quoted} changes some of the same values; the layer that was turned on last counts.",
	"layer-kept":   "{n:grouped|record edited since stays as it is|records edited since stay as they are}.",
	"layer-clashes": "The layer {name} was not turned on: {records:some} changed or got deleted since it was made. " +
		"Open the layer and choose what counts.",
	"layer-proposed":      "The layer {name} is only proposed. It was not turned on.",
	"layer-settled":       "The layer {name} is settled: its changes are permanent.",
	"layer-gone":          "The layer has been deleted.",
	"layer-missed":        "Its time passed before it could run.",
	"layer-elsewhere":     "The layer {name} stays on: another schedule has it on until later.",
	"recipe-done":         "The recipe changed {n:grouped|record|records}.",
	"recipe-copies":       "The recipe copies from another instance, which a schedule cannot read. Run it yourself.",
	"recipe-gone":         "The recipe has been deleted.",
	"announced":           "Players were told.",
	"announcement-missed": "It was too late for the message.",
	"nothing-new":         "Nothing has changed on the server.",
	"not-proposed":        "A layer cannot hold what was changed on the server. A manager can fetch it beside the review, for a reason.",
	"proposed":            "What was changed on the server is proposed as the layer {layer}.",
	"taken-in":            "Imported {n:grouped|file that was changed|files that were changed} on the server.",
}
