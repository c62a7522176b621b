package lint

import (
	"bytes"
	"encoding/xml"
	"path"
	"strings"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

var fileNotLoaded = &Rule{
	ID: "file-not-loaded", Severity: Warning, Title: "File the game does not load",
	Says: sentences{
		"other": "{file} contains {kind}, but cfgeconomycore.xml loads it as “{as}”.",
		"none":  "{file} is not in cfgeconomycore.xml, so the game does not load it.",
		"fix":   "Add an entry for it to cfgeconomycore.xml.",
	},
	needs: []string{"economycore"},
	Check: func(w *world, report report) {
		if w.Core == nil {
			return
		}
		loaded, told := loadedFiles(w.Core), map[string]bool{}
		for _, f := range w.extraFiles() {
			key := loadKey(f.place)
			as, named := loaded[key]
			switch {
			case told[key], as == string(f.kind):
			case named:
				report(f.about, says("other", "file", f.place, "kind", string(f.kind), "as", as), nil)
			default:
				report(f.about, says("none", "file", f.place), w.entryFix(f))
			}
			told[key] = true
		}
	},
}

// extraFile is a file other than the main one of its kind.
type extraFile struct {
	about any // the stored file, or the first record in it
	kind  ce.FileType
	place string // below the mission folder
}

// extraFiles returns the files that the game loads only if cfgeconomycore.xml names them. A file may occur several times.
func (w *world) extraFiles() (list []extraFile) {
	add := func(about any, sourceFile *string, kind ce.FileType) {
		if sourceFile != nil && *sourceFile != "" && !strings.EqualFold(*sourceFile, mainFiles[kind]) {
			list = append(list, extraFile{about, kind, *sourceFile})
		}
	}
	for _, f := range w.Files {
		if kind := ce.FileType(f.Kind); mainFiles[kind] != "" {
			add(f, &f.Path, kind)
		}
	}
	for _, t := range w.FirstTypes {
		add(t, t.SourceFile, ce.TypesFile)
	}
	for _, e := range w.Events {
		add(e, e.SourceFile, ce.EventsFile)
	}
	for _, t := range w.SpawnableTypes {
		add(t, t.SourceFile, ce.SpawnableTypesFile)
	}
	return list
}

// loadedFiles returns the types of the files that the economy core names, by path.
func loadedFiles(core *ce.EconomyCore) map[string]string {
	loaded := map[string]string{}
	for _, folder := range core.Folders {
		for _, file := range folder.Files {
			loaded[loadKey(strings.ReplaceAll(folder.Folder, `\`, "/")+"/"+file.Name)] = file.Type
		}
	}
	return loaded
}

func loadKey(place string) string {
	return strings.ToLower(strings.TrimPrefix(path.Clean("/"+place), "/"))
}

// entryFix returns a fix that adds the file to the economy core. The folder of a file beside it is a dot.
func (w *world) entryFix(f extraFile) *Fix {
	folder, name := path.Split(f.place)
	entry := `<economycore><ce folder="` + attribute(path.Clean(folder)) + `"><file name="` + attribute(name) + `" type="` + string(f.kind) +
		`"/></ce></economycore>`
	return &Fix{Says: says("fix"), target: w.CoreFile, mend: func() {
		if merged, err := ce.MergeEconomyCore([]byte(*w.CoreFile.Content), []byte(entry)); err == nil { // both have been parsed before
			w.CoreFile.Content = new(string(merged))
		}
	}}
}

func attribute(text string) string {
	var b bytes.Buffer
	_ = xml.EscapeText(&b, []byte(text)) // a buffer takes everything
	return b.String()
}

// isLoaded reports whether the game loads the file of a record, or a file, as far as is known: the main files and those that
// cfgeconomycore.xml names.
func (w *world) isLoaded(about any) bool {
	place, kind := "", ce.FileType("")
	switch r := about.(type) {
	case *record.Type:
		place, kind = textOr(r.SourceFile), ce.TypesFile
	case *record.Event:
		place, kind = textOr(r.SourceFile), ce.EventsFile
	case *record.SpawnableType:
		place, kind = textOr(r.SourceFile), ce.SpawnableTypesFile
	case *record.File:
		place, kind = r.Path, ce.FileType(r.Kind)
	}
	e, _ := w.entryOf(w.CoreFile)
	if place == "" || mainFiles[kind] == "" || strings.EqualFold(place, mainFiles[kind]) || w.Core == nil || e.row == nil {
		return true
	}
	return w.loadedAs(place) == string(kind)
}

// loadedAs returns the type that cfgeconomycore.xml gives to a file; empty if it does not name the file.
func (w *world) loadedAs(place string) string {
	if w.loaded == nil && w.Core != nil {
		w.loaded = loadedFiles(w.Core)
	}
	return w.loaded[loadKey(place)]
}
