package record

// PlayerSpawn is a point around which players spawn. Source: cfgplayerspawnpoints.xml.
type PlayerSpawn struct {
	Meta
	X       Hundredths `field:"x,required" usual:"0..map" example:"6063.02" unit:"m" help:"From the west edge."`
	Z       Hundredths `field:"z,required" usual:"0..map" example:"1931.91" unit:"m" help:"From the south edge."`
	Type    string     `field:"type" in:"fresh hop travel" default:"fresh" example:"fresh" help:"For new characters, or from other servers."`
	Comment *string    `field:"comment,max=255" example:"Elektrozavodsk" help:"A description of the place."`
	Y       *float64   `field:"y" unit:"m" label:"Height" help:"Empty: on the ground."`
	A       *float64   `field:"a" unit:"degrees" label:"Direction" help:"The direction players face."`
	Group   *string    `field:"group,column=group_name,max=255" example:"West" help:"The group of points it belongs to."`
	Placed
	Stamps
}

// PlayerSpawns are the spawn points of an instance.
var PlayerSpawns = Define[PlayerSpawn]("player_spawns", InInstance,
	at("player-spawns"),
	called("player spawn", "The points around which players spawn."),
	keyed("type", "x", "z"),
	titled("comment"),
	searching("r.comment", "r.group_name"),
	filtering(byText("type")),
	locating(Located{Title: "Player spawns", X: "x", Y: "y", Z: "z", Angle: "a", Sort: "type"}))
