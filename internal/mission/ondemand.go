package mission

import (
	"context"
	"slices"
	"strings"
	"time"

	"quartermaster/internal/playerlist"
	"quartermaster/internal/record"
)

// The kinds of files to which the players of another list can be added on demand.
const (
	BattlEye = Kind(playerlist.BattlEyeList) // those of the ban list that have a GUID
	Priority = Kind(playerlist.PriorityList) // those of the whitelist that have a Steam64 id
)

// ParseOnDemand parses a comma-separated list of these kinds; ok is false if it names another one.
func ParseOnDemand(names string) (kinds []Kind, ok bool) {
	for name := range strings.SplitSeq(names, ",") {
		kind := Kind(strings.TrimSpace(name))
		switch {
		case kind == "":
		case kind != BattlEye && kind != Priority:
			return nil, false
		default:
			kinds = append(kinds, kind)
		}
	}
	return kinds, true
}

// currentPlayers returns the entries of player lists that meet the condition and have not expired.
func (g *generator) currentPlayers(ctx context.Context, condition string) (list []record.PlayerList, err error) {
	rows, err := g.rows(ctx, record.PlayerLists, condition)
	list = record.DecodeAll[record.PlayerList](record.PlayerLists, rows)
	return slices.DeleteFunc(list, func(p record.PlayerList) bool { return !isCurrent(p) }), err
}

// alsoBanned returns the players of the ban list by GUID, except those on BattlEye's list. Their notes are left out: players see
// BattlEye's reasons.
func alsoBanned(ctx context.Context, g *generator) (list []playerlist.Ban, err error) {
	listed, err := g.currentPlayers(ctx, ofBattlEye)
	if err != nil {
		return nil, err
	}
	taken := map[string]bool{"": true}
	for _, p := range listed {
		taken[strings.ToLower(p.PlayerID)] = true
	}
	others, err := g.currentPlayers(ctx, ofBanFile)
	for _, p := range others {
		guid := strings.ToLower(textOf(p.BeID))
		if taken[guid] {
			continue
		}
		taken[guid] = true
		list = append(list, playerlist.Ban{GUID: guid, Time: banTime(p)})
	}
	return list, err
}

// alsoFirst returns the Steam64 ids of the whitelist that are not listed.
func alsoFirst(ctx context.Context, g *generator, listed []string) (ids []string, err error) {
	taken := map[string]bool{"": true}
	for _, id := range listed {
		taken[id] = true
	}
	players, err := g.currentPlayers(ctx, ofWhitelist)
	for _, p := range players {
		if id := textOf(p.SteamID); !taken[id] {
			taken[id] = true
			ids = append(ids, id)
		}
	}
	return ids, err
}

// isCurrent reports whether an entry has not expired. The server's files cannot express when one does.
func isCurrent(p record.PlayerList) bool {
	return p.ExpiresAt == nil || int64(*p.ExpiresAt) > time.Now().UnixMicro()
}

// banTime returns the end of a ban as a Unix time in seconds, or playerlist.Permanent.
func banTime(p record.PlayerList) int64 {
	if p.ExpiresAt == nil {
		return playerlist.Permanent
	}
	return time.UnixMicro(int64(*p.ExpiresAt)).Unix()
}

// Bans of the anti-cheat name their file, which distinguishes them from those of ban.txt.
const (
	ofBanFile     = "r.type = 'ban' AND r.source_file IS NULL"
	ofWhitelist   = "r.type = 'whitelist'"
	ofBattlEye    = "r.type = 'ban' AND r.source_file IS NOT NULL"
	battlEyePath  = "/BattlEye/bans.txt"
	banPath       = "/ban.txt"
	whitelistPath = "/whitelist.txt"
)
