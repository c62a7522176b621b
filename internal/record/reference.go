package record

import "strings"

// Owner is the user that a reference row belongs to; null for built-in rows.
type Owner struct {
	UserID *int64 `field:"user_id,hidden"`
}

// Category is a name of cfglimitsdefinition.xml that groups types.
type Category struct {
	Identity
	Owner
	Name string `field:"name,required,max=255" example:"weapons" help:"As in cfglimitsdefinition.xml."`
	Stamps
}

// Categories are built in or belong to a user.
var Categories = Define[Category]("categories", Reference,
	called("category", "The categories of types: the game's and your own. Deleting one sets references to it to null."),
	searching("r.name"))

// subcategory divides a category.
type subcategory struct {
	Identity
	Owner
	Name       string `field:"name,required,max=255" example:"assault rifles" help:"A name of your choice; the game does not use it."`
	CategoryID *int64 `field:"category_id,required" ref:"categories" help:"The category that it divides."`
	Stamps
}

// Subcategories are built in or belong to a user.
var Subcategories = Define[subcategory]("subcategories", Reference,
	called("sub category", "Subdivisions of a category. Deleting one sets references to it to null."),
	searching("r.name"), filtering(byID("category", "categories", "category_id")))

// Limit is a usage, value or tag of cfglimitsdefinition.xml. A group is one of cfglimitsdefinitionuser.xml.
type Limit struct {
	Identity
	Owner
	Name    string `field:"name,max=255" help:"As in cfglimitsdefinition.xml."`
	IsGroup bool   `field:"is_group,hidden"`
}

// The names that determine where types spawn: kinds of locations, tiers of the map, places in a building.
var (
	TypeUsages = limits("type_usages", "type usage", "Military",
		"The kinds of locations where types spawn: the usages in cfglimitsdefinition.xml.")
	TypeValues = limits("type_values", "type value", "Tier1", "The tiers of the map where types spawn: the values in cfglimitsdefinition.xml.")
	TypeTags   = limits("type_tags", "type tag", "floor", "Where in a building types are placed: the tags in cfglimitsdefinition.xml.")
)

func limits(table, one, example, about string) *Resource {
	r := Define[Limit](table, Reference, at(strings.ReplaceAll(table, "_", "-")), called(one, about), searching("r.name"))
	r.Field("name").Example = example
	return r
}

var all = []*Resource{
	Maps, Mods, WorkshopMods, Categories, Subcategories, TypeUsages, TypeValues, TypeTags, Classnames,
	Instances, EconomyCores, LintSettings, Files, InstanceClassnames, Types, TypePresets, Events, EventSpawns, SpawnableTypes, RandomPresets,
	TraderSellers, TraderCategories, TraderItems, TraderCurrencies, PlayerLists, PlayerSpawns, EffectAreas, Messages, ServerMods, Recipes,
	Views, Schedules,
	ExpansionSettings, MarketTraders, MarketCategories, AILoadouts, TraderZones, StoredFiles, Jobs,
}

// All returns all resources. Each comes after those that it refers to.
func All() []*Resource { return all }

// Named returns the resource of that name, or nil.
func Named(name string) *Resource {
	for _, r := range all {
		if r.Name == name {
			return r
		}
	}
	return nil
}
