package record

// Event is a central economy event: how many of something the game keeps alive, and where.
// Source: db/events.xml and every <ce> file of type "events".
type Event struct {
	Meta
	Name           string  `field:"name,required,max=255" example:"StaticHeliCrash" help:"The prefix (Ambient, Animal, Infected, Item, Loot, Static, Trajectory, Vehicle) selects the game's handler."`
	Nominal        *int64  `field:"nominal,required" example:"3" help:"Wanted count."`
	Min            *int64  `field:"min,required" example:"1" help:"Lower count."`
	Max            *int64  `field:"max,required" example:"5" help:"Upper count."`
	Lifetime       *int64  `field:"lifetime,required" unit:"s" example:"2100" help:"How long one stays."`
	Restock        *int64  `field:"restock" unit:"s" default:"0" help:"Pause before a missing one is replaced."`
	SafeRadius     *int64  `field:"safe_radius" unit:"m" default:"0" help:"No player may be this near when it spawns."`
	DistanceRadius *int64  `field:"distance_radius" unit:"m" default:"0" help:"Distance to others of its kind."`
	CleanupRadius  *int64  `field:"cleanup_radius" unit:"m" default:"0" help:"No player may be this near when it is removed."`
	Secondary      *string `field:"secondary,max=255" label:"Secondary event" help:"An Infected event that is spawned along with it."`
	Deletable      *bool   `field:"deletable" default:"0" help:"May be removed to make room."`
	InitRandom     *bool   `field:"init_random" default:"0" label:"Random at start" help:"Spawned at random positions when the server starts."`
	RemoveDamaged  *bool   `field:"remove_damaged" default:"0" help:"Removed once ruined."`
	Position       *string `field:"position" in:"fixed player uniform" default:"fixed" help:"fixed: spawn points or zones. player: around players. uniform: spread over the map."`
	Limit          *string `field:"limit,column=limit_by" in:"child parent mixed custom" default:"child" label:"Limited by" help:"Which counts bound the event."`
	Active         bool    `field:"active" default:"1" help:"Inactive events do not spawn."`
	Children       []Child `field:"children" example:"[{\"type\":\"Wreck_UH1Y\",\"min\":1,\"max\":3,\"lootmin\":5,\"lootmax\":10}]" count:"children_count" help:"What is spawned, with the counts of each."`
	ChildrenCount  int64   `field:"children_count,readonly" label:"Children" default:"0" help:"How many children it has."`
	Origin
	Stamps
}

// Child is one thing that an event spawns.
type Child struct {
	Type    string `field:"type,required,max=255" example:"Wreck_UH1Y" label:"Class name" help:"What is spawned."`
	Min     *int64 `field:"min" default:"0" help:"Lower count; a weight where there is one child."`
	Max     *int64 `field:"max" default:"0" help:"Upper count."`
	LootMin *int64 `field:"lootmin" default:"0" label:"Loot min" help:"Least items in it."`
	LootMax *int64 `field:"lootmax" default:"0" label:"Loot max" help:"Most items in it."`
}

// Events are the events of an instance. A name may be used twice, as the game's files do.
var Events = Define[Event]("events", InInstance,
	Called("event", "Central economy events: how many of something the game keeps alive, and where."),
	Keyed("name"),
	Searching("r.name"),
	Filtering(ByFlag("active", "active")),
	Preparing(keepOrigin))
