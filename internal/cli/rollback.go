package cli

import (
	"context"
	"errors"
	"fmt"

	"quartermaster/internal/delivery"
	"quartermaster/internal/outcome"
	"quartermaster/internal/store"
)

type rollbackCmd struct {
	remoteFlags
	overrideFlag
	Delivery string `help:"Go back to before this delivery; by default, the last one that is not a rollback." placeholder:"SID"`
	DryRun   bool   `help:"Only show which files would go back."`
	Diff     bool   `help:"With --dry-run, also print the differences of these files as a patch."`
}

// Run prints a line for each file that it has brought back.
func (c *rollbackCmd) Run(ctx context.Context, io streams) error {
	return c.with(ctx, func(s *delivery.Service, scope store.Scope) error {
		sid, err := c.chosen(ctx, s, scope)
		if err != nil {
			return err
		}
		if c.DryRun {
			return c.preview(ctx, io, s, scope, sid)
		}
		d, err := s.Rollback(ctx, scope, sid, c.options(), progressOf(io))
		if err != nil {
			return noDelivery(err, sid)
		}
		return c.print(io, d)
	})
}

// preview prints a line for each file that a rollback is about, what holds it back, and the differences.
func (c *rollbackCmd) preview(ctx context.Context, io streams, s *delivery.Service, scope store.Scope, sid string) error {
	plan, err := s.PlanRollback(ctx, scope, sid, c.options())
	if err != nil {
		return noDelivery(err, sid)
	}
	if c.JSON {
		_, err = fmt.Fprintf(io.out, "%s\n", plan.AppendJSON(nil))
		return err
	}
	printServer(io, plan.Server)
	for i := range plan.Files {
		f := &plan.Files[i]
		_, _ = fmt.Fprintf(io.out, "%-21s %s\n", plan.Effect(f), f.Path)
	}
	for _, reason := range outcome.Sentences(plan.Blocked) {
		_, _ = fmt.Fprintln(io.out, "held back: "+reason)
	}
	if !c.Diff {
		return nil
	}
	return printPatches(ctx, io, s, scope, plan)
}

// printPatches prints what a rollback would change in files.
func printPatches(ctx context.Context, io streams, s *delivery.Service, scope store.Scope, plan delivery.RollbackPlan) error {
	for i := range plan.Files {
		if plan.Effect(&plan.Files[i]) == delivery.Same {
			continue
		}
		one, err := s.CompareRollback(ctx, scope, plan.Before, plan.Files[i].Path)
		if err != nil {
			return fmt.Errorf("%s: %w", plan.Files[i].Path, inWords(err))
		}
		printPatch(io, one)
	}
	return nil
}

// noDelivery names a delivery that is not there.
func noDelivery(err error, sid string) error {
	if errors.Is(err, store.ErrNotFound) {
		return fmt.Errorf("there is no delivery %s", sid)
	}
	return err
}

// chosen returns the delivery that the flag names, or the last one that has sent something and is no rollback.
func (c *rollbackCmd) chosen(ctx context.Context, s *delivery.Service, scope store.Scope) (string, error) {
	if c.Delivery != "" {
		return c.Delivery, nil
	}
	const most = 100
	list, _, err := s.List(ctx, scope, most, 0)
	for _, d := range list {
		if d.CanGoBack() && d.BackTo == "" {
			return d.SID, err
		}
	}
	return "", errors.Join(err, errors.New("there is no delivery to go back to"))
}
