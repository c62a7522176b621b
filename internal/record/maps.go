package record

import "context"

// Map is a map that instances can run.
type Map struct {
	Identity
	Owner
	Name      string `field:"name,required,max=255,unique" example:"Antoria" help:"The common name."`
	NameShort string `field:"name_short,required,max=80,segment,unique" label:"Short name" example:"antoria" help:"As in dayzOffline.antoria."`
	WorldSize int64  `field:"world_size,required,min=0,max=1000000" label:"Size" example:"8192" unit:"m" help:"Of one side. 0: not known."`
	IsModded  bool   `field:"is_modded,readonly" default:"1" help:"Not part of the base game."`
	URL       string `field:"url,hidden"`
	Mission   string `field:"mission,max=100,segment" label:"Mission folder" default:"" example:"empty.antoria" help:"Empty: the usual one."`
	Stamps
}

// Maps are built in or belong to a user.
var Maps = Define[Map]("maps", Reference,
	called("map", "The maps that instances can use: well-known ones and your own."),
	searching("r.name", "r.name_short"),
	preparing(prepareMap))

// prepareMap sets the mission of a map without one to the usual folder.
func prepareMap(_ context.Context, r *Resource, _ Lookup, old Row, values Values) error {
	mission, sent := values["mission"].(string)
	if old == nil && !sent || sent && mission == "" {
		short, _ := final(r, old, values, "name_short").(string)
		values["mission"] = "dayzOffline." + short
	}
	if old == nil {
		values["is_modded"], values["url"] = int64(1), ""
	}
	return nil
}
