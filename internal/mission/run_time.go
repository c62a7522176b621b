package mission

import (
	"path"
	"regexp"
	"strings"

	"quartermaster/internal/pack"
	"quartermaster/internal/say"
)

// isOfPlayer knows names of files that are a player's: a Steam id, or the hash of one as the game makes it.
var isOfPlayer = regexp.MustCompile(`^(?:.*\D)?7656119\d{10}(?:\D.*)?$|^[A-Za-z0-9+_-]{43}=$`)

// RunTime returns why files are data of players or of the running server, which would be set back if they were sent again: because a pack
// says so, or because most files of their folder are named after players. It returns nothing of others. The paths are those of an upload or
// of a server.
func RunTime(packs *pack.Set, names []string) []say.Message {
	reasons, folders := make([]say.Message, len(names)), playerFolders(names)
	for n, name := range names {
		switch of := packs.RunTime(name); {
		case packs.Keeps(name):
		case of != nil:
			reasons[n] = say.New("run-time-of", "mod", of.Name)
		case folders[folderOf(name)]:
			reasons[n] = say.New("run-time-players", "folder", path.Base(path.Dir(name)))
		}
	}
	return reasons
}

// isRunTime reports whether a reason for leaving a file out is that it is data of players or of the running server.
func isRunTime(why say.Message) bool { return strings.HasPrefix(why.Rule, "run-time-") }

// playerFolders returns the folders of which most files are named after players.
func playerFolders(names []string) map[string]bool {
	most := map[string]int{} // how many more files are named so than not
	for _, name := range names {
		base := path.Base(name)
		if isOfPlayer.MatchString(strings.TrimSuffix(base, path.Ext(base))) {
			most[folderOf(name)]++
		} else {
			most[folderOf(name)]--
		}
	}
	folders := map[string]bool{}
	for folder, more := range most {
		folders[folder] = more > 0 && folder != "."
	}
	return folders
}

func folderOf(name string) string {
	return strings.ToLower(path.Dir(strings.TrimPrefix(strings.ReplaceAll(name, `\`, "/"), "/")))
}
