package cli

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"quartermaster/internal/bulk"
	"quartermaster/internal/lint"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

type bulkCmd struct {
	dataFlags
	Instance string   `required:"" help:"The instance's sid."`
	Resource string   `required:"" help:"The resource, as in its URL, such as types." placeholder:"NAME"`
	Q        string   `name:"q" required:"" help:"The records, as in the API's filters, such as \"cat:weapons nominal>10\"; * for all." placeholder:"FILTER"`
	Op       []string `required:"" sep:"none" help:"What to change: nominal*=0.5, also +=, -=, /=, = and \"nominal min=5\", \"min max=nominal\", \"nominal clamp=2..9\", \"nominal round=5\", +usage=Military, -value=Tier1, \"usage replace=Military>Police\", scale=0.5, rename=NAME or rename=OLD>NEW, copy=SID, enable, disable, delete; or a JSON object as in the API." placeholder:"CHANGE"`
	DryRun   bool     `help:"Only show what would change."`
	JSON     bool     `name:"json" help:"Print the result as JSON."`
}

// Run prints a line for each record that differs.
func (c *bulkCmd) Run(ctx context.Context, io streams) error {
	r := record.InInstanceAt(c.Resource)
	if r == nil {
		return usageError{fmt.Errorf("there is no resource %s", c.Resource)}
	}
	operations, err := operationsOf(r, c.Op)
	if err != nil {
		return usageError{err}
	}
	return c.with(ctx, func(db *store.DB) error {
		scope, err := instanceScope(ctx, db, c.Instance)
		if err != nil {
			return err
		}
		change := bulk.New(db, lint.New(db), nil, time.Now).Apply
		if c.DryRun {
			change = bulk.New(db, lint.New(db), nil, time.Now).Preview
		}
		done, err := change(ctx, scope, bulk.Request{Resource: r, Q: c.Q, Operations: operations})
		if err != nil {
			return plainError(err)
		}
		if c.JSON {
			_, err = fmt.Fprintf(io.out, "%s\n", done.AppendJSON(nil, 1))
			return err
		}
		return printResult(io, done, c.DryRun)
	})
}

// plainError is the first message of what is wrong with a request.
func plainError(err error) error {
	var problems validate.Errors
	if errors.As(err, &problems) {
		return errors.New(problems.First())
	}
	return err
}

func printResult(io streams, done *bulk.Result, dry bool) error {
	for _, change := range done.Changes {
		printChange(io, change)
	}
	for _, change := range done.Referring {
		printChange(io, change)
	}
	_, err := fmt.Fprintln(io.out, outcomeOf(done, dry))
	return err
}

func outcomeOf(done *bulk.Result, dry bool) string {
	counts := fmt.Sprintf("%d changed, %d unchanged, %d clamped", len(done.Changes), done.Unchanged, done.Clamped)
	if n := len(done.Referring); n > 0 {
		counts += fmt.Sprintf(", and %d that name them", n)
	}
	switch {
	case dry:
		return "would change: " + counts
	case done.Revision == 0:
		return "nothing to change: " + counts
	}
	return "revision " + strconv.FormatInt(done.Revision, 10) + ": " + counts
}

func printChange(io streams, c bulk.Change) {
	line := c.Resource.One + " " + c.Resource.TitleOf(c.Old) + ":"
	if c.New == nil {
		line += " deleted"
	}
	c.Each(func(f *record.Field, old, changed any) {
		if f == c.Resource.Document() {
			line += " document"
			return
		}
		line += fmt.Sprintf(" %s %s to %s", f.Name, f.AppendValue(nil, old), f.AppendValue(nil, changed))
	})
	if c.Clamped {
		line += " (clamped)"
	}
	_, _ = fmt.Fprintln(io.out, line)
}
