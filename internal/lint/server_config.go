package lint

import (
	"fmt"
	"strings"
)

var serverConfig = &Rule{
	ID: "server-config", Severity: Warning, Title: "Setting of serverDZ.cfg that does not work",
	Check: func(w *world, report report) {
		f := w.Game[serverPath]
		if f == nil {
			return
		}
		first := map[string]int{}
		for _, s := range serverSettings(f.text) {
			problem := w.settingProblem(s)
			if line, twice := first[s.lowerName()]; problem == "" && twice && !s.inClass {
				problem = fmt.Sprintf("stands twice (before in line %d)", line)
			}
			first[s.lowerName()] = s.line
			if problem != "" {
				report(f.about, fmt.Sprintf("%s (line %d) %s.", s.name, s.line, problem), nil)
			}
		}
	},
}

// serverSetting is an assignment in serverDZ.cfg. Its value is the rest of the line without a comment.
type serverSetting struct {
	name, value string
	line        int
	inClass     bool
}

func (s serverSetting) lowerName() string { return strings.ToLower(s.name) }

// text returns the value without its semicolon and quotes.
func (s serverSetting) text() string {
	return strings.Trim(strings.TrimSpace(strings.TrimSuffix(s.value, ";")), `"`)
}

// serverSettings returns the assignments that stand on lines of their own.
func serverSettings(text string) (list []serverSetting) {
	depth, number, comment := 0, 0, false
	for line := range strings.Lines(text) {
		number++
		line, comment = withoutComment(strings.TrimSpace(line), comment)
		name, value, isSetting := strings.Cut(line, "=")
		if isSetting {
			list = append(list, serverSetting{strings.TrimSpace(name), strings.TrimSpace(value), number, depth > 0})
		}
		depth += strings.Count(line, "{") - strings.Count(line, "}")
	}
	return list
}

// withoutComment removes comments from a line; inside says that one is open at its start, or at its end.
func withoutComment(line string, inside bool) (rest string, stays bool) {
	if inside {
		_, after, closed := strings.Cut(line, "*/")
		if !closed {
			return "", true
		}
		line = after
	}
	inText := false
	for i := range len(line) {
		switch {
		case line[i] == '"':
			inText = !inText
		case inText:
		case strings.HasPrefix(line[i:], "//"):
			return strings.TrimSpace(line[:i]), false
		case strings.HasPrefix(line[i:], "/*"):
			more, open := withoutComment(line[i+2:], true)
			return strings.TrimSpace(line[:i] + more), open
		}
	}
	return strings.TrimSpace(line), false
}

// settingProblem returns what is wrong with a setting, as the end of a sentence, or "".
func (w *world) settingProblem(s serverSetting) string {
	if s.value != "" && !strings.ContainsAny(s.value, ";{") {
		return "has no semicolon at its end, so the game may not read the file"
	}
	value := parsed(s.text())
	switch s.lowerName() {
	case "template":
		if m := w.Instance.Mission; s.inClass && m != nil && *m != "" && !strings.EqualFold(*m, s.text()) {
			return "is " + quoted(s.text()) + ", but the files here are of the mission " + quoted(*m)
		}
	case "verifysignatures":
		return unless(s.text() == "2", "is "+s.text()+"; the game knows only 2, and without it players may bring mods of their own")
	case "servertimeacceleration":
		return unless(value == 0 || value >= 0.1 && value <= 64, "is "+s.text()+"; the game takes 0.1 to 64")
	case "shardid":
		return unless(len(s.text()) == 6, "is "+quoted(s.text())+"; it must have six characters")
	}
	return ""
}
