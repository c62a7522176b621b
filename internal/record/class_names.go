package record

// Classname is a class of the game that the operator's catalogue knows.
type Classname struct {
	Identity
	Name              string `field:"name" example:"AKM" help:"As the game writes it."`
	DisplayName       string `field:"display_name" example:"KA-M" help:"What players see."`
	CategoryID        *int64 `field:"category_id" ref:"categories" help:"The category of its types in the game's files."`
	SubCategoryID     *int64 `field:"sub_category_id" ref:"subcategories" label:"Subcategory" help:"Divides the category; to filter by."`
	ModID             *int64 `field:"mod_id" ref:"mods" help:"The mod that it comes from."`
	Payload           JSON   `field:"payload" example:"{\"calibre\":\"7.62x39\"}" help:"Free attributes."`
	DefaultTypeValues JSON   `field:"default_type_values" example:"{\"nominal\":8,\"min\":4}" label:"Values of a new type" help:"What a new type of this class starts with: whole numbers under nominal, lifetime, restock, min, qmin, qmax and cost. Other keys are kept and do nothing."`
	Value             int64  `field:"value" help:"Kept for programs that know it; this version does not use it."`
	HasImage          bool   `field:"has_image" help:"Kept for programs that know it; this version has no pictures."`
	IsCreature        bool   `field:"is_creature" help:"An animal or an infected."`
	Enabled           bool   `field:"enabled" help:"A mark to filter by."`
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
	UserID            int64   `field:"user_id,readonly" help:"The id of its owner."`
	Name              string  `field:"name,required,max=255,unique" example:"AKM" label:"Class name" help:"As the game writes it; compared without letter case."`
	DisplayName       *string `field:"display_name,max=255" example:"KA-M" help:"What players see."`
	ClassnameID       *int64  `field:"classname_id" ref:"classnames" label:"In the catalogue" help:"The entry of the catalogue that it was made from."`
	CategoryID        *int64  `field:"category_id" ref:"categories" help:"Presets go by it where a type has no category of its own."`
	SubCategoryID     *int64  `field:"sub_category_id" ref:"subcategories" label:"Subcategory" help:"Divides the category; to filter by."`
	ModID             *int64  `field:"mod_id" ref:"mods" help:"The mod that it comes from."`
	Payload           JSON    `field:"payload" example:"{\"calibre\":\"7.62x39\"}" help:"Free attributes."`
	DefaultTypeValues JSON    `field:"default_type_values" example:"{\"nominal\":8,\"min\":4}" label:"Values of a new type" help:"What a new type of this class starts with: whole numbers under nominal, lifetime, restock, min, qmin, qmax and cost. Other keys are kept and do nothing."`
	Value             int64   `field:"value,readonly" default:"0" help:"Kept for programs that know it; this version does not use it."`
	HasImage          bool    `field:"has_image,readonly" default:"0" help:"Kept for programs that know it; this version has no pictures."`
	IsCreature        bool    `field:"is_creature" default:"0" label:"Creature" help:"An animal or an infected."`
	Enabled           bool    `field:"enabled" default:"1" help:"A mark to filter by; what is made on a disabled class name is written to the files all the same."`
	Stamps
}

// InstanceClassnames are the class names of an instance. What is made on one goes with it.
var InstanceClassnames = Define[InstanceClassname]("instance_classnames", InInstance,
	At("classnames"),
	Called("instance classname", "Classnames scoped to an instance; types, spawnable types, trader items and currencies are made on them."),
	Keyed("name"),
	Searching("r.name", "r.display_name"),
	Filtering(classFilters()...),
	Cascading("types", "instance_classname_id"),
	Cascading("spawnable_types", "instance_classname_id"),
	Cascading("trader_items", "instance_classname_id"),
	Cascading("trader_currencies", "instance_classname_id"))

func classFilters() []Filter {
	return []Filter{
		ByID("category", "categories", "category_id"),
		ByID("subcategory", "subcategories", "sub_category_id"),
		ByID("mod", "mods", "mod_id"),
		ByStatus(),
	}
}
