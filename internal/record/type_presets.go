package record

// typePreset holds values that are applied to many types at once. Null fields are not applied.
type typePreset struct {
	Meta
	Heading    string  `field:"title,required,max=255" example:"Military weapons" help:"A name of your choice for this preset."`
	Enabled    bool    `field:"enabled" default:"1" help:"Disabled presets are not applied."`
	Nominal    *int64  `field:"nominal" usual:"0.." example:"12" help:"Desired number in the world."`
	Lifetime   *int64  `field:"lifetime" usual:"0.." example:"14400" unit:"s" help:"Despawn time if untouched."`
	Restock    *int64  `field:"restock" usual:"0.." example:"1800" unit:"s" help:"Delay before a missing one is replaced."`
	Min        *int64  `field:"min" usual:"0..nominal" example:"6" help:"Spawning starts when the number falls below this."`
	CategoryID *int64  `field:"category_id" ref:"categories" help:"The category of the types it applies to. Empty: all types."`
	TagID      *int64  `field:"tag_id" ref:"type_tags" label:"Tag" help:"Replaces all tags of the types."`
	UsageIDs   []int64 `field:"usage_ids,listed" ref:"type_usages" links:"type_preset_usage_links preset_id usage_id" label:"Usages"`
	ValueIDs   []int64 `field:"value_ids,listed" ref:"type_values" links:"type_preset_value_links preset_id value_id" label:"Values"`
	Stamps
}

// TypePresets are the presets of an instance.
var TypePresets = Define[typePreset]("type_presets", InInstance,
	at("presets"),
	called("type preset", "Sets of values that can be applied to many types at once."),
	keyed("title"),
	titled("title"),
	unshown,
	searching("r.title"))
