package record

// ServerMod is a mod that a game server is started with.
type ServerMod struct {
	Meta
	Name       string  `field:"name,required,max=255" example:"@CF" label:"Folder" help:"As in the start line."`
	Position   *int64  `field:"position,min=1,max=100000" usual:"1.." example:"1" help:"Place in the start line, the load order. Empty: last."`
	SteamID    *string `field:"steam_id,max=20,digits" example:"1559212036" label:"Workshop id" help:"Its number in the Steam Workshop."`
	ServerOnly bool    `field:"server_only" default:"0" label:"Server only" help:"Loaded by -serverMod; players do not need it."`
	Stamps
}

// ServerMods are the mods that the game server of an instance is started with.
var ServerMods = Define[ServerMod]("server_mods", InInstance,
	at("server-mods"),
	called("server mod",
		"The mods that the game server is started with, and their order. No file holds them: they are taken from a start line or from the "+
			"running server."),
	keyed("name"),
	unshown,
	searching("r.name"),
	filtering(byFlag("server_only", "server_only")))
