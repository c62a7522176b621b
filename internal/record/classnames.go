package record

// Classname is a class of the game that the operator's catalogue knows.
type Classname struct {
	Identity
	Name              string `field:"name" example:"AKM"`
	DisplayName       string `field:"display_name" example:"KA-M"`
	CategoryID        *int64 `field:"category_id" ref:"categories"`
	SubCategoryID     *int64 `field:"sub_category_id" ref:"subcategories" label:"Subcategory"`
	ModID             *int64 `field:"mod_id" ref:"mods"`
	Payload           JSON   `field:"payload" example:"{\"calibre\":\"7.62x39\"}" help:"Free attributes."`
	DefaultTypeValues JSON   `field:"default_type_values" example:"{\"nominal\":8,\"min\":4}" label:"Values of a new type" help:"What a new type of this class starts with."`
	Value             int64  `field:"value"`
	HasImage          bool   `field:"has_image"`
	IsCreature        bool   `field:"is_creature" help:"An animal or an infected."`
	Enabled           bool   `field:"enabled"`
	Stamps
}

// Classnames is the operator's catalogue, which everyone reads.
var Classnames = Define[Classname]("classnames", Public,
	Called("classname", "Classes of the game that the operator's catalogue knows; the same for every instance."),
	Searching("r.name", "r.display_name"),
	Filtering(classFilters()...))

// InstanceClassname is a class name that an instance uses.
type InstanceClassname struct {
	Meta
	UserID            int64   `field:"user_id,readonly"`
	Name              string  `field:"name,required,max=255,unique" example:"AKM" label:"Class name" help:"As the game writes it; compared without letter case."`
	DisplayName       *string `field:"display_name,max=255" example:"KA-M" help:"What players see."`
	ClassnameID       *int64  `field:"classname_id" ref:"classnames" label:"In the catalogue"`
	CategoryID        *int64  `field:"category_id" ref:"categories"`
	SubCategoryID     *int64  `field:"sub_category_id" ref:"subcategories" label:"Subcategory"`
	ModID             *int64  `field:"mod_id" ref:"mods"`
	Payload           JSON    `field:"payload" example:"{\"calibre\":\"7.62x39\"}" help:"Free attributes."`
	DefaultTypeValues JSON    `field:"default_type_values" example:"{\"nominal\":8,\"min\":4}" label:"Values of a new type" help:"What a new type of this class starts with."`
	Value             int64   `field:"value,readonly" default:"0"`
	HasImage          bool    `field:"has_image,readonly" default:"0"`
	IsCreature        bool    `field:"is_creature" default:"0" label:"Creature" help:"An animal or an infected."`
	Enabled           bool    `field:"enabled" default:"1"`
	Stamps
}

// InstanceClassnames are the class names of an instance. What is made on one goes with it.
var InstanceClassnames = Define[InstanceClassname]("instance_classnames", InInstance,
	At("classnames"),
	Called("instance classname", "Classnames scoped to an instance; types, spawnable types, trader items and currencies are made on them."),
	Keyed("name"),
	Searching("r.name", "r.display_name"),
	Filtering(classFilters()...),
	TakesAlong("types", "instance_classname_id"),
	TakesAlong("spawnable_types", "instance_classname_id"),
	TakesAlong("trader_items", "instance_classname_id"),
	TakesAlong("trader_currencies", "instance_classname_id"))

func classFilters() []Filter {
	return []Filter{
		ByID("category", "categories", "category_id"),
		ByID("subcategory", "subcategories", "sub_category_id"),
		ByID("mod", "mods", "mod_id"),
		ByStatus(),
	}
}
