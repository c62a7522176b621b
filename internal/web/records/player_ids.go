package records

import (
	"cmp"
	"regexp"
	"strings"
	"unicode"

	"quartermaster/internal/jsontree"
)

// The ids of a player, as the game, Steam and BattlEye write them, and the names beside them in logs.
var (
	steamID  = regexp.MustCompile(`\b7656119[0-9]{10}\b`)
	guid     = regexp.MustCompile(`\b[0-9a-fA-F]{32}\b`)
	dayzID   = regexp.MustCompile(`[A-Za-z0-9+/_-]{43}=`)
	logName  = regexp.MustCompile(`Player\s+"([^"]+)"`)
	rconName = regexp.MustCompile(`\b[0-9a-fA-F]{32}\((?:OK|\?)\)\s+(.+?)(?:\s+\(Lobby\))?\s*$`)
)

// player is what a pasted text says of one.
type player struct{ id, steam, guid, name, kind string }

// recognize finds the ids of a player in a text: an id alone, the address of a profile, or a line of a log or of RCon. The id is empty
// where there is none.
func recognize(text string) player {
	text = jsontree.Trim(text)
	p := player{steam: steamID.FindString(text), guid: guid.FindString(text)}
	dayz := dayzID.FindString(text)
	for _, named := range []*regexp.Regexp{logName, rconName} {
		if found := named.FindStringSubmatch(text); found != nil {
			p.name = cmp.Or(p.name, found[1])
		}
	}
	p.id = cmp.Or(p.steam, dayz, p.guid)
	switch p.id {
	case "":
		p.name = cmp.Or(p.name, text)
	case p.steam:
		p.kind = "Steam64 id"
	case dayz:
		p.kind = "id of the server’s log"
	default:
		p.kind = "BattlEye GUID"
	}
	return p
}

// longestName is the most characters of a name in the game; ids are longer.
const longestName = 31

// isName reports whether a text without an id can stand in ban.txt as a player's name. What looks like a mistyped id is none.
func isName(text string) bool {
	return text != "" && len([]rune(text)) <= longestName && !strings.Contains(text, "//") && !strings.ContainsFunc(text, unicode.IsControl) &&
		strings.Trim(text, "0123456789") != ""
}
