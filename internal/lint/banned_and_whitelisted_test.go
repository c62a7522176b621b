package lint

import (
	"testing"

	"quartermaster/internal/record"
)

func TestBannedAndWhitelisted(t *testing.T) {
	t.Parallel()
	w := worldOf(
		&record.PlayerList{Type: "ban", PlayerID: "1"}, &record.PlayerList{Type: "ban", PlayerID: "2", ExpiresAt: new(record.Moment(99))},
		&record.PlayerList{Type: "ban", PlayerID: "x", SteamID: new("3")},
		&record.PlayerList{Type: "ban", PlayerID: "5", ExpiresAt: new(record.Moment(101))},
		&record.PlayerList{Name: "One", Type: "whitelist", PlayerID: "1"}, &record.PlayerList{Name: "Pardoned", Type: "whitelist", PlayerID: "2"},
		&record.PlayerList{Name: "Three", Type: "whitelist", PlayerID: "3"}, &record.PlayerList{Name: "Four", Type: "whitelist", PlayerID: "4"},
		&record.PlayerList{Name: "Five", Type: "whitelist", PlayerID: "5"})
	w.Now = 100
	const want = ": The player is also banned. [Delete the whitelist entry and keep the ban.]"
	try(t, bannedAndWhitelisted, w, "One"+want, "Three"+want, "Five"+want)
}
