package operation

import (
	"context"
	"errors"
	"slices"

	"quartermaster/internal/access"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/layers"
	"quartermaster/internal/shape"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// layerName is what people say of a layer.
type layerName struct {
	Note   string `field:"note,max=1000" example:"From December on"`
	Colour string `field:"colour,max=20" pattern:"^#[0-9a-fA-F]{6}$" example:"#3366cc"`
}

type layerInput struct {
	Name string `field:"name,required,max=255" example:"Winter event"`
	layerName
	From layerSource `field:"from" help:"Of what it is made. It is required."`
	bundleAnswers
}

// layerSource says of what a layer is made: one of its members.
type layerSource struct {
	Draft     string       `field:"draft,sid" help:"What this draft has changed."`
	Revisions []int64      `field:"revisions,max=1000" help:"What these revisions have changed." example:"[12,15]"`
	Bundle    string       `field:"bundle,sid" help:"This bundle, as the list of bundles has it. The name may be left out then."`
	Instance  string       `field:"instance,sid" help:"With rows: the instance that they were compared with."`
	Rows      []layers.Row `field:"rows,unchecked" help:"With instance: what is chosen of the comparison with it."`
	Changes   []layers.Row `field:"changes,unchecked" help:"Rows as in a comparison; file and place may be left out."`
}

// createLayer makes a layer of what from names.
func createLayer(ctx context.Context, call *Call, _ layerInput) (view layerWithRows, err error) {
	if !call.Caller.Instance.Reviewed { // where they are, the layer is a proposal
		if err := call.Scope.Demand(access.Edit); err != nil {
			return view, err
		}
	}
	from := call.Sent.Object("from")
	if call.HasForm || from.Has("bundle") {
		return call.installBundle(ctx, from)
	}
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
	if err = layers.Full(err, "name"); err != nil {
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
	return rows, c.Layers.CheckRows(ctx, c.Scope, name, rows)
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
	known, err := call.DB.LayerOf(ctx, call.Scope, call.Param("layer"))
	if err == nil {
		err = call.Layers.MayChange(ctx, call.Scope, known)
	}
	if err != nil {
		return view, err
	}
	rest := call.Sent.Clone()
	rest.Delete("changes")
	in, err := shape.Accept[layerChange](ctx, rest)
	if err != nil {
		return view, err
	}
	if in.Name == nil && !call.Sent.Has("note") && !call.Sent.Has("colour") && !call.Sent.Has("changes") {
		return view, validate.Refusal("changes", "Send what is to be changed: name, note, colour or changes.")
	}
	var rows []layers.Row
	if sent, there := call.Sent.Get("changes"); there {
		if _, is := sent.([]any); !is {
			return view, validate.Wrong("changes", validate.MustBeArray)
		}
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
	err := call.Layers.Delete(ctx, call.Scope, sid)
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
