package lint

import (
	"slices"
	"strings"

	"quartermaster/internal/ce"
	declared "quartermaster/internal/document"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/servercfg"
)

var battleyeConfig = &Rule{
	ID: "battleye-config", Severity: Warning, Title: "BattlEye setting that does not work",
	Says: sentences{
		"misspelt":        "BattlEye does not know “{setting}” (line {line}); did you mean “{near}”?",
		"twice":           "{setting} appears twice (lines {first} and {line}). Keep one of them.",
		"restricted":      "RestrictRCon (line {line}) is 1, so kicks, bans and commands over RCon do nothing. Set it to 0 if you want them.",
		"port-of-queries": "RConPort (line {line}) is {port}, which serverDZ.cfg has for queries, so RCon does not answer. Choose another port.",
		"no-password":     "There is no RConPassword, so remote control is off. Enter one without blanks, or delete RConPort.",
		"no-port":         "There is no RConPort, which BattlEye wants with a password. Enter a port that neither the game nor its queries use.",
		"blank":           "The RConPassword has a blank, and BattlEye reads it up to that. Choose one without.",
	},
	Check: func(w *world, report report) {
		for _, f := range w.Files {
			g := w.Game[strings.ToLower(f.Path)]
			if g == nil || !isBattlEye(strings.ToLower(f.Path)) {
				continue
			}
			if file, err := servercfg.ParseLines(g.text); err == nil {
				w.checkBattlEye(file, func(problem message) { report(f, problem, nil) })
			}
		}
	},
}

func (w *world) checkBattlEye(file *servercfg.File, tell func(message)) {
	known := fieldNames(declared.Named("battleye").Fields())
	first := map[string]int{}
	for _, s := range file.Settings() {
		name := strings.ToLower(s.Name)
		near := ce.Nearest(s.Name, known)
		isKnown := slices.ContainsFunc(known, func(k string) bool { return strings.EqualFold(k, s.Name) })
		switch {
		case !isKnown && near != "":
			tell(says("misspelt", "setting", s.Name, "line", inLine(s.Line), "near", near))
		case first[name] > 0:
			tell(says("twice", "setting", s.Name, "first", inLine(first[name]), "line", inLine(s.Line)))
		case name == "restrictrcon" && jsontree.ScalarText(s.Value) == "1":
			tell(says("restricted", "line", inLine(s.Line)))
		case name == "rconport" && slices.Contains(w.queryPorts(), jsontree.ScalarText(s.Value)):
			tell(says("port-of-queries", "line", inLine(s.Line), "port", jsontree.ScalarText(s.Value)))
		}
		first[name] = s.Line
	}
	password := jsontree.ScalarText(file.Get("RConPassword"))
	switch {
	case first["rconport"] > 0 && password == "":
		tell(says("no-password"))
	case password != "" && first["rconport"] == 0:
		tell(says("no-port"))
	case strings.ContainsAny(strings.TrimSpace(password), " \t"):
		tell(says("blank"))
	}
}

// queryPorts returns the ports that serverDZ.cfg names.
func (w *world) queryPorts() (list []string) {
	f := w.Game[serverPath]
	if f == nil {
		return nil
	}
	file, err := servercfg.Parse(f.text)
	if err != nil {
		return nil
	}
	for _, name := range []string{"steamQueryPort", "steamPort", "clientPort"} {
		if port := jsontree.ScalarText(file.Get(name)); port != "" {
			list = append(list, port)
		}
	}
	return list
}
