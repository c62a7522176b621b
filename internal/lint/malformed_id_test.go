package lint

import (
	"strings"
	"testing"

	"quartermaster/internal/record"
)

func TestMalformedID(t *testing.T) {
	t.Parallel()
	const steam, guid = "76561198000000001", "77c8f104322269b21fa015c5ed6977f8"
	good := &record.PlayerList{Name: "Good", PlayerID: steam, SteamID: new(steam), BeID: new(guid)}
	wrong := &record.PlayerList{Name: "Wrong", PlayerID: strings.Repeat("aB3-", 11), SteamID: new(steam), BeID: new("77c8")}
	worse := &record.PlayerList{Name: "Worse", PlayerID: "Ada", SteamID: new("1234"), BeID: new("77c8")}
	try(t, malformedID, worldOf(good, wrong, worse, &record.PlayerList{Name: "Banned by GUID", PlayerID: guid}),
		"Wrong: “77c8” is not a BattlEye GUID. [Compute it from the Steam64 id.]",
		"Worse: “Ada” is neither a Steam64 id nor an id from the server's log.",
		"Worse: “1234” is not a Steam64 id.",
		"Worse: “77c8” is not a BattlEye GUID.")
	if *wrong.BeID != guid {
		t.Errorf("GUID %s", *wrong.BeID)
	}
}
