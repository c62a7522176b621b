package record

// economyCore holds the 18 defaults of an instance's cfgeconomycore.xml; booleans go over the wire as 0 and 1.
type economyCore struct {
	Meta
	DynRadius int64 `field:"dyn_radius" unit:"m" default:"30" example:"40" label:"Dynamic radius" help:"How far from players infected spawn."`
	DynSMin   int64 `field:"dyn_smin" default:"0" label:"Static minimum" help:"Minimum number of infected that a dynamic zone spawns at once."`
	DynSMax   int64 `field:"dyn_smax" default:"0" label:"Static maximum" help:"Maximum number of infected that a dynamic zone spawns at once."`
	DynDMin   int64 `field:"dyn_dmin" default:"1" label:"Dynamic minimum" help:"Minimum number of infected that follow later."`
	DynDMax   int64 `field:"dyn_dmax" default:"5" label:"Dynamic maximum" help:"Maximum number of infected that follow later."`

	LogCELoop             bool   `field:"log_ce_loop,digit" default:"0" label:"Log the economy's loop"`
	LogCEDynamicEvent     bool   `field:"log_ce_dynamicevent,digit" default:"0" label:"Log dynamic events"`
	LogCEVehicle          bool   `field:"log_ce_vehicle,digit" default:"0" label:"Log vehicles"`
	LogCELootSpawn        bool   `field:"log_ce_lootspawn,digit" default:"0" label:"Log spawned loot"`
	LogCELootCleanup      bool   `field:"log_ce_lootcleanup,digit" default:"0" label:"Log removed loot"`
	LogCELootRespawn      bool   `field:"log_ce_lootrespawn,digit" default:"0" label:"Log respawned loot"`
	LogCEStatistics       bool   `field:"log_ce_statistics,digit" default:"0" label:"Log statistics"`
	LogCEZombie           bool   `field:"log_ce_zombie,digit" default:"0" label:"Log infected"`
	LogStorageInfo        bool   `field:"log_storageinfo,digit" default:"0" label:"Log the storage"`
	LogHiveWarning        bool   `field:"log_hivewarning,digit" default:"1" label:"Log warnings of the hive"`
	LogMissionFileWarning bool   `field:"log_missionfilewarning,digit" default:"1" label:"Log warnings about mission files"`
	SaveEventsStartup     bool   `field:"save_events_startup,digit" default:"1" label:"Save events at start"`
	SaveTypesStartup      bool   `field:"save_types_startup,digit" default:"1" label:"Save types at start"`
	CreatedAt             Moment `field:"created_at,hidden"`
	UpdatedAt             Moment `field:"updated_at,hidden"`
}

// EconomyCores holds one record for each instance.
var EconomyCores = Define[economyCore]("economy_cores", InInstance,
	called("economy core", "The defaults in cfgeconomycore.xml. Each instance has one such record."))
