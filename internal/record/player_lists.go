package record

import (
	"context"
	"crypto/md5"
	"encoding/binary"
	"encoding/hex"
	"strconv"

	"quartermaster/internal/access"
)

// PlayerList is an entry of a player list: somebody who is banned, or who may play on a closed server.
// Source: ban.txt, whitelist.txt, priority.txt and BattlEye's bans.txt.
type PlayerList struct {
	Meta
	Type      string  `field:"type,required" in:"ban whitelist" example:"ban" help:"Keeps players out, or lets them in."`
	PlayerID  string  `field:"player_id,required,max=255,line" example:"76561198000000001" label:"Player id" help:"Steam64 id, or the log's."`
	Name      string  `field:"name,required,max=255" example:"Survivor" help:"Who it is. The search looks at this."`
	Note      *string `field:"note,max=65535" example:"Combat logging" help:"Only you can see it."`
	SteamName *string `field:"steam_name,max=255" example:"survivor_77" help:"The player's name on Steam."`
	BeID      *string `field:"be_id,max=255" example:"77c8f104322269b21fa015c5ed6977f8" label:"BattlEye GUID" help:"If empty, from Steam id."`
	SteamID   *string `field:"steam_id,max=255" example:"76561198000000001" label:"Steam64 id" help:"17 digits."`
	ExpiresAt *Moment `field:"expires_at" example:"2027-01-31T12:00:00Z" help:"Empty: never."`
	IsPublic  bool    `field:"is_public" default:"0" label:"Public" help:"For filtering only: this version does not publish lists."`
	HiddenOrigin
	Stamps
}

// PlayerLists are the entries of an instance's lists.
var PlayerLists = Define[PlayerList]("player_lists", InInstance,
	at("player-lists"),
	called("player list", "Ban and whitelist entries."),
	needing(access.Players),
	keyed("type", "player_id"),
	searching("r.name"),
	filtering(byText("type"), byText("player_id"), byText("steam_id"), byFlag("public", "is_public"), byPast("expired", "expires_at")),
	preparing(deriveGUID))

// deriveGUID computes a missing GUID from the Steam64 id. A GUID that was given stays when the Steam64 id changes.
func deriveGUID(_ context.Context, r *Resource, _ Lookup, old Row, values Values) error {
	id, sentID := values["steam_id"].(string)
	guid, sent := values["be_id"]
	if !sentID || guid != nil || sent && old != nil {
		return nil
	}
	if old == nil || guidFollows(r, old) {
		values["be_id"] = orNull(GUID(id))
	}
	return nil
}

func guidFollows(r *Resource, old Row) bool {
	id, _ := old[r.Index("steam_id")].(string)
	return old[r.Index("be_id")] == orNull(GUID(id))
}

func orNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// steamDigits is the number of digits of a Steam64 id.
const steamDigits = 17

// GUID returns BattlEye's identifier of a Steam64 id: the MD5 of "BE" and the id as eight bytes, little-endian. It returns "" if the
// text is not a Steam64 id.
func GUID(steamID string) string {
	n, err := strconv.ParseUint(steamID, 10, 64)
	if err != nil || len(steamID) != steamDigits {
		return ""
	}
	sum := md5.Sum(binary.LittleEndian.AppendUint64([]byte("BE"), n))
	return hex.EncodeToString(sum[:])
}
