package operation

import (
	"context"
	"errors"

	"quartermaster/internal/layers"
	"quartermaster/internal/shape"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// sideInput says which side counts where both have changed a value.
type sideInput struct {
	DryRun  bool              `field:"dry_run" help:"Only tell what would change." example:"true"`
	Prefer  string            `field:"prefer" in:"mine,theirs" help:"The side that counts where none is chosen: mine is what is there now." example:"theirs"`
	Choices map[string]string `field:"choices,keyed" in:"mine,theirs" help:"By the sid of the row and the field: which side counts." example:"{\"aB3dE5fG7h.nominal\":\"theirs\"}"`
	Note    string            `field:"note,max=1000" example:"As we agreed"`
}

func (in sideInput) ask() layers.Ask {
	choices := layers.Choices{Prefer: layers.Choice(in.Prefer), Of: map[string]layers.Choice{}}
	ask := layers.Ask{DryRun: in.DryRun, Note: in.Note, Choices: choices}
	for key, side := range in.Choices {
		ask.Of[key] = layers.Choice(side)
	}
	return ask
}

// mergedView is what came of taking rows in.
type mergedView struct {
	DryRun   bool         `field:"dry_run"`
	Revision int64        `field:"revision,null" help:"The revision that it made; null for none." example:"13"`
	Layer    string       `field:"layer,null" help:"The settled layer that it left; null for none." example:"k3Jd82Lq0x"`
	Rows     []layers.Row `field:"rows" help:"The first 1,000 rows, with what each came to in now."`
	Count    int          `field:"rows_count" example:"3"`
}

const mostRows = 1_000

func viewMerged(done layers.Done, dry bool) mergedView {
	return mergedView{
		DryRun: dry, Revision: done.Revision, Layer: done.Layer.SID, Rows: done.Rows[:min(len(done.Rows), mostRows)], Count: len(done.Rows),
	}
}

func mergeDraft(ctx context.Context, call *Call, in sideInput) (mergedView, error) {
	d, err := call.asDraft(ctx)
	if err != nil {
		return mergedView{}, err
	}
	done, err := call.Layers.Merge(ctx, d, in.ask())
	return viewMerged(done, in.DryRun), layerError(err)
}

func refreshDraft(ctx context.Context, call *Call, in sideInput) (mergedView, error) {
	d, err := call.asDraft(ctx)
	if err != nil {
		return mergedView{}, err
	}
	done, err := call.Layers.Refresh(ctx, d, in.ask())
	return viewMerged(done, in.DryRun), layerError(err)
}

// layerError says what of a change by rows does not fit.
func layerError(err error) error {
	var found store.Conflicts
	switch {
	case errors.As(err, &found):
		return undoError(err)
	case errors.Is(err, store.ErrTaken):
		return validate.Refusal("choices", "A name that would come in is taken here by another record. Rename one of them.")
	case errors.Is(err, store.ErrReference):
		return validate.Refusal("choices", "A record that would come in refers to one that is not here.")
	}
	return layers.Full(err, "layer")
}

// clashesView is the body of the answer where both sides have changed values.
type clashesView struct {
	Message   string       `field:"message"`
	Conflicts []layers.Row `field:"conflicts"`
}

// ClashesJSON is the body of the answer to what both sides have changed.
func ClashesJSON(c layers.Clashes) []byte { return shape.Append(nil, clashesView{c.Error(), c}) }
