package playerlist_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quartermaster/internal/playerlist"
)

// genuineFolder holds files of real servers beside the project. They are no part of it.
const genuineFolder = "../../../shared/data/player-lists"

func TestGenuineListsSurvive(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob(genuineFolder + "/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	if len(paths) == 0 {
		t.Skip("genuine server files are not beside the project")
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		example := playerlist.Player{ID: "1111111111112222222222222333333333XXXXXXAAAA", Name: "Example of a character ID"}
		players().check(t, string(data), []playerlist.Player{example})
		newline := "\n"
		if strings.Contains(string(data), "\r\n") {
			newline = "\r\n"
		}
		players().checkEdits(t, map[string]edit[playerlist.Player]{
			path: {string(data), adding(playerlist.Player{ID: steamID, Name: "A"}), string(data) + newline + steamID + "\t//A"},
		})
	}
}
