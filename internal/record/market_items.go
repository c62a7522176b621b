package record

import (
	"crypto/sha256"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/expansion"
)

// marketItem is an item of a market category as the grid shows it. No table has it: it stands in the document of its category, where
// each field has the key that is named here as its column.
type marketItem struct {
	Meta
	Name         string   `field:"name,required,max=255,classname,column=ClassName" label:"Class name"`
	CategoryID   int64    `field:"category_id,required" ref:"expansion_market_categories" help:"A class may be in one only."`
	LowestPrice  int64    `field:"lowest_price,column=MinPriceThreshold" usual:"0..highest_price"`
	HighestPrice int64    `field:"highest_price,column=MaxPriceThreshold"`
	SellPercent  float64  `field:"sell_percent,column=SellPricePercent" unit:"%"`
	LeastStock   int64    `field:"smallest_stock,column=MinStockThreshold" usual:"0..largest_stock"`
	MostStock    int64    `field:"largest_stock,column=MaxStockThreshold"`
	Quantity     int64    `field:"quantity,column=QuantityPercent" unit:"%"`
	Variants     []string `field:"variants,classname,column=Variants"`
	Attachments  []string `field:"attachments,classname,column=SpawnAttachments"`
}

// MarketItems are the items of all market categories of an instance.
var MarketItems = Define[marketItem]("expansion_market_items", InInstance,
	at("expansion/market-items"),
	called("market item", "The items of the Expansion market."),
	keyed("category_id", "name"),
	filtering(byID("category_id", "expansion_market_categories", "category_id")),
	describedBy(expansion.Category.Field("Items").Fields))

// describedBy takes over what the mod's schema says about the keys that are the columns of fields.
func describedBy(keys []*expansion.Field) Option {
	return func(r *Resource) {
		for _, key := range keys {
			if i := slices.IndexFunc(r.Fields, func(f *Field) bool { return f.Column == key.Name }); i >= 0 {
				r.Fields[i].describe(key)
			}
		}
	}
}

func (f *Field) describe(key *expansion.Field) {
	f.Help = key.Help
	if f.Label == labelOf(f.Name) {
		f.Label = key.Label
	}
	if key.Firm {
		f.Min, f.Max = key.Min, key.Max
	}
}

// itemIDLength is the length of sids.
const itemIDLength = 10

// MarketItemIDs returns ids of the items of a market category for addresses, as items have no rows of their own. The id of an item
// depends on the category, the class name and, for duplicates, their number.
func MarketItemIDs(categorySID string, classNames []string) []string {
	ids := make([]string, len(classNames))
	seen := map[string]int{}
	for i, name := range classNames {
		name = strings.ToLower(name)
		seen[name]++
		ids[i] = itemID(categorySID, name, seen[name])
	}
	return ids
}

func itemID(categorySID, className string, number int) string {
	sum := sha256.Sum256([]byte(categorySID + "\n" + className + "\n" + strconv.Itoa(number)))
	return new(big.Int).SetBytes(sum[:]).Text(62)[:itemIDLength]
}
