package operation

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"quartermaster/internal/access"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/layers"
	"quartermaster/internal/record"
	"quartermaster/internal/shape"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// Layers are what one can do with named sets of changes that can be on or off.
var Layers = []*Operation{
	defineList("list layers", "layers", record.ChangeSets, access.Read, "The layers of an instance, the oldest first.", listLayers,
		about("The named sets of changes of the instance, without their rows.")),
	define("create layer", post, "layers", access.Edit, "Make a layer of changes.", createLayer, creates, later, taking(LargeBody),
		about("Makes a layer that is off. `from` says of what: of what a draft has changed (`draft`), of what revisions have changed "+
			"(`revisions`), of rows of a comparison with another instance (`instance` and `rows`), or of rows (`changes`). What revisions have "+
			"changed is there already: it becomes the layer's when that is turned on, so that turning it off takes it back.")),
	define("get layer", get, "layers/{layer}", access.Read, "One layer with what its rows come to.", getLayer, paging(record.LayerRows),
		about("The layer with a page of its rows. `now` says what each comes to: `applies`, `already` or, where the instance has another "+
			"value by now, `conflict`. `with` names layers that are on and change the same fields.")),
	define("change layer", patch, "layers/{layer}", access.Edit, "Change a layer.", changeLayer, later, taking(LargeBody),
		conflictsWith[clashesView](clashing),
		about("Changes the name, the note or the colour of a layer, or what it does. A layer that is on does at once what it does then. A "+
			"settled layer keeps its changes: 422.")),
	define("delete layer", remove, "layers/{layer}", access.Edit, "Delete a layer that is off.", deleteLayer, refuses,
		about("Deletes a layer that is off or settled, and changes nothing of what the instance holds. 422 while it is on.")),
	define("turn layer on", post, "layers/{layer}/on", access.Edit, "Turn a layer on.", turnLayerOn, conflictsWith[clashesView](clashing),
		about("Lays the layer over what the instance holds, as one revision. Where two layers change the same, the one that was turned on "+
			"later counts. Nothing is done where it is on already.")),
	define("turn layer off", post, "layers/{layer}/off", access.Edit, "Turn a layer off.", turnLayerOff, conflictsWith[clashesView](clashing),
		about("Takes back what the layer does, as one revision, and nothing else, whatever other layers are on. What was edited since stays, "+
			"and is in `kept`; with `prefer` `theirs` that is taken back too. Nothing is done where it is off already.")),
	define("settle layer", post, "layers/{layer}/settle", access.Edit, "Make what a layer does plain content.", settleLayer,
		conflictsWith[clashesView](clashing),
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
		SID: l.SID, Name: l.Name, Note: l.Note, Colour: l.Colour, State: l.State, By: l.Author, RowsCount: l.Rows,
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

func getLayer(ctx context.Context, call *Call, _ none) (view layerWithRows, err error) {
	l, err := call.Layers.Get(ctx, call.Scope, call.Param("layer"))
	if err != nil {
		return view, err
	}
	rows, page, err := pageThat(ctx, call, record.LayerRows, call.Sent, func(offset, limit int) ([]layers.Row, int64, error) {
		return onPage(l.List, offset, limit), int64(len(l.List)), nil
	})
	call.page = page
	return viewRows(l, rows), err
}

// layerName is what people say of a layer.
type layerName struct {
	Note   string `field:"note,max=1000" example:"From December on"`
	Colour string `field:"colour,max=20" pattern:"^#[0-9a-fA-F]{6}$" example:"#3366cc"`
}

type layerInput struct {
	Name string `field:"name,required,max=255" example:"Winter event"`
	layerName
	From layerSource `field:"from" help:"Of what it is made. It is required."`
}

// layerSource says of what a layer is made: one of its members.
type layerSource struct {
	Draft     string       `field:"draft,sid" help:"What this draft has changed."`
	Revisions []int64      `field:"revisions,max=1000" help:"What these revisions have changed." example:"[12,15]"`
	Instance  string       `field:"instance,sid" help:"With rows: the instance that they were compared with."`
	Rows      []layers.Row `field:"rows,unchecked" help:"With instance: what is chosen of the comparison with it."`
	Changes   []layers.Row `field:"changes,unchecked" help:"Rows as in a comparison; file and place may be left out."`
}

// createLayer makes a layer of what from names.
func createLayer(ctx context.Context, call *Call, _ layerInput) (view layerWithRows, err error) {
	from := call.Sent.Object("from")
	rest := call.Sent.Clone()
	if from != nil {
		plain := from.Clone()
		plain.Delete("rows")
		plain.Delete("changes")
		rest.Set("from", plain)
	}
	in, err := shape.Accept[layerInput](ctx, rest)
	if err != nil {
		return view, err
	}
	rows, err := call.rowsFrom(ctx, in.From, from)
	if err != nil {
		return view, err
	}
	about := layers.About{Name: in.Name, Note: in.Note, Colour: in.Colour}
	l, err := call.Layers.Make(ctx, call.Scope, about, layers.Off, rows, len(in.From.Revisions) > 0)
	if errors.Is(err, store.ErrFull) {
		err = validate.Refusal("name", "The instance has as many layers as it may have. Delete one of them.")
	}
	if err != nil {
		return view, err
	}
	if l, err = call.Layers.Get(ctx, call.Scope, l.SID); err != nil {
		return view, err
	}
	return viewRows(l, l.List[:min(len(l.List), mostRows)]), nil
}

// rowsFrom returns the rows of a new layer.
func (c *Call) rowsFrom(ctx context.Context, from layerSource, sent *jsontree.Object) ([]layers.Row, error) {
	rows, hasRows := sent.Get("rows")
	changes, hasChanges := sent.Get("changes")
	switch {
	case from.Draft != "":
		d, err := c.DB.Draft(ctx, c.Scope, from.Draft)
		if errors.Is(err, store.ErrNotFound) {
			return nil, validate.Wrong("from.draft", validate.SelectionIsInvalid)
		}
		if err != nil {
			return nil, err
		}
		found, err := c.Layers.Compare(ctx, d)
		return found.Rows, err
	case len(from.Revisions) > 0:
		rows, err := c.Layers.OfRevisions(ctx, c.Scope, from.Revisions)
		if errors.Is(err, store.ErrNotFound) {
			err = validate.Wrong("from.revisions", validate.SelectionIsInvalid)
		}
		return rows, err
	case from.Instance != "" && hasRows:
		return c.chosenRows(ctx, from.Instance, jsontree.Members(rows))
	case hasChanges:
		return c.readRows(ctx, "from.changes", jsontree.Members(changes))
	}
	return nil, validate.Refusal("from", "Name a draft, revisions, an instance with rows, or changes.")
}

// readRows reads rows that somebody sends, and checks their values as those of a body of their records.
func (c *Call) readRows(ctx context.Context, name string, sent []any) ([]layers.Row, error) {
	if len(sent) > layers.MostRows {
		return nil, validate.Refusal(name, "There are too many rows.")
	}
	rows, err := layers.ReadRows(name, sent)
	if err != nil {
		return nil, err
	}
	var wrong validate.Errors
	for i := range rows {
		r, body := rows[i].Body()
		if body.Len() == 0 {
			continue
		}
		_, problems, err := r.Accept(ctx, body, store.References{DB: c.DB, Scope: c.Scope}, true)
		if err != nil {
			return nil, err
		}
		for _, p := range problems {
			wrong = append(wrong, p.At(fmt.Sprintf("%s.%d.changes.%s", name, i, p.Field)))
		}
	}
	return rows, wrong.Err()
}

// chosenRows returns those rows of a comparison with another instance that were sent.
func (c *Call) chosenRows(ctx context.Context, with string, sent []any) ([]layers.Row, error) {
	rows, err := layers.ReadRows("from.rows", sent)
	if err != nil {
		return nil, err
	}
	_, _, found, err := c.comparison(ctx, with)
	if err != nil {
		return nil, err
	}
	return layers.Chosen(found.Rows, rows), nil
}

type layerChange struct {
	Name *string `field:"name,max=255" example:"Winter event"`
	layerName
	Changes []layers.Row `field:"changes,unchecked" help:"What it does instead: rows as in a comparison."`
}

func changeLayer(ctx context.Context, call *Call, _ layerChange) (view layerWithRows, err error) {
	rest := call.Sent.Clone()
	rest.Delete("changes")
	in, err := shape.Accept[layerChange](ctx, rest)
	if err != nil {
		return view, err
	}
	var rows []layers.Row
	if sent, there := call.Sent.Get("changes"); there {
		if rows, err = call.readRows(ctx, "changes", jsontree.Members(sent)); err != nil {
			return view, err
		}
		if err := call.mayChangeRows(ctx); err != nil {
			return view, err
		}
		rows = slices.Concat([]layers.Row{}, rows)
	}
	l, err := call.Layers.Change(ctx, call.Scope, call.Param("layer"), func(l *store.Layer) {
		if in.Name != nil {
			l.Name = *in.Name
		}
		if rest.Has("note") {
			l.Note = in.Note
		}
		if rest.Has("colour") {
			l.Colour = in.Colour
		}
	}, rows)
	return viewRows(l, l.List[:min(len(l.List), mostRows)]), layerError(err)
}

// mayChangeRows refuses other rows for a layer that is settled.
func (c *Call) mayChangeRows(ctx context.Context) error {
	l, err := c.Layers.Get(ctx, c.Scope, c.Param("layer"))
	if err == nil && l.State == layers.Settled {
		err = validate.Refusal("changes", "What this layer does is settled. Make another layer.")
	}
	return err
}

func deleteLayer(ctx context.Context, call *Call, _ none) (gone, error) {
	sid := call.Param("layer")
	err := call.DB.DeleteLayer(ctx, call.Scope, sid)
	if !errors.Is(err, store.ErrNotFound) {
		return gone{}, err
	}
	if _, known := call.Layers.Get(ctx, call.Scope, sid); known == nil {
		err = validate.Refusal("layer", "The layer is on. Turn it off first, or settle it.")
	}
	return gone{}, err
}

// turnedView is what became of a layer.
type turnedView struct {
	layerView
	DryRun   bool         `field:"dry_run"`
	Revision int64        `field:"revision,null" help:"The revision that it made; null for none." example:"13"`
	Rows     []layers.Row `field:"rows" help:"The first 1,000 rows."`
	Kept     []layers.Row `field:"kept" help:"What was edited since it was turned on, and stays." example:"[]"`
	With     []layerPair  `field:"with" help:"Layers that are on and change the same." example:"[]"`
}

type turnFunc func(context.Context, store.Scope, string, layers.Ask) (layers.Done, error)

func (c *Call) turn(ctx context.Context, in sideInput, do turnFunc) (view turnedView, err error) {
	done, err := do(ctx, c.Scope, c.Param("layer"), in.ask())
	if err != nil {
		return view, layerError(err)
	}
	now, err := c.Layers.Get(ctx, c.Scope, c.Param("layer"))
	if err != nil {
		return view, err
	}
	shown := viewRows(now, nil)
	rows := done.Rows
	if rows == nil {
		rows = now.List
	}
	return turnedView{
		layerView: shown.layerView, DryRun: in.DryRun, Revision: done.Revision, Rows: rows[:min(len(rows), mostRows)],
		Kept: done.Kept[:min(len(done.Kept), mostRows)], With: shown.With,
	}, nil
}

func turnLayerOn(ctx context.Context, call *Call, in sideInput) (turnedView, error) {
	return call.turn(ctx, in, call.Layers.TurnOn)
}

func turnLayerOff(ctx context.Context, call *Call, in sideInput) (turnedView, error) {
	return call.turn(ctx, in, call.Layers.TurnOff)
}

func settleLayer(ctx context.Context, call *Call, in sideInput) (turnedView, error) {
	return call.turn(ctx, in, call.Layers.Settle)
}
