package lint

import (
	"errors"
	"regexp"
	"slices"
	"strings"

	"quartermaster/internal/ce"
	declared "quartermaster/internal/document"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/servercfg"
)

var serverConfig = &Rule{
	ID: "server-config", Severity: Warning, Title: "serverDZ.cfg setting that does not work",
	Says: sentences{
		"mark":            "The file begins with a byte order mark, so the game may not read its first setting.",
		"unreadable":      "The game may not read the file, or not what follows: {reason}.",
		"unreadable-line": "The game may not read the file, or not what follows: {reason} (line {line}).",
		"unreadable-at":   "The game may not read the file, or not what follows: {reason} (line {line}) at {setting}.",
		"quotes":          "{setting} (line {line}) is in typographic quotes, which the game does not know. Write straight ones (\").",
		"twice":           "{setting} (line {line}) appears twice (before in line {first}).",
		"mission":         "{setting} (line {line}) is “{value}”, but the files here are of the mission “{mission}”.",
		"signatures":      "{setting} (line {line}) is {value}; the game knows only 2, and without it players may bring mods of their own.",
		"acceleration":    "{setting} (line {line}) is {value}; the game takes 0.1 to 64.",
		"admin":           "{setting} (line {line}) is empty, so nobody needs a password to administer the server.",
		"time":            "{setting} (line {line}) is “{value}”; the game takes SystemTime or a time such as 2015/4/8/17/23.",
		"shard":           "{setting} (line {line}) is “{value}”; it must have six characters.",
		"lighting": "{setting} (line {line}) is {value}, which this map does not have: 0 is bright nights, 1 dark ones, 2 those of " +
			"Sakhal. Enter one of these.",
		"host":     "{setting} (line {line}) is empty, so nobody finds the server by its name. Enter one.",
		"misspelt": "{setting} (line {line}) is a setting the game does not know; did you mean “{near}”?",
		"no-template": "There is no template in the class Missions, so the server does not know which mission to run. Enter the name " +
			"of its folder.",
		"ping":    "pingWarning is {warning} and pingCritical {critical}, so nobody is warned before it is critical. Swap the two.",
		"no-time": "serverTime is “{value}”, which is no time. Write year, month, day, hour and minute, such as 2015/4/8/17/23.",
		"gameplay-off": "enableCfgGameplayFile is not 1, so the game does not read cfggameplay.json, which names {n|file|files} of " +
			"objects, gear or areas.",
		"gameplay-counts": "{setting} (line {line}) is not read, because enableCfgGameplayFile is 1: cfggameplay.json counts, which " +
			"says {value}.",
	},
	Check: func(w *world, report report) {
		f := w.Game[serverPath]
		if f == nil {
			return
		}
		if strings.HasPrefix(f.text, "\ufeff") {
			report(f.about, says("mark"), nil)
		}
		file, err := servercfg.Parse(f.text)
		if err != nil {
			report(f.about, syntaxProblem(f.text, err), nil)
			return
		}
		first := map[string]int{}
		for _, s := range file.Settings() {
			problem := w.settingProblem(s)
			if isInOtherQuotes(f.text, s) {
				problem = says("quotes")
			}
			name := strings.ToLower(s.Name)
			if line, twice := first[name]; problem.IsNone() && twice {
				problem = says("twice", "first", inLine(line))
			}
			first[name] = s.Line
			if !problem.IsNone() {
				report(f.about, problem.With("setting", s.Name, "line", inLine(s.Line)), nil)
			}
		}
		for _, problem := range append(w.gameplaySwitch(file), serverProblems(file)...) {
			report(f.about, problem, nil)
		}
	},
}

// isBattlEye reports whether a path is that of BattlEye's configuration.
func isBattlEye(lower string) bool {
	return declared.Named("battleye").IsAt(strings.TrimPrefix(lower, "/"), "")
}

// syntaxProblem describes why a file cannot be read. Of the line it says the name of the setting alone, since the value may be a password.
func syntaxProblem(text string, err error) message {
	var syntax *jsontree.SyntaxError
	if !errors.As(err, &syntax) {
		return says("unreadable", "reason", err.Error())
	}
	if name, _, isSetting := strings.Cut(lineNumbered(text, syntax.Line), "="); isSetting {
		return says("unreadable-at", "reason", syntax.Reason, "line", inLine(syntax.Line), "setting", strings.TrimSpace(name))
	}
	return says("unreadable-line", "reason", syntax.Reason, "line", inLine(syntax.Line))
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

// isInOtherQuotes reports whether a value stands in quotes of a word processor, and not in those of the game.
func isInOtherQuotes(text string, s servercfg.Setting) bool {
	value := jsontree.ScalarText(s.Value)
	return strings.IndexAny(value, "“„”") == 0 && !strings.Contains(lineNumbered(text, s.Line), `"`)
}

var serverTime = regexp.MustCompile(`^\d{1,4}(/\d{1,2}){4}$`)

// settingProblem returns what is wrong with a setting, if anything.
func (w *world) settingProblem(s servercfg.Setting) message {
	text := jsontree.ScalarText(s.Value)
	switch strings.ToLower(s.Name) {
	case "missions.dayz.template":
		if m := w.Instance.Mission; m != nil && *m != "" && !strings.EqualFold(*m, text) {
			return says("mission", "value", text, "mission", *m)
		}
	case "verifysignatures":
		return unless(text == "2", says("signatures", "value", text))
	case "servertimeacceleration":
		value := parsed(text)
		return unless(!notDecimal(text) && (value == 0 || value >= 0.1 && value <= 64), says("acceleration", "value", text))
	case "passwordadmin":
		return unless(text != "", says("admin"))
	case "servertime":
		return unless(strings.EqualFold(text, "SystemTime") || serverTime.MatchString(text), says("time", "value", text))
	case "shardid":
		return unless(len(text) == 6, says("shard", "value", text))
	case "lightingconfig":
		return unless(notDecimal(text) || !w.lacksLight(parsed(text)), says("lighting", "value", text))
	case "hostname":
		return unless(strings.TrimSpace(text) != "", says("host"))
	}
	return misspeltSetting(s)
}

// misspeltSetting says that a setting is none of the game's, if it is like one of them. Others may be of newer versions.
func misspeltSetting(s servercfg.Setting) message {
	known := fieldNames(declared.Named("server").Fields())
	near := ce.Nearest(s.Name, known)
	isKnown := slices.ContainsFunc(known, func(k string) bool { return strings.EqualFold(k, s.Name) })
	return unless(isKnown || near == "" || strings.Contains(s.Name, "."), says("misspelt", "near", near))
}

// serverProblems returns what settings that are not there, or two together, make impossible.
func serverProblems(file *servercfg.File) (list []message) {
	if templateOf(file) == "" {
		list = append(list, says("no-template"))
	}
	warning, critical := parsed(jsontree.ScalarText(file.Get("pingWarning"))), parsed(jsontree.ScalarText(file.Get("pingCritical")))
	if critical > 0 && warning > critical {
		list = append(list, says("ping", "warning", warning, "critical", critical))
	}
	if at := strings.Split(jsontree.ScalarText(file.Get("serverTime")), "/"); len(at) == 5 && isNoDate(at) {
		list = append(list, says("no-time", "value", strings.Join(at, "/")))
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

// unless returns a problem, or none where something holds.
func unless(holds bool, problem message) message {
	if holds {
		return message{}
	}
	return problem
}
