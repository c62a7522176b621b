package record

import (
	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

// AILoadout is a loadout of the Expansion mod: the clothes and items of an AI. Source: profiles/ExpansionMod/Loadouts.
type AILoadout struct {
	Meta
	Name       string `field:"name,required,max=200,unique,filename" example:"GuardLoadout" help:"The name of its file without .json."`
	SlotsCount int64  `field:"slots_count,readonly" label:"Slots" default:"0" help:"Number of slots that the loadout fills."`
	SetsCount  int64  `field:"sets_count,readonly" label:"Sets" default:"0" help:"Number of item sets. All items of a set are given together."`
	Documented
	Stamps
}

// AILoadouts are the loadouts of an instance.
var AILoadouts = Define[AILoadout]("expansion_ai_loadouts", InInstance,
	at("expansion/ai-loadouts"),
	called("expansion AI loadout", "What AI characters and new players of the Expansion mod wear and carry."),
	keyed("name"),
	searching("r.name"),
	documenting(each(expansion.Loadout),
		`{"ClassName":"","Health":[{"Min":0.5,"Max":1.0,"Zone":""}],"InventoryAttachments":[{"SlotName":"Body",`+
			`"Items":[{"ClassName":"TTsKOJacket_Camo","Chance":1.0}]}]}`,
		func(document *jsontree.Object, values map[string]any) {
			values["slots_count"], values["sets_count"] = count(document, "InventoryAttachments"), count(document, "Sets")
		}))
