package record

// Event is a central economy event: what the game spawns, how many and where.
// Source: db/events.xml and every <ce> file of type "events".
type Event struct {
	Meta
	Name           string  `field:"name,required,max=255" example:"StaticHeliCrash" help:"Its prefix, such as Static, decides its handling."`
	Nominal        *int64  `field:"nominal,required" usual:"0.." example:"3" help:"Desired number."`
	Min            *int64  `field:"min,required" usual:"0..max" example:"1" help:"Minimum number."`
	Max            *int64  `field:"max,required" usual:"0.." example:"5" help:"Maximum number."`
	Lifetime       *int64  `field:"lifetime,required" usual:"0.." unit:"s" example:"2100" help:"How long one stays."`
	Restock        *int64  `field:"restock" usual:"0.." unit:"s" default:"0" help:"Delay before a missing one is replaced."`
	SafeRadius     *int64  `field:"safe_radius" usual:"0.." unit:"m" default:"0" help:"Spawns only if no player is closer."`
	DistanceRadius *int64  `field:"distance_radius" usual:"0.." unit:"m" default:"0" help:"Minimum distance to others of its kind."`
	CleanupRadius  *int64  `field:"cleanup_radius" usual:"0.." unit:"m" default:"0" help:"Removed only if no player is closer."`
	Secondary      *string `field:"secondary,max=255" label:"Secondary event" help:"An Infected event that is spawned along with it."`
	Deletable      *bool   `field:"deletable" default:"0" help:"May be removed to make room."`
	InitRandom     *bool   `field:"init_random" default:"0" label:"Random at start" help:"Spawned at random positions when the server starts."`
	RemoveDamaged  *bool   `field:"remove_damaged" default:"0" help:"Removed once ruined."`

	Position *string `field:"position" in:"fixed player uniform" default:"fixed" help:"At points or zones, around players, or anywhere."`
	Limit    *string `field:"limit,column=limit_by" in:"child parent mixed custom" default:"child" label:"Limited by" help:"What limits it."`

	Active bool `field:"active" default:"1" help:"Inactive events do not spawn."`

	Children []Child `field:"children" example:"[{\"type\":\"Wreck_UH1Y\",\"min\":1,\"max\":3}]" count:"children_count" help:"What it spawns."`

	ChildrenCount int64 `field:"children_count,readonly" label:"Children" default:"0" help:"Number of children."`
	Origin
	Stamps
}

// Child is a class that an event spawns.
type Child struct {
	Type    string `field:"type,required,max=255,classname" example:"Wreck_UH1Y" label:"Class name" help:"What is spawned."`
	Min     *int64 `field:"min" usual:"0.." default:"0" help:"Minimum number; a weight if there is only one child."`
	Max     *int64 `field:"max" usual:"0.." default:"0" help:"Maximum number."`
	LootMin *int64 `field:"lootmin" usual:"0..lootmax" default:"0" label:"Loot min" help:"Minimum number of loot items."`
	LootMax *int64 `field:"lootmax" usual:"0.." default:"0" label:"Loot max" help:"Maximum number of loot items."`
}

// Events are the events of an instance. Names need not be unique: the game's files use some twice.
var Events = Define[Event]("events", InInstance,
	called("event", "Central economy events: what the game spawns besides loot, how much of it, and where."),
	keyed("name"),
	searching("r.name"),
	filtering(byFlag("active", "active")),
	preparing(keepOrigin))
