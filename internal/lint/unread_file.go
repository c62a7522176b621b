package lint

import (
	"cmp"
	"strings"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

// roots are the elements around the entries of the files at which the game looks by itself.
var roots = map[string]string{
	"db/types.xml": "types", "db/events.xml": "events", "db/messages.xml": "messages", globalsPath: "variables", economyPath: "economy",
	corePath: "economycore", "cfglimitsdefinition.xml": "lists", "cfglimitsdefinitionuser.xml": "user_lists",
	"cfgspawnabletypes.xml": "spawnabletypes", "cfgrandompresets.xml": "randompresets", "cfgeventspawns.xml": "eventposdef",
	"cfgplayerspawnpoints.xml": "playerspawnpoints", groupsFile: "eventgroupdef", weatherPath: "weather", environmentPath: "env",
	ignoredPath: "ignore", prototypesPath: "prototype",
}

var unreadFile = &Rule{
	ID: "unread-file", Severity: Error, Title: "File without its outer element",
	Says: sentences{
		"none": "The game looks for <{element}> around everything in {file} and finds its entries alone, so it reads nothing of the " +
			"file. Write <{element}> before them and </{element}> behind.",
		"other": "The game looks for <{element}> around everything in {file} and finds <{other}>, so it reads nothing of the file.",
		"more": "The game looks for <{element}> around everything in {file} and finds more behind </{element}>, of which it reads " +
			"nothing. Move that before </{element}>.",
	},
	Check: func(w *world, report report) {
		for _, f := range w.Files {
			want := cmp.Or(roots[strings.ToLower(f.Path)], roots[mainFiles[w.loadedKind(f)]])
			got, more := w.rootsOf(f)
			switch {
			case want == "":
			case got == "" && f.Skeleton != nil && f.Broken == nil:
				report(f, says("none", "element", want, "file", f.Path), nil)
			case got != "" && got != want:
				report(f, says("other", "element", want, "file", f.Path, "other", got), nil)
			case more:
				report(f, says("more", "element", want, "file", f.Path), nil)
			}
		}
	},
}

// loadedKind returns what a file holds, if cfgeconomycore.xml loads it as that.
func (w *world) loadedKind(f *record.File) ce.FileType {
	if f.Kind != w.loadedAs(f.Path) {
		return ce.UnknownFile // another rule reports it
	}
	return ce.FileType(f.Kind)
}

// rootsOf returns the name of the outer element of a file, empty if it is unknown or entries stand before it, and whether there is
// another one, or an entry, behind it.
func (w *world) rootsOf(f *record.File) (first string, more bool) {
	text := ""
	switch stored := w.Game[strings.ToLower(f.Path)]; {
	case f.Broken != nil:
	case f.Content != nil:
		text = *f.Content
	case stored != nil:
		text = stored.text
	case f.Skeleton != nil:
		text = withoutEntries(f, "<"+anEntry+"/>")
	}
	for e := range ce.Elements(text) {
		switch {
		case first == "" && e.Name == anEntry:
			return "", false
		case first != "" && e.Parent == "":
			return first, true
		}
		first = cmp.Or(first, e.Name)
	}
	return first, false
}

// anEntry stands for each entry of a file: the game's files have no such element.
const anEntry = "entry-of-the-file"
