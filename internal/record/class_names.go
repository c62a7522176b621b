package record

// Classname is a class of the game that the operator's catalog knows.
type Classname struct {
	Identity
	Name              string `field:"name" example:"AKM" help:"As the game writes it."`
	DisplayName       string `field:"display_name" example:"KA-M" help:"The name that players see."`
	CategoryID        *int64 `field:"category_id" ref:"categories" help:"The category of its types in the game's files."`
	SubCategoryID     *int64 `field:"sub_category_id" ref:"subcategories" label:"Subcategory" help:"For filtering only."`
	ModID             *int64 `field:"mod_id" ref:"mods" help:"The mod it comes from."`
	Payload           JSON   `field:"payload" example:"{\"calibre\":\"7.62x39\"}" help:"Attributes of your choice."`
	DefaultTypeValues JSON   `field:"default_type_values" example:"{\"nominal\":8,\"min\":4}" label:"Values of a new type"`
	Value             int64  `field:"value" help:"Kept for compatibility; not used by this version."`
	HasImage          bool   `field:"has_image" help:"Kept for compatibility; this version has no images."`
	IsCreature        bool   `field:"is_creature" help:"An animal or an infected."`
	Enabled           bool   `field:"enabled" help:"For filtering only."`
	Stamps
}

// Classnames is the operator's catalog, which everyone reads.
var Classnames = Define[Classname]("classnames", Public,
	called("classname", "The classes of the game in the operator's catalog, the same for every instance."),
	searching("r.name", "r.display_name"),
	filtering(classFilters()...))

// InstanceClassname is a class name that an instance uses.
type InstanceClassname struct {
	Meta
	UserID            int64   `field:"user_id,readonly" help:"The id of its owner."`
	Name              string  `field:"name,required,max=255,unique,classname" example:"AKM" label:"Class name" help:"Letter case is ignored."`
	DisplayName       *string `field:"display_name,max=255" example:"KA-M" help:"The name that players see."`
	ClassnameID       *int64  `field:"classname_id" ref:"classnames" label:"In the catalog" help:"The catalog entry it was created from."`
	CategoryID        *int64  `field:"category_id" ref:"categories" help:"Used by presets for types without a category of their own."`
	SubCategoryID     *int64  `field:"sub_category_id" ref:"subcategories" label:"Subcategory" help:"For filtering only."`
	ModID             *int64  `field:"mod_id" ref:"mods" help:"The mod it comes from."`
	Payload           JSON    `field:"payload" example:"{\"calibre\":\"7.62x39\"}" help:"Attributes of your choice."`
	DefaultTypeValues JSON    `field:"default_type_values" example:"{\"nominal\":8,\"min\":4}" label:"Values of a new type"`
	Value             int64   `field:"value,readonly" default:"0" help:"Kept for compatibility; not used by this version."`
	HasImage          bool    `field:"has_image,readonly" default:"0" help:"Kept for compatibility; this version has no images."`
	IsCreature        bool    `field:"is_creature" default:"0" label:"Creature" help:"An animal or an infected."`
	Enabled           bool    `field:"enabled" default:"1" help:"For filtering only; does not keep records out of the files."`
	Stamps
}

// InstanceClassnames are the class names of an instance. Deleting one deletes the records that depend on it.
var InstanceClassnames = Define[InstanceClassname]("instance_classnames", InInstance,
	at("classnames"),
	called("instance classname", "The class names of an instance; types, spawnable types, trader items and currencies refer to them."),
	keyed("name"),
	searching("r.name", "r.display_name"),
	filtering(classFilters()...),
	cascading("types", "instance_classname_id"),
	cascading("spawnable_types", "instance_classname_id"),
	cascading("trader_items", "instance_classname_id"),
	cascading("trader_currencies", "instance_classname_id"))

func classFilters() []Filter {
	return []Filter{
		byID("category", "categories", "category_id"),
		byID("subcategory", "subcategories", "sub_category_id"),
		byID("mod", "mods", "mod_id"),
		byStatus(),
	}
}
