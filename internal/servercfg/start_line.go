package servercfg

import (
	"path"
	"regexp"
	"strings"
)

// Mod is a mod that a start line names.
type Mod struct {
	Folder     string // as it is called on the server, without the folders around it
	ServerOnly bool   // loaded by -serverMod: players do not need it
}

// StartMods returns the mods that a server is started with, in their order, from its start line or from a script that holds it: a batch
// file, a shell script, or the bare list @A;@B. Variables of the script are put in; lines that are comments do not count. Of a mod that is
// named twice the first place counts.
func StartMods(text string) (mods []Mod) {
	lines := commandLines(text)
	variables := variablesOf(lines)
	known := map[string]bool{}
	add := func(list string, serverOnly bool) {
		if next := nextArgument.FindStringIndex(list); next != nil {
			list = list[:next[0]]
		}
		for _, name := range strings.Split(list, ";") {
			folder := path.Base(strings.ReplaceAll(strings.Trim(name, " \t\"'"), `\`, "/"))
			if folder == "." || folder == "/" || known[strings.ToLower(folder)] {
				continue
			}
			known[strings.ToLower(folder)] = true
			mods = append(mods, Mod{folder, serverOnly})
		}
	}
	for _, line := range lines {
		line = withVariables(line, variables)
		for _, m := range modArgument.FindAllStringSubmatch(line, -1) {
			add(m[2]+m[4]+m[5]+m[6], strings.EqualFold(m[1]+m[3], "servermod"))
		}
	}
	if len(mods) == 0 && !modArgument.MatchString(text) && strings.HasPrefix(strings.TrimSpace(text), "@") {
		add(strings.NewReplacer("\r", "", "\n", ";").Replace(text), false)
	}
	return mods
}

// modArgument is an argument with mods: in quotes as a whole, with its value in quotes, or without any.
var modArgument = regexp.MustCompile(`(?i)(?:"-(mod|servermod)=([^"]*)")|` +
	`(?:(?:^|[\s'])-(mod|servermod)=(?:"([^"]*)"|'([^']*)'|([^\s"']+)))`)

// nextArgument is where an argument begins behind a list that shares its quotes with others.
var nextArgument = regexp.MustCompile(`(?i)\s-(\w+=|dologs\b|adminlog\b|netlog\b|freezecheck\b)`)

// commandLines returns the lines of a script that are no comments, with those that go on in the next one joined.
func commandLines(text string) (lines []string) {
	text = continued.ReplaceAllString(text, " ")
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); !comment.MatchString(line) {
			lines = append(lines, strings.ReplaceAll(line, `\;`, ";"))
		}
	}
	return lines
}

var (
	continued  = regexp.MustCompile("[\\^\\\\`]\r?\n")
	comment    = regexp.MustCompile(`(?i)^(@?rem\b|::|#|//)`)
	assignment = regexp.MustCompile(`(?i)^(?:set\s+"?|export\s+|local\s+|\$)?(\w+)\s*=\s*(.*)$`)
	variable   = regexp.MustCompile(`%(\w+)%|!(\w+)!|\$\{(\w+)\}|\$(\w+)`)
)

// variablesOf returns the variables of a script by their names in lower case.
func variablesOf(lines []string) map[string]string {
	variables := map[string]string{}
	for _, line := range lines {
		if m := assignment.FindStringSubmatch(line); m != nil {
			variables[strings.ToLower(m[1])] = strings.Trim(withVariables(m[2], variables), `"' `)
		}
	}
	return variables
}

// withVariables puts the values of variables in; those that are not known stay.
func withVariables(line string, variables map[string]string) string {
	return variable.ReplaceAllStringFunc(line, func(named string) string {
		if v, ok := variables[strings.ToLower(strings.Trim(named, "%!${}"))]; ok {
			return v
		}
		return named
	})
}

// StartLine returns the arguments with the mods of a start line.
func StartLine(mods []Mod) string {
	var players, server []string
	for _, m := range mods {
		if m.ServerOnly {
			server = append(server, m.Folder)
		} else {
			players = append(players, m.Folder)
		}
	}
	var arguments []string
	if len(players) > 0 {
		arguments = append(arguments, `"-mod=`+strings.Join(players, ";")+`"`)
	}
	if len(server) > 0 {
		arguments = append(arguments, `"-serverMod=`+strings.Join(server, ";")+`"`)
	}
	return strings.Join(arguments, " ")
}
