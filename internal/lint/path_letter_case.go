package lint

import (
	"path"
	"strings"

	"quartermaster/internal/ce"
)

var pathLetterCase = &Rule{
	ID: "path-letter-case", Severity: Warning, Title: "Path in other letter case than the file",
	Says: sentences{
		"file": "{by} names “{file}” (line {line}), but the file is “{is}”. A server on Linux does not find it. Write both alike.",
		"key": "{by} of cfggameplay.json names “{file}” (line {line}), but the file is “{is}”. A server on Linux does not find it. " +
			"Write both alike.",
		"fix": "Spell the paths in cfgeconomycore.xml as the files are.",
	},
	Check: func(w *world, report report) {
		there := w.spelledPaths()
		fix := w.spellFix(there)
		w.eachLoaded(func(place string, e *ce.Element) {
			there.check(report, w.CoreFile, naming{name: corePath}, e.Line, place, fix)
		})
		w.eachTerritoryFile(func(place string, e *ce.Element) {
			there.check(report, w.Game[environmentPath].about, naming{name: environmentPath}, e.Line, place, nil)
		})
		for _, n := range w.gameplayFiles() {
			there.check(report, w.Game[gameplayPath].about, naming{name: n.key, isKey: true}, n.line, n.path, nil)
		}
	},
}

// spelled are the paths of files with their spelling, by the same in lower case.
type spelled map[string]string

func (w *world) spelledPaths() spelled {
	there := spelled{}
	for _, f := range w.Files {
		there[strings.ToLower(f.Path)] = f.Path
	}
	for _, f := range w.extraFiles() {
		there[strings.ToLower(f.place)] = f.place
	}
	return there
}

// of returns the spelling of a path that a file names; empty if there is no such file.
func (s spelled) of(place string) string { return s[loadKey(strings.ReplaceAll(place, `\`, "/"))] }

// check reports a path that differs from the file in letter case alone.
func (s spelled) check(report report, about any, by naming, line int, place string, fix *Fix) {
	is := s.of(place)
	named := strings.TrimPrefix(path.Clean("/"+strings.ReplaceAll(place, `\`, "/")), "/")
	if is == "" || is == named {
		return
	}
	report(about, says(by.variant(), "by", by.name, "file", named, "line", inLine(line), "is", is), fix)
}

// spellFix returns a fix that spells all paths of cfgeconomycore.xml as the files are.
func (w *world) spellFix(there spelled) *Fix {
	return &Fix{Says: says("fix"), target: w.CoreFile, mend: func() {
		core, err := ce.ReadFile(*w.CoreFile.Content, "economycore")
		if err != nil {
			return // it could be read before
		}
		for _, n := range core.Root.Kids {
			if n.Name == "ce" {
				there.spell(n)
			}
		}
		w.CoreFile.Content = new(core.Text())
	}}
}

// spell spells the folder of a <ce> and the names in it as the files are, if these are in one folder.
func (s spelled) spell(n *ce.Node) {
	folder, _ := n.Value("folder")
	in := ""
	for _, kid := range n.Kids {
		name, named := kid.Value("name")
		is := s.of(folder + "/" + name)
		if !named || is == "" {
			continue
		}
		dir := path.Dir(is)
		if in != "" && dir != in {
			return
		}
		in = dir
		kid.Set("name", path.Base(is))
	}
	if in != "" {
		n.Set("folder", in)
	}
}
