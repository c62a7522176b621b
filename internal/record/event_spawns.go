package record

// EventSpawn lists the positions of an event. Source: cfgeventspawns.xml.
type EventSpawn struct {
	Meta
	Name     string   `field:"name,required,max=255" example:"StaticHeliCrash" help:"The name of the event."`
	ZoneR    *float64 `field:"zone_r" usual:"0.." example:"45" unit:"m" label:"Zone radius" help:"How far infected spawn from it."`
	ZoneSMin *float64 `field:"zone_smin" usual:"0..zone_smax" example:"2" label:"Zone static min" help:"Minimum number at the start."`
	ZoneSMax *float64 `field:"zone_smax" usual:"0.." example:"3" label:"Zone static max" help:"Maximum number at the start."`
	ZoneDMin *float64 `field:"zone_dmin" usual:"0..zone_dmax" example:"3" label:"Zone dynamic min" help:"Minimum number that follows."`
	ZoneDMax *float64 `field:"zone_dmax" usual:"0.." example:"5" label:"Zone dynamic max" help:"Maximum number that follows."`

	Positions []SpawnPosition `field:"positions" count:"children_count" example:"[{\"x\":7500,\"z\":8200,\"a\":90}]" help:"Where it happens."`

	ChildrenCount int64 `field:"children_count,readonly" label:"Positions" default:"0" help:"Number of positions."`
	Placed
	Stamps
}

// SpawnPosition is a position on the map.
type SpawnPosition struct {
	X     *float64 `field:"x,required" usual:"0..map" example:"7500.5" unit:"m" help:"From the west edge."`
	Z     *float64 `field:"z,required" usual:"0..map" example:"8200" unit:"m" help:"From the south edge."`
	Y     *float64 `field:"y" unit:"m" label:"Height" help:"Empty: on the ground."`
	A     *float64 `field:"a" unit:"degrees" label:"Direction" help:"The direction it faces."`
	Group *string  `field:"group,max=255" help:"A group of cfgeventgroups.xml that is placed here."`
}

// EventSpawns are the spawn points of an instance's events. A name may be used twice.
var EventSpawns = Define[EventSpawn]("event_spawns", InInstance,
	at("event-spawns"),
	called("event spawn", "Event spawn points: where each event takes place."),
	keyed("name"),
	searching("r.name"),
	locating(Located{Title: "Event positions", List: "positions", X: "x", Y: "y", Z: "z", Angle: "a", Sort: "name", Radius: "zone_r"}))
