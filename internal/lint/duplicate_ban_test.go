package lint

import (
	"testing"

	"quartermaster/internal/record"
)

func TestDuplicateBan(t *testing.T) {
	t.Parallel()
	entry := func(name, list, id string, until *record.Moment) *record.PlayerList {
		return &record.PlayerList{Name: name, Type: list, PlayerID: id, ExpiresAt: until}
	}
	try(t, duplicateBan, worldOf(
		entry("Ada", "ban", "1", nil), entry("Ada again", "ban", "1", nil), entry("Ada for a while", "ban", "1", new(record.Moment(5))),
		entry("Bo", "ban", "2", nil), entry("Bo may come", "whitelist", "2", nil),
	),
		"Ada again: This player is already in the list. [Delete this entry and keep the earlier one.]",
		"Ada for a while: This player is already in the list, with a different expiry date.")
}
