package history

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"quartermaster/internal/revisions"
	"quartermaster/internal/store"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

const (
	// revisionsOffered is how many of the latest revisions a comparison offers.
	revisionsOffered = 200
	summaryShown     = 60 // characters
)

// revisionFields offer the latest revisions to compare, and those that the address names.
func revisionFields(ctx context.Context, r *site.Request, from, to string) ([]ui.Field, error) {
	latest, _, err := r.Site.DB.Revisions(ctx, r.Scope(), 0, revisionsOffered)
	if err != nil {
		return nil, err
	}
	options := make([]ui.Option, len(latest))
	for i, revision := range latest {
		options[i] = revisionOption(revision)
	}
	fields := []ui.Field{
		{Name: "from", Label: "Revision", Kind: ui.Select, Options: options, Required: true},
		{Name: "to", Label: "With revision", Kind: ui.Select, Options: options, Required: true},
	}
	for i, chosen := range []string{from, to} {
		if fields[i].Options, err = withOlder(ctx, r, options, chosen); err != nil {
			return nil, err
		}
		fields[i].Choose(chosen)
	}
	return fields, nil
}

// withOlder adds a revision that is not among the latest. One that the history does not have stays a bare number.
func withOlder(ctx context.Context, r *site.Request, options []ui.Option, chosen string) ([]ui.Option, error) {
	number, err := strconv.ParseInt(chosen, 10, 64)
	if err != nil || slices.ContainsFunc(options, func(o ui.Option) bool { return o.Value == chosen }) {
		return options, nil
	}
	revision, err := r.Site.DB.Revision(ctx, r.Scope(), number)
	if errors.Is(err, store.ErrNotFound) {
		return options, nil
	}
	return append(slices.Clip(options), revisionOption(revision)), err
}

// revisionOption says of a revision what it was, when and by whom.
func revisionOption(revision store.Revision) ui.Option {
	summary := []rune(revisions.Summary(revision.Summary))
	if len(summary) > summaryShown {
		summary = append(summary[:summaryShown:summaryShown], '…')
	}
	when := ui.HumanTime(time.UnixMicro(revision.CreatedAt))
	return ui.Option{
		Value: decimal(revision.Number), Label: ui.HumanCount(revision.Number) + ": " + when + ", " + author(revision) + ", " + string(summary),
	}
}
