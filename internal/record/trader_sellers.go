package record

import (
	"context"
	"strings"

	"quartermaster/internal/validate"
)

// TraderSeller is a trader of the Dr. Jones Trader mod; its items are in its categories.
// Source: the <Trader> entries of TraderConfig.txt, and TraderObjects.txt for its position.
type TraderSeller struct {
	Meta
	Name               string    `field:"name,required,max=255,line" example:"Consume Trader" help:"As in TraderConfig.txt."`
	Place              *Position `field:"position" example:"[11590.6,57.6,14680.1]" unit:"m" help:"x, y and z of the trader and its marker."`
	SafezoneRadius     *int64    `field:"safezone_radius,min=0" example:"100" unit:"m" help:"0: no safe zone."`
	VehicleSpawn       *Position `field:"vehicle_spawn" unit:"m" help:"x, y and z where bought vehicles appear."`
	VehicleOrientation *Position `field:"vehicle_orientation" unit:"degrees" help:"Yaw, pitch and roll of bought vehicles."`

	ObjectClass *string   `field:"object_class,max=255,class,classname" example:"SurvivorM_Boris" help:"Class of the trader's figure."`
	Orientation *Position `field:"orientation" example:"[180,0,0]" unit:"degrees" help:"Yaw, pitch and roll of the trader."`
	Attachments []string  `field:"attachments,class,classname" example:"[\"TShirt_White\",\"Jeans_Blue\"]" help:"What it wears."`
	Marker      *int64    `field:"marker,hidden"` // the number by which the imported TraderObjects.txt calls it

	CategoriesCount int64 `field:"categories_count" label:"Categories" help:"Number of categories." counts:"trader_categories seller_id"`
	ItemsCount      int64 `field:"items_count" label:"Items" help:"Number of items." counts:"trader_items seller_id"`
	HiddenOrigin
	Stamps
}

// TraderSellers are the traders of an instance. Deleting one deletes its categories and items.
var TraderSellers = Define[TraderSeller]("trader_sellers", InInstance,
	at("trader-sellers"),
	called("trader seller", "The traders: what they look like and where they stand."),
	listing("in the order in which the game reads them"),
	keyed("name"),
	searching("r.name"),
	cascading("trader_items", "seller_id"),
	cascading("trader_categories", "seller_id"),
	locating(
		Located{Title: "Traders", At: "position", Radius: "safezone_radius"},
		Located{Title: "Vehicles of traders", At: "vehicle_spawn"}),
	preparing(prepareSeller))

func prepareSeller(ctx context.Context, r *Resource, in Lookup, old Row, values Values) error {
	if err := needsPlace(r, old, values); err != nil {
		return err
	}
	return noneYet("categories_count", "items_count")(ctx, r, in, old, values)
}

// needsPlace returns validate.Errors for values that TraderObjects.txt cannot hold: it needs a position for a marker, and an object for a
// direction and attachments. Imported values may stay as long as nobody changes them.
func needsPlace(r *Resource, old Row, values Values) error {
	var problems validate.Errors
	for _, need := range []struct {
		name string
		by   []string
	}{
		{"position", []string{"safezone_radius", "vehicle_spawn", "vehicle_orientation", "object_class"}},
		{"object_class", []string{"orientation", "attachments"}},
	} {
		for _, by := range need.by {
			_, sent := values[by]
			_, taken := values[need.name]
			if (sent || taken) && isGiven(final(r, old, values, by)) && !isGiven(final(r, old, values, need.name)) {
				problems.AddNamed(need.name, words(need.name), validate.IsRequiredWith.With(words(by)))
				break
			}
		}
	}
	return problems.Err()
}

func words(name string) string { return strings.ReplaceAll(name, "_", " ") }

// isGiven reports whether a value is neither null nor an empty list.
func isGiven(value any) bool { return value != nil && value != "[]" }
