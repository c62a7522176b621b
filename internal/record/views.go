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
	Resource string  `field:"resource,required" example:"types" help:"The resource whose records it lists, as in addresses."`
	Q        *string `field:"q,max=2000" example:"cat:weapons nominal>10" label:"Filter" help:"The filter."`
	Sort     *string `field:"sort,max=255" example:"-nominal" label:"Sorted by" help:"A field; a minus sorts descending."`
	Columns  *string `field:"columns,max=2000" example:"name,nominal,min" help:"The columns of the grid, in their order."`
	Grid     bool    `field:"grid" default:"0" help:"Opens as a grid instead of a list."`
	Shared   bool    `field:"shared" default:"0" label:"For everybody" help:"For everyone who works on the instance, not for you alone."`
	Stamps
}

// Views are the saved views of an instance. Those that are not shared are seen by their owner alone.
var Views = Define[view]("views", InInstance,
	called("view", "Your filters and sorting, saved under a name."),
	keyed("name"),
	searching("r.name"),
	filtering(byText("resource"), byFlag("shared", "shared")),
	beside("(r.shared = 1 OR r.user_id = $)"))

// A view may be of any list, and Views is a resource too: its declaration can name neither the lists nor what prepares it.
func init() {
	Views.choose("resource", listsOfInstances()...)
	Views.Prepare = prepareView
}

// listsOfInstances returns the paths of what views are of: records of an instance of which there may be any number.
func listsOfInstances() (paths []string) {
	for _, r := range all {
		if InInstanceAt(r.Path) == r && r.address == nil {
			paths = append(paths, r.Path)
		}
	}
	return paths
}

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
