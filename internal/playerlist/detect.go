package playerlist

import (
	"strings"

	"quartermaster/internal/textfile"
)

// List is what a list is for.
type List string

// The kinds of lists.
const (
	UnknownList  List = ""
	BanList      List = "ban"
	Whitelist    List = "whitelist"
	PriorityList List = "priority"
	BattlEyeList List = "battleye" // the anti-cheat's bans
)

// Detect returns what a file holds: by its name in any letter case, and by its first entry, which tells the anti-cheat's bans
// from the server's.
func Detect(name string, data []byte) List {
	first := firstEntry(string(data))
	_, isBan := readBan(first)
	switch strings.ToLower(name[strings.LastIndexAny(name, `/\`)+1:]) {
	case "bans.txt":
		if isBan || first == "" {
			return BattlEyeList
		}
	case "ban.txt":
		if isBan && strings.ContainsAny(first, textfile.Blanks) && !isNamed(first) {
			return BattlEyeList
		}
		return listKind(BanList, first)
	case "whitelist.txt":
		return listKind(Whitelist, first)
	case "priority.txt":
		return listKind(PriorityList, first)
	}
	return UnknownList
}

// firstEntry returns the first line that is neither empty nor a comment.
func firstEntry(src string) string {
	for at := range textfile.Lines(src) {
		if text := strings.TrimSpace(at.Text); text != "" && !strings.HasPrefix(text, commentStart) {
			return text
		}
	}
	return ""
}

// isNamed reports whether an entry has a comment as the server's lists have.
func isNamed(entry string) bool { return strings.Contains(entry, "\t"+commentStart) }

// listKind returns the kind, unless the file starts like XML or JSON. Names of players may stand in brackets.
func listKind(kind List, first string) List {
	xml := strings.HasPrefix(first, "<") && strings.HasSuffix(first, ">")
	json := first == "{" || first == "{}" || strings.HasPrefix(first, `{"`)
	if (xml || json) && !isNamed(first) {
		return UnknownList
	}
	return kind
}
