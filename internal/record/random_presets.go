package record

// RandomPreset is a list of items to draw from. Spawnable types refer to it by name. Source: cfgrandompresets.xml.
type RandomPreset struct {
	Meta
	Name       string       `field:"name,required,max=255" example:"foodVillage" help:"The name that spawnable types use for it."`
	Type       string       `field:"type,required" in:"cargo attachments" example:"cargo" help:"Which blocks of spawnable types can use it."`
	Chance     float64      `field:"chance,required" usual:"0..1" example:"0.15" help:"Chance that any item is chosen, from 0 to 1."`
	Items      []ChanceItem `field:"items" count:"items_count" example:"[{\"name\":\"Pear\",\"chance\":0.2}]" help:"One of these is chosen."`
	ItemsCount int64        `field:"items_count,readonly" label:"Items" default:"0" help:"Number of items."`
	Placed
	Stamps
}

// RandomPresets are the random presets of an instance.
var RandomPresets = Define[RandomPreset]("random_presets", InInstance,
	at("random-presets"),
	called("random preset", "Random cargo and attachment presets that spawnable types refer to by name."),
	keyed("type", "name"),
	searching("r.name"),
	filtering(byText("type")))
