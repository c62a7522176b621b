package lint

import (
	"log/slog"
	"path"
	"runtime/debug"
	"slices"
	"strings"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

// mainFiles holds the paths at which the game looks by itself, below the mission folder. cfgeconomycore.xml must list other files.
var mainFiles = map[ce.FileType]string{
	ce.TypesFile: "db/types.xml", ce.EventsFile: "db/events.xml", ce.SpawnableTypesFile: "cfgspawnabletypes.xml",
}

// pathOf returns the path of a record's file below the mission folder, in lower case.
func pathOf(sourceFile *string, kind ce.FileType) string {
	if sourceFile == nil || *sourceFile == "" {
		return mainFiles[kind]
	}
	return strings.ToLower(*sourceFile)
}

// corePath is the path of the economy core below the mission folder.
const corePath = "cfgeconomycore.xml"

// groupsFile is the file that names the groups of objects that events may place.
const groupsFile = "cfgeventgroups.xml"

// readFiles parses the files that are stored as text. What cannot be parsed counts as unknown.
func (w *world) readFiles() {
	for _, f := range w.Files {
		if f.Content != nil {
			w.attemptFile(f, []byte(*f.Content))
		}
	}
	if w.CoreFile == nil {
		w.newCore()
	}
}

// attemptFile parses a file. A panic is logged, and the file counts as unknown.
func (w *world) attemptFile(f *record.File, content []byte) {
	defer func() {
		if cause := recover(); cause != nil {
			slog.Error("panic", "file", f.Path, "cause", cause, "stack", string(debug.Stack()))
		}
	}()
	w.readFile(f, content)
}

func (w *world) readFile(f *record.File, content []byte) {
	switch {
	case f.Kind == string(ce.EconomyCoreFile):
		w.CoreFile = f
		w.Core, _, _ = ce.ParseEconomyCore(content)
	case f.Kind == string(ce.LimitsFile):
		w.LimitsFile = f
		w.Limits, _, _ = ce.ParseLimits(content)
	case f.Kind == string(ce.UserLimitsFile):
		w.UserLimitsFile = f
		w.UserLimits, _, _ = ce.ParseUserLimits(content)
	case strings.EqualFold(path.Base(f.Path), groupsFile):
		w.GroupsFile = f
		if list, err := ce.EventGroupNames(content); err == nil {
			w.Groups = newNames(list...)
		}
	}
}

// unread reports whether there is a file of the kind that could not be read, so that its definitions are unknown. A file of types
// without types is one too: another rule reports it.
func (w *world) unread(kind string) bool {
	if kind == string(ce.TypesFile) && len(w.Entries) == 0 && w.fileAt(mainFiles[ce.TypesFile]) != nil {
		return true
	}
	return slices.ContainsFunc(w.Files, func(f *record.File) bool { return f.Broken != nil && f.Kind == kind })
}

// newCore sets the economy core of an instance without an imported one.
func (w *world) newCore() {
	w.CoreFile = &record.File{Path: corePath, Kind: string(ce.EconomyCoreFile), Content: new(string(ce.NewEconomyCore()))}
	w.Core = &ce.EconomyCore{}
	w.add(record.Files, w.CoreFile, nil)
}

// knowsMainTypes reports whether the main file of types has been imported.
func (w *world) knowsMainTypes() bool {
	return w.fileAt(mainFiles[ce.TypesFile]) != nil
}
