package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"quartermaster/internal/bulk"
	"quartermaster/internal/revisions"
	"quartermaster/internal/shape"
	"quartermaster/internal/store"
)

type historyCmd struct {
	dataFlags
	Instance string `required:"" help:"The instance's sid."`
	Limit    int    `help:"Number of revisions to print, newest first." default:"20"`
	Revert   int64  `help:"Go back to this revision; this makes a new revision." placeholder:"N"`
	DryRun   bool   `help:"With --revert: only show what would change."`
	JSON     bool   `name:"json" help:"Print the revisions, or what --revert did, as JSON."`
}

// Run prints a line for each revision, the newest first, or goes back to one.
func (c *historyCmd) Run(ctx context.Context, io streams) error {
	if c.Limit < 1 || c.Revert < 0 {
		return usageError{errors.New("--limit and --revert must be at least 1")}
	}
	return c.with(ctx, func(db *store.DB) error {
		scope, err := instanceScope(ctx, db, c.Instance)
		if err != nil {
			return err
		}
		if c.Revert > 0 {
			return c.revert(ctx, io, db, scope)
		}
		list, _, err := db.Revisions(ctx, scope, 0, c.Limit)
		if err != nil {
			return err
		}
		if c.JSON {
			return printList(io, list, func(b []byte, v store.Revision) []byte { return shape.Append(b, revisions.View(v)) })
		}
		return printRevisions(io, list)
	})
}

func printRevisions(io streams, list []store.Revision) error {
	table := tabwriter.NewWriter(io.out, 0, 0, 2, ' ', 0)
	for _, v := range list {
		_, _ = fmt.Fprintf(table, "%d\t%s\t%s\t%s\t%d records\t%s\n", v.Number, time.UnixMicro(v.CreatedAt).UTC().Format(time.DateTime),
			cmp.Or(v.Author, "-"), v.Action, v.Records, revisions.Summary(v.Summary))
	}
	return table.Flush()
}

func (c *historyCmd) revert(ctx context.Context, io streams, db *store.DB, scope store.Scope) error {
	done, err := db.Revert(ctx, scope, store.Revert{To: c.Revert, DryRun: c.DryRun})
	if errors.Is(err, store.ErrNotFound) {
		return fmt.Errorf("the history of %s has no revision %d", c.Instance, c.Revert)
	}
	if err != nil {
		return err
	}
	if c.JSON {
		_, err = fmt.Fprintf(io.out, "%s\n", shape.Append(nil, bulk.Reverted(done, c.DryRun)))
		return err
	}
	for _, warning := range done.Warnings {
		_, _ = fmt.Fprintln(io.err, warning)
	}
	_, err = fmt.Fprintln(io.out, c.outcome(done))
	return err
}

func (c *historyCmd) outcome(done store.Reverted) string {
	sum := done.Total()
	counts := fmt.Sprintf("%d created, %d updated, %d deleted", sum.Created, sum.Updated, sum.Deleted)
	switch {
	case sum.None():
		return fmt.Sprintf("nothing to change: everything is the same as at revision %d", c.Revert)
	case c.DryRun:
		return "would change: " + counts
	}
	return fmt.Sprintf("revision %d: %s", done.Number, counts)
}

// retentionFlags say how much of the history is kept.
type retentionFlags struct {
	KeepRevisions int64 `help:"Number of revisions to keep of each instance; 0 for no limit." default:"10000" placeholder:"N"`
	KeepHistory   span  `help:"How long to keep revisions: 365d is a year, 0 no limit." default:"0s" placeholder:"DURATION"`
	KeepAudit     span  `help:"How long to keep the audit: 400d is 400 days, 0 no limit." default:"400d" placeholder:"DURATION"`
}

// prune returns the task that deletes older revisions. The next run continues where its time ends.
func (f retentionFlags) prune(db *store.DB) func(context.Context) error {
	return func(ctx context.Context) error {
		err := db.PruneHistory(ctx, store.Retention{Revisions: f.KeepRevisions, Age: time.Duration(f.KeepHistory)})
		if errors.Is(err, context.DeadlineExceeded) {
			return nil
		}
		return err
	}
}

// pruneAudit returns the task that deletes what the audit has kept for long enough.
func (f retentionFlags) pruneAudit(db *store.DB) func(context.Context) error {
	return func(ctx context.Context) error { return db.PruneAudit(ctx, time.Duration(f.KeepAudit)) }
}

// span is how long something lasts: as Go writes durations, or in days.
type span time.Duration

// UnmarshalText implements encoding.TextUnmarshaler.
func (s *span) UnmarshalText(text []byte) error {
	if days, is := strings.CutSuffix(string(text), "d"); is {
		n, err := strconv.ParseUint(days, 10, 16)
		*s = span(time.Duration(n) * 24 * time.Hour)
		return err
	}
	d, err := time.ParseDuration(string(text))
	if err == nil && d < 0 {
		err = fmt.Errorf("%s lies in the past", text)
	}
	*s = span(d)
	return err
}
