package mission

import (
	"quartermaster/internal/playerlist"
	"quartermaster/internal/record"
)

var bans = players(kindInfo{name: Kind(playerlist.BanList), label: "ban list", main: banPath, where: ofBanFile})

var whitelist = players(kindInfo{name: Kind(playerlist.Whitelist), label: "whitelist", main: whitelistPath, where: ofWhitelist})

// players declares the kind of a player list; its name is the type of its records.
func players(k kindInfo) fileKind {
	k.resource, k.inOrder = record.PlayerLists, true
	k.keeps = []string{"steam_name", "be_id", "steam_id", "expires_at", "is_public"}
	return &entryKind[playerlist.Player, record.PlayerList]{
		kindInfo: k, parse: playerlist.ParsePlayers, print: playerlist.WritePlayers,
		toRecord: func(p playerlist.Player, _ *names) (record.PlayerList, error) {
			return playerRecord(string(k.name), p), nil
		},
		toValue: playerValue, holds: isCurrent,
	}
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

var battlEye = &entryKind[playerlist.Ban, record.PlayerList]{
	kindInfo: kindInfo{
		name: BattlEye, label: "BattlEye bans", main: battlEyePath, where: ofBattlEye,
		resource: record.PlayerLists, inOrder: true, keeps: []string{"name", "steam_name", "steam_id", "is_public"},
	},
	parse: playerlist.ParseBans, print: playerlist.WriteBans,
	toRecord: battlEyeRecord, toValue: battlEyeValue, holds: isCurrent, extra: alsoBanned,
}

func battlEyeRecord(b playerlist.Ban, _ *names) (record.PlayerList, error) {
	made := record.PlayerList{Type: "ban", PlayerID: b.GUID, BeID: &b.GUID, Note: orNil(b.Reason)}
	made.SourceFile = new(battlEyePath)
	if at, ends := b.ExpiresAt(); ends {
		made.ExpiresAt = new(record.Moment(at.UnixMicro()))
	}
	return made, nil
}

// battlEyeValue keeps the time as the file has it, which may be in minutes, unless the record's end has changed.
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

func ends(b playerlist.Ban) bool {
	_, ends := b.ExpiresAt()
	return ends
}
