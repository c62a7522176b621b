package record

// WorkshopMod is a modification as the Steam Workshop describes it.
type WorkshopMod struct {
	Identity
	SteamID       string `field:"steam_id" example:"1559212036" label:"Workshop id" help:"Its number in the Steam Workshop."`
	Name          string `field:"name" example:"CF" help:"The title in a form usable as a folder name."`
	Title         string `field:"title" example:"CF" help:"As shown in the Workshop."`
	Description   string `field:"description" example:"Community Framework" help:"As shown in the Workshop."`
	PreviewURL    string `field:"preview_url" label:"Image" help:"URL of an image."`
	Subscriptions int64  `field:"subscriptions" example:"1200000" help:"Number of subscribers."`
	Stamps
}

// WorkshopMods come from a response of the Steam Workshop that the operator imports; everyone can read them.
var WorkshopMods = Define[WorkshopMod]("workshop_mods", Public,
	at("workshop-mods"),
	called("workshop mod", "The Steam Workshop mods that the operator has listed."),
	searching("r.name", "r.title"))
