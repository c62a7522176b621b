package record

// WorkshopMod is a modification as the Steam Workshop describes it.
type WorkshopMod struct {
	Identity
	SteamID       string `field:"steam_id" example:"1559212036" label:"Workshop id" help:"Its number in the Steam Workshop."`
	Name          string `field:"name" example:"CF" help:"The title as a folder can be called."`
	Title         string `field:"title" example:"CF" help:"As the Workshop shows it."`
	Description   string `field:"description" example:"Community Framework" help:"As the Workshop shows it."`
	PreviewURL    string `field:"preview_url" label:"Picture" help:"Address of a picture."`
	Subscriptions int64  `field:"subscriptions" example:"1200000" help:"How many players have subscribed to it."`
	Stamps
}

// WorkshopMods are filled by the operator from an answer of the Steam Workshop; everyone reads them.
var WorkshopMods = Define[WorkshopMod]("workshop_mods", Public,
	At("workshop-mods"),
	Called("workshop mod", "Modifications of the Steam Workshop that the operator has listed."),
	Searching("r.name", "r.title"))
