package record

// TraderSeller is a trader of the Dr. Jones Trader mod: what it sells stands in its categories.
// Source: the <Trader> entries of TraderConfig.txt, and TraderObjects.txt for where it stands.
type TraderSeller struct {
	Meta
	Name               string    `field:"name,required,max=255,line" example:"Consume Trader" help:"As TraderConfig.txt calls it."`
	Place              *Position `field:"position" example:"[11590.6,57.6,14680.1]" unit:"m" help:"x, y and z of its marker and of itself."`
	SafezoneRadius     *int64    `field:"safezone_radius,min=0" example:"100" unit:"m" help:"0: no safe zone."`
	VehicleSpawn       *Position `field:"vehicle_spawn" unit:"m" help:"x, y and z where bought vehicles appear."`
	VehicleOrientation *Position `field:"vehicle_orientation" unit:"degrees" help:"Yaw, pitch and roll of bought vehicles."`
	ObjectClass        *string   `field:"object_class,max=255,line" example:"SurvivorM_Boris" help:"The class that stands there."`
	Orientation        *Position `field:"orientation" example:"[180,0,0]" unit:"degrees" help:"Yaw, pitch and roll of itself."`
	Attachments        []string  `field:"attachments" example:"[\"TShirt_White\",\"Jeans_Blue\"]" help:"What it wears: class names."`
	Marker             *int64    `field:"marker,hidden"` // the number by which the imported TraderObjects.txt calls it
	CategoriesCount    int64     `field:"categories_count" label:"Categories" help:"How many categories it has." sql:"(SELECT count(*) FROM trader_categories c WHERE c.seller_id = r.id)"`
	ItemsCount         int64     `field:"items_count" label:"Items" help:"How many items it trades." sql:"(SELECT count(*) FROM trader_items t WHERE t.seller_id = r.id)"`
	HiddenOrigin
	Stamps
}

// TraderSellers are the traders of an instance. Their categories and items go with them.
var TraderSellers = Define[TraderSeller]("trader_sellers", InInstance,
	At("trader-sellers"),
	Called("trader seller", "Trader NPC seller definitions: who sells, and where it stands."),
	Keyed("name"),
	Searching("r.name"),
	TakesAlong("trader_items", "seller_id"),
	TakesAlong("trader_categories", "seller_id"),
	Preparing(noneYet("categories_count", "items_count")))
