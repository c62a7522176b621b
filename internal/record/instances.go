package record

import (
	"context"
	"fmt"

	"quartermaster/internal/access"
)

// Setup holds the settings of an instance, except the password.
type Setup struct {
	Mission *string `field:"mission,max=100,segment" label:"Mission folder" example:"dayzOffline.chernarusplus" help:"Empty: by the map."`

	IP             *string `field:"ip,ip" label:"Server address" help:"The server's address for players."`
	Port           *int64  `field:"port,min=1,max=65535" label:"Game port" help:"The port that players connect to."`
	QueryPort      *int64  `field:"query_port,min=1,max=65535" help:"The port that Steam queries."`
	Hostname       *string `field:"hostname,max=255" label:"FTP or SFTP host" help:"Host of the server's files; see also Connection."`
	ConnectionPort *int64  `field:"connection_port,min=1,max=65535" label:"FTP or SFTP port"`
	Username       *string `field:"username,max=255" label:"FTP or SFTP user"`
	IsSFTP         bool    `field:"is_sftp" default:"0" label:"SFTP instead of FTP"`
	Dir            *string `field:"dir,max=255" label:"Folder on the server" help:"The folder of the game's files on that host."`
	ShareUID       *string `field:"share_uid,readonly" help:"Kept for compatibility: this version shares nothing, so it is null."`

	UseVanillaClassnames bool    `field:"use_vanilla_classnames" label:"Vanilla class names count as known" default:"1"`
	UseTypesConfig       bool    `field:"use_types_config" label:"Write the types files" default:"1" help:"Off: types files stay as they are."`
	Review               string  `field:"review" label:"Changes are reviewed" in:"off required" default:"off" help:"Required: what players meet changes only by layers that another member has approved."`
	DraftOf              *string `field:"draft_of" sql:"(SELECT o.sid FROM drafts d JOIN instances o ON o.id = d.origin_id WHERE d.instance_id = r.id)" help:"The sid of the instance that it is a draft of; null for none."`
	BaseRevision         *int64  `field:"base_revision" sql:"(SELECT d.base_revision FROM drafts d WHERE d.instance_id = r.id)" help:"The revision of that instance which the draft has taken in last."`
	Revision             int64   `field:"revision,readonly" default:"0" example:"1" help:"Increases with every change to the instance."`
}

// OnMap holds the fields of the map of an instance.
type OnMap struct {
	MapName      string `field:"map_name,hidden" sql:"m.name"`
	MapNameShort string `field:"map_name_short,hidden" sql:"m.name_short"`
	MapURL       string `field:"map_url,hidden" sql:"m.url"`
	MapIsModded  bool   `field:"map_is_modded,hidden" sql:"m.is_modded"`
}

// Instance is a game server of a user: its map, the access to its files, and how they are generated.
type Instance struct {
	Identity
	UserID int64  `field:"user_id,hidden"`
	Name   string `field:"name,required,max=255" example:"My server" help:"A name of your choice for this server."`
	MapID  int64  `field:"map_id,required" ref:"maps" help:"The map that the server runs."`
	Setup
	Password *string `field:"password,secret,max=255" label:"FTP or SFTP password" help:"Stored encrypted and never shown again."`
	OnMap
	Stamps
}

// Instances are the servers of a user.
var Instances = Define[Instance]("instances", Owned,
	called("instance", "Your game servers, with the access to their files."),
	joining("JOIN maps m ON m.id = r.map_id"),
	searching("r.name"),
	needing(access.Manage),
	preparing(prepareInstance))

// prepareInstance sets the mission of an instance without one to that of its map.
func prepareInstance(ctx context.Context, r *Resource, in Lookup, old Row, values Values) error {
	mission, sentMission := values["mission"]
	id, sentMap := values["map_id"].(int64)
	if !sentMap && (!sentMission || mission != nil) {
		return nil
	}
	if !sentMap {
		id = old[r.Index("map_id")].(int64)
	}
	m, err := in.Fields(ctx, "maps", id, "name", "name_short", "url", "is_modded", "mission")
	if err != nil {
		return fmt.Errorf("map of the instance: %w", err)
	}
	values["map_name"], values["map_name_short"], values["map_url"], values["map_is_modded"] = m[0], m[1], m[2], m[3]
	if mission == nil && (sentMission || old == nil) {
		values["mission"] = m[4]
	}
	return nil
}

// instanceSummary is an instance as surface A shows it: with counts.
type instanceSummary struct {
	Identity
	UserID          int64  `field:"user_id,hidden"`
	Name            string `field:"name" example:"My server" help:"A name of your choice for this server."`
	MapID           int64  `field:"map_id" ref:"maps" help:"The map that the server runs."`
	TypesCount      int64  `field:"types_count" example:"1650" help:"Number of types." counts:"types"`
	ClassnamesCount int64  `field:"classnames_count" example:"1650" help:"Number of class names." counts:"instance_classnames"`
	Setup
	OnMap
	Stamps
}

// InstanceSummaries are the servers of a user, read-only.
var InstanceSummaries = Define[instanceSummary]("instances", Owned,
	called("instance", "Your game servers, with counts."),
	joining("JOIN maps m ON m.id = r.map_id"),
	searching("r.name"))
