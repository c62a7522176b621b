package mission_test

import (
	"testing"

	"quartermaster/internal/mission"
	"quartermaster/internal/record"
)

// TestRunTimeData: data of players is not taken in, whatever the mod, and the configuration beside it is.
func TestRunTimeData(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const player, other, hash = "76561198000000001", "76561198000000002", "redacted00000000000000000000000000000000001="
	kinds := map[string]mission.Kind{
		"profiles/TraderPlus/TraderPlusBankDatabase/Account_" + player + ".json": mission.KindRunTime,
		"profiles/KR_BANKING/PlayerDataBase/index.json":                          mission.KindRunTime, // as its pack says
		"profiles/SomeMod/People/" + player + ".json":                            mission.KindRunTime,
		"profiles/SomeMod/People/" + other + ".json":                             mission.KindRunTime,
		"profiles/SomeMod/People/index.json":                                     mission.KindRunTime, // beside them
		"profiles/SomeMod/Hashes/" + hash + ".txt":                               mission.KindRunTime,
		"profiles/SomeMod/settings.json":                                         mission.KindOther,
		"profiles/SomeMod/Mixed/" + player + ".json":                             mission.KindOther,
		"profiles/SomeMod/Mixed/settings.json":                                   mission.KindOther,
		"profiles/PermissionsFramework/Players/" + hash + ".json":                mission.KindRunTime,
		"profiles/PermissionsFramework/Permissions/" + hash + ".txt":             mission.KindOther, // rights of staff
		"profiles/PermissionsFramework/Roles/everyone.txt":                       mission.KindOther,
	}
	var uploads []mission.Upload
	for name := range kinds {
		uploads = append(uploads, mission.Upload{Path: name, Data: []byte("{}")})
	}
	reports, err := w.service.Import(t.Context(), w.scope, uploads, mission.Options{})
	if err != nil {
		t.Fatal(err)
	}
	kept := 0
	for _, r := range reports {
		if r.Kind != kinds[r.Path] || (r.Status == mission.Skipped) != (r.Kind == mission.KindRunTime) {
			t.Errorf("%s is %s, %s: %v", r.Path, r.Kind, r.Status, r.Warnings)
		}
		if r.Kind == mission.KindOther {
			kept++
		}
	}
	if n := len(w.rows(record.Files)); n != kept {
		t.Errorf("%d files are stored, want %d", n, kept)
	}
}
