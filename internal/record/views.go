package record

import (
	"context"

	"quartermaster/internal/validate"
)

// view is a list as somebody looks at it.
type view struct {
	Meta
	UserID   int64   `field:"user_id,hidden"`
	Name     string  `field:"name,required,max=255" example:"Weapons above 10" help:"A name of your choice."`
	Resource string  `field:"resource,required" in:"classnames types presets events event-spawns spawnable-types random-presets trader-sellers trader-categories trader-items trader-currencies player-lists player-spawns effect-areas messages server-mods expansion/market-traders expansion/market-categories expansion/ai-loadouts expansion/trader-zones" example:"types" help:"The resource whose records it lists, as in addresses."`
	Q        *string `field:"q,max=2000" example:"cat:weapons nominal>10" label:"Filter" help:"The filter."`
	Sort     *string `field:"sort,max=255" example:"-nominal" label:"Sorted by" help:"The field that it is sorted by, with a minus for descending."`
	Columns  *string `field:"columns,max=2000" example:"name,nominal,min" help:"The columns of the grid, in their order."`
	Grid     bool    `field:"grid" default:"0" help:"Opens as a grid instead of a list."`
	Shared   bool    `field:"shared" default:"0" label:"For everybody" help:"For everybody who works on the instance, not for you alone."`
	Stamps
}

// Views are the saved views of an instance. Those that are not shared are seen by their owner alone.
var Views = Define[view]("views", InInstance,
	called("view", "Lists as you have filtered and sorted them, saved under a name."),
	keyed("name"),
	searching("r.name"),
	filtering(byText("resource"), byFlag("shared", "shared")),
	beside("(r.shared = 1 OR r.user_id = $)"))

// A view may be of any resource, of which Views is one: its declaration cannot name what prepares it.
func init() { Views.Prepare = prepareView }

func prepareView(ctx context.Context, _ *Resource, in Lookup, old Row, values Values) error {
	value := func(field string) string {
		stored, sent := values[field]
		if !sent && old != nil {
			stored = old[Views.Index(field)]
		}
		text, _ := stored.(string)
		return text
	}
	var problems validate.Errors
	if err := InInstanceAt(value("resource")).understood(ctx, value("q"), in.Words(), &problems); err != nil {
		return err
	}
	return problems.Err()
}
