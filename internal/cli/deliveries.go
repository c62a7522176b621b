package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"quartermaster/internal/control"
	"quartermaster/internal/delivery"
	"quartermaster/internal/mission"
	"quartermaster/internal/outcome"
	"quartermaster/internal/queue"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
	"quartermaster/internal/web/ui"
)

// with opens what deliveries stand on.
func (f remoteFlags) with(ctx context.Context, fn func(*delivery.Service, store.Scope) error) error {
	return f.reach(ctx, func(r reached) error {
		service := delivery.New(delivery.Config{
			DB: r.db, Missions: r.missions, Lint: r.lint, Blobs: r.blobs, Jobs: queue.NewJobs(r.db, nil), Stored: r.stored,
			Places: delivery.Targets(r.targets), Game: delivery.GameServers(control.New(r.db, f.gameServers(), time.Now)), Merger: r.pulls(),
		})
		return inWords(fn(service, r.scope))
	})
}

// inWords returns errors of deliveries as their user needs them.
func inWords(err error) error {
	var blocked delivery.BlockedError
	var unreached *delivery.UnreachedError
	switch {
	case errors.As(err, &blocked):
		return errors.New(strings.Join(outcome.Sentences(blocked), " ") + " Use --override REASON to deliver anyway.")
	case errors.As(err, &unreached):
		return errors.New(unreached.Sentence())
	}
	return plainError(err)
}

type statusCmd struct{ remoteFlags }

// Run prints whether the game server runs, the last delivery, and the files that differ.
func (c *statusCmd) Run(ctx context.Context, io streams) error {
	_, err := c.status(ctx, io)
	return err
}

// status prints the plan of a delivery, and returns it.
func (f remoteFlags) status(ctx context.Context, io streams) (plan delivery.Plan, err error) {
	return plan, f.with(ctx, func(s *delivery.Service, scope store.Scope) error {
		if plan, err = s.Plan(ctx, scope); err != nil {
			return err
		}
		if f.JSON {
			_, err = fmt.Fprintf(io.out, "%s\n", plan.AppendJSON(nil))
			return err
		}
		last, _, err := s.List(ctx, scope, 1, 0)
		for _, d := range last {
			_, _ = fmt.Fprintf(io.out, "last delivery: %s, %s, %s: %s\n", d.SID, time.UnixMicro(d.Created).UTC().Format(time.RFC3339), sentBy(d),
				d.Status)
		}
		printServer(io, plan.Server)
		printPlan(io, plan)
		return err
	})
}

// sentBy says what a delivery has sent.
func sentBy(d delivery.Delivery) string {
	if d.BackTo != "" {
		return "rollback of " + d.BackTo
	}
	return fmt.Sprintf("revision %d", d.Revision)
}

func printServer(io streams, s delivery.GameStatus) {
	switch {
	case !s.Known:
		_, _ = fmt.Fprintln(io.out, "game server: unknown")
	case s.Running:
		_, _ = fmt.Fprintf(io.out, "game server: running, %s\n", ui.Plural(s.Players, "player", "players"))
	default:
		_, _ = fmt.Fprintln(io.out, "game server: not running")
	}
}

// printPlan prints a line for each file that is not the same, and what holds a delivery back.
func printPlan(io streams, p delivery.Plan) {
	same := 0
	for _, f := range p.Files {
		switch {
		case f.Error != "":
			_, _ = fmt.Fprintf(io.out, "%-21s %s: %s\n", "cannot be sent", f.Path, f.Error)
		case f.Status == delivery.Same:
			same++
		default:
			_, _ = fmt.Fprintf(io.out, "%-21s %s\n", f.Status, f.Path)
		}
	}
	_, _ = fmt.Fprintf(io.out, "%s the same\n", ui.Plural(same, "file is", "files are"))
	for _, reason := range outcome.Sentences(p.Blocked) {
		_, _ = fmt.Fprintln(io.out, "held back: "+reason)
	}
}

// overrideFlag says why a delivery is made although something holds it back.
type overrideFlag struct {
	Override string `help:"Deliver even though problems or the running game server block it, for this reason." placeholder:"REASON"`
	Prefer   string `enum:"mine,server" default:"server" help:"For files changed on the server: mine replaces them, server leaves them."`
}

func (f overrideFlag) options() delivery.Options {
	return delivery.Options{Override: f.Override != "", Reason: f.Override, Prefer: delivery.Side(f.Prefer)}
}

type pushCmd struct {
	remoteFlags
	overrideFlag
	DryRun bool     `help:"Only show what would be sent."`
	Merge  string   `enum:"mine,theirs," default:"" help:"Pull first; in conflicts, keep mine (records) or theirs (files)." placeholder:"SIDE"`
	Path   []string `sep:"none" help:"Send only this file; may be repeated. By default, all that differ." placeholder:"PATH"`
	Delete []string `sep:"none" help:"Delete a delivered file that the instance no longer has; may be repeated." placeholder:"PATH"`
}

// Run prints a line for each file of the delivery.
func (c *pushCmd) Run(ctx context.Context, io streams) error {
	if c.DryRun {
		return c.preview(ctx, io)
	}
	o := c.options()
	o.Paths, o.Delete = c.Path, c.Delete
	if c.Merge != "" {
		o.Merge = &delivery.Merge{Prefer: mission.Side(c.Merge)}
	}
	return c.with(ctx, func(s *delivery.Service, scope store.Scope) error {
		d, err := s.Deliver(ctx, scope, o, progressOf(io))
		if err != nil {
			return err
		}
		return c.print(io, d)
	})
}

// preview prints what would be sent and, where it merges, what would be taken in first.
func (c *pushCmd) preview(ctx context.Context, io streams) error {
	plan, err := c.status(ctx, io)
	changed := plan.ChangedThere()
	if err != nil || c.JSON || c.Merge == "" || len(changed) == 0 {
		return err
	}
	merged := pullCmd{remoteFlags: c.remoteFlags, Mode: string(mission.Update), Prefer: c.Merge, Path: changed, DryRun: true}
	return merged.Run(ctx, io)
}

// progressOf tells on the error stream what is being done, each thing once.
func progressOf(io streams) func(done, total int, what say.Message) {
	last := ""
	return func(done, total int, what say.Message) {
		text := outcome.Sentence(what)
		if total > 0 {
			text = strings.TrimSuffix(fmt.Sprintf("%d of %d: %s", done, total, text), ": ")
		}
		if text != last {
			_, _ = fmt.Fprintln(io.err, text)
		}
		last = text
	}
}

// staysError is returned after a delivery or rollback that has left files as somebody has changed them on the server: so many.
type staysError int

func (n staysError) Error() string {
	return ui.Plural(int(n), "file was changed on the server and stays so", "files were changed on the server and stay so") +
		": --prefer mine overwrites such files, push --merge mine takes the changes in first"
}

// print prints a delivery. It returns an error if not all of it was sent, which is a staysError where only files stay.
func (f remoteFlags) print(io streams, d delivery.Delivery) error {
	if f.JSON {
		_, _ = fmt.Fprintf(io.out, "%s\n", d.AppendJSON(nil))
	} else {
		printDelivery(io, d)
	}
	if d.Status != delivery.Done {
		return errors.New(strings.TrimSpace("the delivery was not completed. " + outcome.Sentence(d.Error)))
	}
	if n := d.Counts[delivery.ChangedThere]; n > 0 {
		return staysError(n)
	}
	return nil
}

func printDelivery(io streams, d delivery.Delivery) {
	for _, f := range d.Files {
		line := fmt.Sprintf("%-21s %s", f.Status, f.Path)
		if why := outcome.Sentence(f.Error); why != "" {
			line += ": " + why
		}
		_, _ = fmt.Fprintln(io.out, line)
	}
	if d.IsEmpty() {
		_, _ = fmt.Fprintln(io.out, "nothing to send: no delivery was made")
		return
	}
	_, _ = fmt.Fprintf(io.out, "delivery %s: %s, %s sent, %d deleted\n", d.SID, d.Status, ui.Plural(d.Counts[delivery.Sent], "file", "files"),
		d.Counts[delivery.Deleted])
}
