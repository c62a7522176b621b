package target

import (
	"path"
	"slices"
	"strings"
)

// wanted reports whether a file of a server is configuration: a text that the game or a mod reads.
func wanted(generated string) bool {
	name := strings.ToLower(generated)
	top, inside, _ := strings.Cut(name, "/")
	switch {
	case inside == "":
		return slices.Contains([]string{"serverdz.cfg", "ban.txt", "whitelist.txt", "priority.txt"}, name)
	case top == "battleye", strings.HasPrefix(name, "profiles/battleye/"):
		base := path.Base(name)
		return isBattlEyeConfig(base) && !strings.Contains(base, "_active_") || base == "bans.txt"
	case top != missions && top != "profiles":
		return false
	}
	return isText(name)
}

// isText reports whether the name is that of a text that is no log.
func isText(name string) bool {
	return slices.Contains([]string{".xml", ".json", ".txt", ".cfg", ".c", ".h", ".csv", ".ini"}, path.Ext(name))
}

// leftOut reports whether a folder of that name holds nothing that somebody has configured: stored worlds, logs, backups, what a mod
// keeps of players, and tools' copies of missions.
func leftOut(name string) bool {
	name = strings.ToLower(name)
	if strings.HasPrefix(name, ".") || strings.HasPrefix(name, "storage_") || strings.Contains(name, "backup") {
		return true
	}
	return slices.Contains([]string{"logs", "log", "vppdebugmissions", "users", "datacache", "playerdata", "atm", "groups"}, name)
}
