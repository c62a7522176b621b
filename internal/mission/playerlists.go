package mission

import (
	"time"

	"quartermaster/internal/playerlist"
	"quartermaster/internal/record"
)

// Bans of the anti-cheat name their file, which tells them from those of ban.txt.
const (
	ofBanFile      = "r.type = 'ban' AND r.source_file IS NULL"
	ofWhitelist    = "r.type = 'whitelist'"
	ofBattlEye     = "r.type = 'ban' AND r.source_file IS NOT NULL"
	battlEyePlace  = "/BattlEye/bans.txt"
	banPlace       = "/ban.txt"
	whitelistPlace = "/whitelist.txt"
)

var bans = players(kind{name: Kind(playerlist.BanList), label: "ban list", main: banPlace, where: ofBanFile})

var whitelist = players(kind{name: Kind(playerlist.Whitelist), label: "whitelist", main: whitelistPlace, where: ofWhitelist})

// players declares a list of the server; its name is the type of its records.
func players(k kind) *kind {
	k.resource, k.inOrder = record.PlayerLists, true
	k.keeps = []string{"steam_name", "be_id", "steam_id", "expires_at", "is_public"}
	return entries[playerlist.Player, record.PlayerList]{
		kind: k, parse: playerlist.ParsePlayers, print: playerlist.WritePlayers,
		toRecord: func(p playerlist.Player, _ *names) (record.PlayerList, error) {
			return playerRecord(string(k.name), p), nil
		},
		toValue: playerValue, written: isCurrent,
	}.declare()
}

func playerRecord(list string, p playerlist.Player) record.PlayerList {
	made := record.PlayerList{Type: list, PlayerID: p.ID, Name: p.Name, Note: orNil(p.Note), BeID: orNil(record.GUID(p.ID))}
	if made.BeID != nil {
		made.SteamID = &p.ID
	}
	return made
}

func playerValue(p record.PlayerList, _ *names) playerlist.Player {
	return playerlist.Player{ID: p.PlayerID, Name: p.Name, Note: textOf(p.Note)}
}

func textOf(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

// isCurrent leaves out bans that have ended: the files of the server cannot tell when one does.
func isCurrent(p record.PlayerList) bool {
	return p.ExpiresAt == nil || int64(*p.ExpiresAt) > time.Now().UnixMicro()
}

var battlEye = entries[playerlist.Ban, record.PlayerList]{
	kind: kind{
		name: BattlEye, label: "BattlEye bans", main: battlEyePlace, where: ofBattlEye,
		resource: record.PlayerLists, inOrder: true, keeps: []string{"name", "steam_name", "steam_id", "is_public"},
	},
	parse: playerlist.ParseBans, print: playerlist.WriteBans,
	toRecord: battlEyeRecord, toValue: battlEyeValue, written: isCurrent, more: alsoBanned,
}.declare()

func battlEyeRecord(b playerlist.Ban, _ *names) (record.PlayerList, error) {
	file := battlEyePlace
	made := record.PlayerList{Type: "ban", PlayerID: b.GUID, BeID: &b.GUID, Note: orNil(b.Reason)}
	made.SourceFile = &file
	if at, ends := b.ExpiresAt(); ends {
		moment := record.Moment(at.UnixMicro())
		made.ExpiresAt = &moment
	}
	return made, nil
}

// battlEyeValue keeps the time of the file, which may be minutes, as long as the record ends when it did.
func battlEyeValue(p record.PlayerList, _ *names) playerlist.Ban {
	b := playerlist.Ban{GUID: p.PlayerID, Time: banTime(p), Reason: textOf(p.Note)}
	if p.ExpiresAt != nil {
		return b
	}
	file, err := playerlist.ParseBans([]byte(textOf(p.Raw)))
	if err != nil || len(file.Entries) != 1 {
		return b
	}
	if was := file.Entries[0].Value; !ends(was) {
		b.Time = was.Time
	}
	return b
}

// banTime is the time of a ban as BattlEye's list tells it.
func banTime(p record.PlayerList) int64 {
	if p.ExpiresAt == nil {
		return playerlist.Permanent
	}
	return time.UnixMicro(int64(*p.ExpiresAt)).Unix()
}

func ends(b playerlist.Ban) bool {
	_, ends := b.ExpiresAt()
	return ends
}
