package record

// TraderCategory groups the items of a trader. Source: the <Category> entries of TraderConfig.txt.
type TraderCategory struct {
	Meta
	SellerID   int64  `field:"seller_id,required" ref:"trader_sellers" help:"The trader it belongs to."`
	Name       string `field:"name,required,max=255,line" example:"Vegetables" help:"As in TraderConfig.txt."`
	ItemsCount int64  `field:"items_count" label:"Items" help:"Number of items in it." counts:"trader_items category_id"`
	HiddenOrigin
	Stamps
}

// TraderCategories are the categories of an instance's traders. Deleting one deletes its items; moving one to another trader moves them.
var TraderCategories = Define[TraderCategory]("trader_categories", InInstance,
	at("trader-categories"),
	called("trader category", "The categories of a trader's items."),
	keyed("seller_id", "name"),
	searching("r.name"),
	filtering(byID("seller_id", "trader_sellers", "seller_id")),
	cascading("trader_items", "category_id"),
	mirroring("trader_items", "category_id", "seller_id"),
	preparing(noneYet("items_count")))
