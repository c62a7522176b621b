package target

import (
	"quartermaster/internal/outcome"
	"quartermaster/internal/say"
)

// sentences are those of tests, beside what package outcome says of servers.
var sentences = say.Table{
	"unreadable-folder": "The folder of {of}, {folder}, cannot be read: {why}",
	"file-for-folder":   "The folder of {of}, {folder}, is a file.",
	"no-folder":         "The folder of {of} was not found. It is created with the first file sent there, or name another one.",
	"many-folders":      "The server has more folders than the test checks. Name those it did not find.",
	"no-files":          "No files yet that Quartermaster reads.",

	"not-written": "Files cannot be written into {folder}: {why}",
	"not-renamed": "Files cannot be renamed in {folder}: {why}",
	"not-deleted": "Files cannot be deleted in {folder}: {why}",
	"no-rename":   "The server cannot rename a file over another, so a file that is being sent is incomplete for a moment.",

	"no-mission": "No mission was found: no folder has the folder db and the file init.c or cfgeconomycore.xml. Check the folder on the " +
		"server, or name the mission’s folder.",
	"other-missions":      "serverDZ.cfg runs the mission {mission}, whose folder was not found. Found: {found}.",
	"other-missions-none": "serverDZ.cfg runs the mission {mission}, whose folder was not found. No mission was found.",
	"several-missions": "There are several missions, and none is called {mission}, as in the settings of this instance. Found: {found}. " +
		"Name the mission’s folder.",
	"other-mission": "The server runs the mission {mission}, this instance is made for {ours}. Its files go to {folder}.",
	"other-map": "The server runs the mission {mission}, this instance is made for {ours}, which is on another map. Change the mission in " +
		"the settings of the instance, or name the mission’s folder.",

	"unread-config": "{file} cannot be read: {why}",
	"no-template":   "{file} names no mission (template = \"...\";).",
	"no-config":     "serverDZ.cfg was not found: the host keeps it elsewhere, or the mission is set in its panel.",
	"lists-in-panel": "The lists of players are kept in the host’s panel. If a file such as ban-override.txt lies in {folder}, the server " +
		"takes the list from it, and Quartermaster sends it there.",
}

// Sentences returns what a test says of its server.
func Sentences(list []say.Message) []string {
	texts := make([]string, len(list))
	for i, m := range list {
		texts[i] = sentences.Sentence(m, outcome.Table)
	}
	return texts
}
