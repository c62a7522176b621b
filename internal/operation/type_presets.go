package operation

import (
	"context"
	"errors"

	"quartermaster/internal/access"
	"quartermaster/internal/record"
	"quartermaster/internal/shape"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// TypePresets are what one can do with presets of types.
var TypePresets = []*Operation{
	define("apply", post, "presets/{typePreset}/apply", access.Edit,
		"Put the preset's values into the matching types, or tell with dry_run how many would change.", applyTypePreset,
		of(record.TypePresets), later, stated,
		about("Puts every value that the preset has into the types of its category, or into those that the body names: all of them or none. "+
			"With `dry_run` nothing is changed, and the response counts what would change.")),
}

type applyInput struct {
	Query  bool     `field:"dry_run,query,unchecked" help:"1 changes nothing, unless the body says otherwise."`
	DryRun bool     `field:"dry_run" help:"Only count the types that would change." example:"true"`
	Types  []string `field:"type_sids,sid,array,distinct,max=100000" help:"Types to change. Default: those of the preset's category, or all."`
}

type applied struct {
	Matched int64 `field:"matched,min=0" help:"Types that the preset is for." example:"12"`
	Updated int64 `field:"updated,min=0" help:"Types of those that changed, or would." example:"9"`
	DryRun  bool  `field:"dry_run" example:"true"`
}

// applyTypePreset puts a preset into types of its instance. What was sent is checked when the preset is found.
func applyTypePreset(ctx context.Context, call *Call, _ applyInput) (applied, error) {
	sid := call.Param(record.TypePresets.Param())
	if _, err := call.DB.Get(ctx, record.TypePresets, call.Scope, sid); err != nil {
		return applied{}, err
	}
	in, err := shape.Accept[applyInput](ctx, call.Sent)
	if err != nil {
		return applied{}, err
	}
	done, err := call.DB.ApplyPreset(ctx, call.Scope, sid, store.Apply{DryRun: in.DryRun, Types: in.Types})
	switch {
	case errors.Is(err, store.ErrDisabled):
		err = validate.Refusal("preset", "The preset is disabled.")
	case errors.Is(err, store.ErrNotFound) && in.Types != nil:
		err = validate.Wrong("type_sids", validate.SelectionIsInvalid)
	}
	return applied{done.Matched, done.Updated, in.DryRun}, err
}
