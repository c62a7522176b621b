package lint

import (
	"fmt"
	"slices"
	"strings"

	"quartermaster/internal/ce"
	declared "quartermaster/internal/document"
	"quartermaster/internal/servercfg"
)

var battleyeConfig = &Rule{
	ID: "battleye-config", Severity: Warning, Title: "Setting of BattlEye that does not work",
	Check: func(w *world, report report) {
		for _, f := range w.Files {
			g := w.Game[strings.ToLower(f.Path)]
			if g == nil || !isBattlEye(strings.ToLower(f.Path)) {
				continue
			}
			if file, err := servercfg.ParseLines(g.text); err == nil {
				w.checkBattlEye(file, func(sentence string) { report(f, sentence, nil) })
			}
		}
	},
}

func (w *world) checkBattlEye(file *servercfg.File, tell func(sentence string)) {
	known := fieldNames(declared.Named("battleye").Fields())
	first := map[string]int{}
	for _, s := range file.Settings() {
		name := strings.ToLower(s.Name)
		near := ce.Nearest(s.Name, known)
		isKnown := slices.ContainsFunc(known, func(k string) bool { return strings.EqualFold(k, s.Name) })
		switch {
		case !isKnown && near != "":
			tell(fmt.Sprintf("BattlEye does not know %s (line %d); %s may have been meant.", quoted(s.Name), s.Line, quoted(near)))
		case first[name] > 0:
			tell(fmt.Sprintf("%s stands twice (lines %d and %d). Keep one of them.", s.Name, first[name], s.Line))
		case name == "restrictrcon" && settingText(s.Value) == "1":
			tell(fmt.Sprintf("RestrictRCon (line %d) is 1, so kicks, bans and commands over RCon do nothing. Set it to 0 if you want them.", s.Line))
		case name == "rconport" && slices.Contains(w.queryPorts(), settingText(s.Value)):
			tell(fmt.Sprintf("RConPort (line %d) is %s, which serverDZ.cfg has for queries, so RCon does not answer. Choose another port.", s.Line, settingText(s.Value)))
		}
		first[name] = s.Line
	}
	password := settingText(file.Get("RConPassword"))
	switch {
	case first["rconport"] > 0 && password == "":
		tell("There is no RConPassword, so remote control is off. Enter one without blanks, or delete RConPort.")
	case password != "" && first["rconport"] == 0:
		tell("There is no RConPort, which BattlEye wants with a password. Enter a port that neither the game nor its queries use.")
	case strings.ContainsAny(strings.TrimSpace(password), " \t"):
		tell("The RConPassword has a blank, and BattlEye reads it up to that. Choose one without.")
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
		if port := settingText(file.Get(name)); port != "" {
			list = append(list, port)
		}
	}
	return list
}
