package record

// Map is a world to make instances on.
type Map struct {
	Identity
	Name      string `field:"name"`
	NameShort string `field:"name_short" help:"As in the mission folder's name."`
	WorldSize int64  `field:"world_size" unit:"m" help:"Length of an edge."`
	IsModded  bool   `field:"is_modded"`
	URL       string `field:"url,hidden"`
	Mission   string `field:"mission,hidden"`
}

// Maps are built in.
var Maps = Define[Map]("maps", Public, Searching("r.name", "r.name_short"))

// Owner is the user that a reference row belongs to; null for built-in rows.
type Owner struct {
	UserID *int64 `field:"user_id,hidden"`
}

// Category is a name of cfglimitsdefinition.xml that groups types.
type Category struct {
	Identity
	Owner
	Name string `field:"name,required,max=255"`
	Stamps
}

// Categories are built in or belong to a user.
var Categories = Define[Category]("categories", Reference, Searching("r.name"))

// Subcategory divides a category.
type Subcategory struct {
	Identity
	Owner
	Name       string `field:"name,required,max=255"`
	CategoryID *int64 `field:"category_id,required" ref:"categories"`
	Stamps
}

// Subcategories are built in or belong to a user.
var Subcategories = Define[Subcategory]("subcategories", Reference,
	Searching("r.name"), Filtering(ByID("category", "categories", "category_id")))

// Limit is a usage, value or tag of cfglimitsdefinition.xml. A group is one of cfglimitsdefinitionuser.xml.
type Limit struct {
	Identity
	Owner
	Name    string `field:"name"`
	IsGroup bool   `field:"is_group,hidden"`
}

// The names that say where types spawn: kinds of places, tiers of the map, places in a building.
var (
	TypeUsages = Define[Limit]("type_usages", Reference, At("type-usages"), Searching("r.name"))
	TypeValues = Define[Limit]("type_values", Reference, At("type-values"), Searching("r.name"))
	TypeTags   = Define[Limit]("type_tags", Reference, At("type-tags"), Searching("r.name"))
)

// Mod is a modification of the game that class names come from.
type Mod struct {
	Identity
	Owner
	Name        string  `field:"name,required,max=255"`
	Slug        string  `field:"slug,readonly"`
	SteamID     *string `field:"steam_id,max=20"`
	AppID       *string `field:"app_id,max=20"`
	Description *string `field:"description,max=65535"`
	Enabled     bool    `field:"enabled,readonly" default:"1"`
	Stamps
}

// Mods are built in or belong to a user.
var Mods = Define[Mod]("mods", Reference, Searching("r.name"))

var all = []*Resource{
	Maps, Mods, Categories, Subcategories, TypeUsages, TypeValues, TypeTags, Classnames,
	Instances, EconomyCores, Files, InstanceClassnames, Types, Events,
}

// All returns every resource, in an order in which each comes after those that it refers to.
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
