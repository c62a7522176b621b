package operation

import (
	"context"
	"errors"
	"time"

	"quartermaster/internal/access"
	"quartermaster/internal/economy"
	"quartermaster/internal/layers"
	"quartermaster/internal/outage"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// Layers are what one can do with named sets of changes that can be on or off.
var Layers = []*Operation{
	defineList("list layers", "layers", record.ChangeSets, access.Read, "The layers of an instance, the oldest first.", listLayers,
		about("The named sets of changes of the instance, without their rows.")),
	define("create layer", post, "layers", access.Read, "Make a layer of changes, or propose one.", createLayer, creates, later,
		taking(LargeBody), unreviewed, orForm[bundleForm], conflictsWith[clashesView](clashing),
		about("Makes a layer that is off, which needs the permission `edit`. Where changes of the instance are reviewed, everybody who may read "+
			"can propose one: it is `proposed` until another member approves it. `from` says of what: of what a draft has changed (`draft`), "+
			"of what revisions have changed "+
			"(`revisions`), of rows of a comparison with another instance (`instance` and `rows`), or of rows (`changes`). What revisions have "+
			"changed is there already: it becomes the layer's when that is turned on, so that turning it off takes it back. A bundle (`bundle`, or "+
			"a form with a `file`) says in `signature` whether it is as it was signed, in `key` by whom, and in `missing` what the instance does "+
			"not have: keys that `map` takes. A newer version of a bundle that is installed already takes the place of its layer by a merge, and "+
			"`replaced` is the version that it replaces.")),
	define("get layer", get, "layers/{layer}", access.Read, "One layer with what its rows come to.", getLayer, paging(record.LayerRows),
		about("The layer with a page of its rows. For one that is not on, `problems` and `economy` say what they would be with it. "+
			"`now` says what each "+
			"comes to: `applies`, `already` or, where the instance has another "+
			"value by now, `conflict`. `with` names layers that are on and change the same fields.")),
	define("change layer", patch, "layers/{layer}", access.Read, "Change a layer.", changeLayer, later, taking(LargeBody),
		conflictsWith[clashesView](clashing),
		unreviewed,
		about("Changes the name, the note or the colour of a layer, or what it does, which needs the permission `edit`; your own "+
			"proposal you may change without it until it is approved. A layer that is on does at once what it does then. A "+
			"settled layer keeps its changes: 422.")),
	define("delete layer", remove, "layers/{layer}", access.Read, "Delete a layer that is off.", deleteLayer, refuses,
		unreviewed,
		about("Deletes a layer that is off or settled, and changes nothing of what the instance holds. It needs the permission `edit`, but for "+
			"what you have proposed yourself and nobody has approved. 422 while it is on.")),
	define("turn layer on", post, "layers/{layer}/on", access.Edit, "Turn a layer on.", turnLayerOn, conflictsWith[clashesView](clashing),
		unreviewed,
		about("Lays the layer over what the instance holds, as one revision. Where two layers change the same, the one that was turned on "+
			"later counts. Nothing is done where it is on already.")),
	define("turn layer off", post, "layers/{layer}/off", access.Edit, "Turn a layer off.", turnLayerOff, conflictsWith[clashesView](clashing),
		unreviewed,
		about("Takes back what the layer does, as one revision, and nothing else, whatever other layers are on. What was edited since stays, "+
			"and is in `kept`; with `prefer` `theirs` that is taken back too. Nothing is done where it is off already.")),
	define("settle layer", post, "layers/{layer}/settle", access.Edit, "Make what a layer does plain content.", settleLayer,
		conflictsWith[clashesView](clashing),
		unreviewed,
		about("Makes what the layer does plain content, which turning off does not take back any more. A layer that is off is turned on "+
			"first.")),
}

// layerView is a layer without its rows.
type layerView struct {
	SID       string    `field:"sid" example:"k3Jd82Lq0x"`
	Name      string    `field:"name" example:"Winter event"`
	Note      string    `field:"note" example:"From December on"`
	Colour    string    `field:"colour,null" example:"#3366cc"`
	State     string    `field:"state" in:"proposed,off,on,settled" example:"off"`
	Approved  bool      `field:"approved" help:"Whether another member has approved what it does."`
	By        string    `field:"by,null" help:"Who made it; null where the account is gone." example:"Anna"`
	RowsCount int64     `field:"rows_count" example:"12"`
	CreatedAt time.Time `field:"created_at"`
	UpdatedAt time.Time `field:"updated_at"`
}

// layerWithRows is a layer with a page of its rows.
type layerWithRows struct {
	layerView
	Rows []layers.Row `field:"rows"`
	With []layerPair  `field:"with" help:"Layers that are on and change the same." example:"[]"`

	installedView
}

// layerWithWhole is a layer with all that is known of it.
type layerWithWhole struct {
	layerWithRows
	Reviews  []layerReviewView `field:"reviews" help:"What members have said about it, the oldest first."`
	Fits     bool              `field:"fits" help:"Whether it could be turned on as the instance is; false where problems and economy are not known."`
	Problems problemsView      `field:"problems" help:"What the checks would find with it and do not find now, and the other way round."`
	Economy  layerEconomy      `field:"economy" help:"What the loot economy would come to with it."`
}

type layerPair struct {
	SID      string `field:"sid" example:"k3Jd82Lq0x"`
	Name     string `field:"name" example:"Double loot"`
	Resource string `field:"resource" example:"types"`
	Record   string `field:"record" example:"AKM"`
	Field    string `field:"field" example:"nominal"`
	Counts   bool   `field:"counts" help:"Whether the other one counts, as it was turned on later."`
}

func viewLayer(l store.Layer) layerView {
	return layerView{
		SID: l.SID, Name: l.Name, Note: l.Note, Colour: l.Colour, State: l.State, Approved: l.Approved, By: l.Author, RowsCount: l.Rows,
		CreatedAt: moment(l.CreatedAt), UpdatedAt: moment(l.UpdatedAt),
	}
}

func viewRows(l layers.Layer, rows []layers.Row) layerWithRows {
	view := layerWithRows{layerView: viewLayer(l.Layer), Rows: rows, With: []layerPair{}}
	for _, p := range l.With {
		view.With = append(view.With, layerPair(p))
	}
	return view
}

func listLayers(ctx context.Context, call *Call, _ none) ([]layerView, error) {
	all, err := call.DB.Layers(ctx, call.Scope)
	list := make([]layerView, len(all))
	for i, l := range all {
		list[i] = viewLayer(l)
	}
	return list, err
}

func getLayer(ctx context.Context, call *Call, _ none) (view layerWithWhole, err error) {
	l, err := call.Layers.Get(ctx, call.Scope, call.Param("layer"))
	if err != nil {
		return view, err
	}
	rows, page, err := pageThat(ctx, call, record.LayerRows, call.Sent, func(offset, limit int) ([]layers.Row, int64, error) {
		return onPage(l.List, offset, limit), int64(len(l.List)), nil
	})
	if err != nil {
		return view, err
	}
	call.page = page
	view.layerWithRows, view.Fits = viewRows(l, rows), true
	view.Problems = problemsView{New: []problemView{}, Gone: []problemView{}}
	view.Economy.Types = []economy.Difference{}
	if view.Reviews, err = call.layerReviews(ctx, l.Layer); err != nil || l.State == layers.On || l.State == layers.Settled {
		return view, err
	}
	problems, wouldBe, err := call.wouldBe(ctx, l.Layer)
	switch {
	case layers.Unfit(err), errors.Is(err, outage.ErrFull): // nothing could be turned on either
		view.Fits = false
		return view, nil
	case err == nil:
		view.Problems, view.Economy = problems, wouldBe
	}
	return view, err
}
