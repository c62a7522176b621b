package playerlist

import (
	"strings"

	"quartermaster/internal/textfile"
)

// List is the purpose of a list.
type List string

// The lists.
const (
	UnknownList  List = ""
	BanList      List = "ban"
	Whitelist    List = "whitelist"
	PriorityList List = "priority"
	BattlEyeList List = "battleye" // the anti-cheat's bans
)

// Detect returns what a file holds: by its name in any letter case, and by its first entry, which distinguishes the anti-cheat's bans
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
		return listUnlessMarkup(BanList, first)
	case "whitelist.txt":
		return listUnlessMarkup(Whitelist, first)
	case "priority.txt":
		return listUnlessMarkup(PriorityList, first)
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

// listUnlessMarkup returns the list, unless the file starts like XML or JSON. Names of players may be in brackets.
func listUnlessMarkup(list List, first string) List {
	xml := strings.HasPrefix(first, "<") && strings.HasSuffix(first, ">")
	json := first == "{" || first == "{}" || strings.HasPrefix(first, `{"`)
	if (xml || json) && !isNamed(first) {
		return UnknownList
	}
	return list
}
