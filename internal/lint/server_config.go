package lint

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"quartermaster/internal/ce"
	declared "quartermaster/internal/document"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/servercfg"
)

var serverConfig = &Rule{
	ID: "server-config", Severity: Warning, Title: "Setting of serverDZ.cfg that does not work",
	Check: func(w *world, report report) {
		f := w.Game[serverPath]
		if f == nil {
			return
		}
		if strings.HasPrefix(f.text, "\ufeff") {
			report(f.about, "The file begins with a byte order mark, so the game may not read its first setting.", nil)
		}
		file, err := servercfg.Parse(f.text)
		if err != nil {
			report(f.about, "The game may not read the file, or not what follows: "+syntaxProblem(f.text, err)+".", nil)
			return
		}
		first := map[string]int{}
		for _, s := range file.Settings() {
			problem := w.settingProblem(s)
			if isInOtherQuotes(f.text, s) {
				problem = "is in typographic quotes, which the game does not know. Write straight ones (\")"
			}
			name := strings.ToLower(s.Name)
			if line, twice := first[name]; problem == "" && twice {
				problem = fmt.Sprintf("stands twice (before in line %d)", line)
			}
			first[name] = s.Line
			if problem != "" {
				report(f.about, fmt.Sprintf("%s (line %d) %s.", s.Name, s.Line, problem), nil)
			}
		}
		for _, sentence := range append(w.gameplaySwitch(file), serverProblems(file)...) {
			report(f.about, sentence, nil)
		}
	},
}

// isBattlEye reports whether a path is that of BattlEye's configuration.
func isBattlEye(lower string) bool {
	return declared.Named("battleye").IsAt(strings.TrimPrefix(lower, "/"), "")
}

// syntaxProblem describes why a file cannot be read. Of the line it says the name of the setting alone, since the value may be a password.
func syntaxProblem(text string, err error) string {
	var syntax *jsontree.SyntaxError
	if !errors.As(err, &syntax) {
		return err.Error()
	}
	problem := fmt.Sprintf("%s (line %d)", syntax.Reason, syntax.Line)
	if name, _, isSetting := strings.Cut(lineNumbered(text, syntax.Line), "="); isSetting {
		problem += " at " + strings.TrimSpace(name)
	}
	return problem
}

// lineNumbered returns a line of a text, counted from 1.
func lineNumbered(text string, number int) string {
	for line := range strings.Lines(text) {
		if number--; number == 0 {
			return line
		}
	}
	return ""
}

// settingText returns the value of a setting as text; "" for lists.
func settingText(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case jsontree.Number:
		return string(v)
	case bool:
		return fmt.Sprint(v)
	}
	return ""
}

// isInOtherQuotes reports whether a value stands in quotes of a word processor, and not in those of the game.
func isInOtherQuotes(text string, s servercfg.Setting) bool {
	value := settingText(s.Value)
	return strings.IndexAny(value, "“„”") == 0 && !strings.Contains(lineNumbered(text, s.Line), `"`)
}

var serverTime = regexp.MustCompile(`^\d{1,4}(/\d{1,2}){4}$`)

// settingProblem returns what is wrong with a setting, as the end of a sentence, or "".
func (w *world) settingProblem(s servercfg.Setting) string {
	text := settingText(s.Value)
	switch strings.ToLower(s.Name) {
	case "missions.dayz.template":
		if m := w.Instance.Mission; m != nil && *m != "" && !strings.EqualFold(*m, text) {
			return "is " + quoted(text) + ", but the files here are of the mission " + quoted(*m)
		}
	case "verifysignatures":
		return unless(text == "2", "is "+text+"; the game knows only 2, and without it players may bring mods of their own")
	case "servertimeacceleration":
		value := parsed(text)
		return unless(!notDecimal(text) && (value == 0 || value >= 0.1 && value <= 64), "is "+text+"; the game takes 0.1 to 64")
	case "passwordadmin":
		return unless(text != "", "is empty, so nobody needs a password to administer the server")
	case "servertime":
		return unless(strings.EqualFold(text, "SystemTime") || serverTime.MatchString(text), "is "+quoted(text)+"; the game takes SystemTime or a time such as 2015/4/8/17/23")
	case "shardid":
		return unless(len(text) == 6, "is "+quoted(text)+"; it must have six characters")
	case "lightingconfig":
		return unless(notDecimal(text) || !w.lacksLight(parsed(text)), "is "+text+", which this map does not have: "+lights)
	case "hostname":
		return unless(strings.TrimSpace(text) != "", "is empty, so nobody finds the server by its name. Enter one")
	}
	return misspeltSetting(s)
}

// misspeltSetting says that a setting is none of the game's, if it is like one of them. Others may be of newer versions.
func misspeltSetting(s servercfg.Setting) string {
	known := fieldNames(declared.Named("server").Fields())
	near := ce.Nearest(s.Name, known)
	isKnown := slices.ContainsFunc(known, func(k string) bool { return strings.EqualFold(k, s.Name) })
	return unless(isKnown || near == "" || strings.Contains(s.Name, "."), "is no setting that the game knows; "+quoted(near)+" may have been meant")
}

// serverProblems returns what settings that are not there, or two together, make impossible, as sentences.
func serverProblems(file *servercfg.File) (list []string) {
	if templateOf(file) == "" {
		list = append(list, "There is no template in the class Missions, so the server does not know which mission to run. Enter the name of its folder.")
	}
	warning, critical := parsed(settingText(file.Get("pingWarning"))), parsed(settingText(file.Get("pingCritical")))
	if critical > 0 && warning > critical {
		list = append(list, "pingWarning is "+number(warning)+" and pingCritical "+number(critical)+", so nobody is warned before it is critical. Swap the two.")
	}
	if at := strings.Split(settingText(file.Get("serverTime")), "/"); len(at) == 5 && isNoDate(at) {
		list = append(list, "serverTime is "+quoted(strings.Join(at, "/"))+", which is no time. Write year, month, day, hour and minute, such as 2015/4/8/17/23.")
	}
	return list
}

// templateOf returns the mission that the server runs; empty if the file names none.
func templateOf(file *servercfg.File) string {
	missions, _ := file.Get("Missions").(*jsontree.Object)
	return missions.Object("DayZ").Text("template")
}

// isNoDate reports whether year, month, day, hour and minute are no time.
func isNoDate(at []string) bool {
	month, day, hour, minute := parsed(at[1]), parsed(at[2]), parsed(at[3]), parsed(at[4])
	return month < 1 || month > 12 || day < 1 || day > 31 || hour > 23 || minute > 59
}

func unless(holds bool, problem string) string {
	if holds {
		return ""
	}
	return problem
}
