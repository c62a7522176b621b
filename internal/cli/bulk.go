package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"quartermaster/internal/bulk"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

type bulkCmd struct {
	dataFlags
	packFlags
	Instance string   `required:"" help:"The instance's sid."`
	Resource string   `required:"" help:"The resource, as in its URL, such as types." placeholder:"NAME"`
	Q        string   `name:"q" required:"" help:"Filter for the records, such as \"cat:weapons nominal>10\"; * for all." placeholder:"FILTER"`
	Op       []string `required:"" sep:"none" help:"A change, such as nominal*=0.5; may be repeated. See above." placeholder:"CHANGE"`
	Expect   *int64   `help:"Expected number of records; with any other, nothing is changed."`
	Yes      bool     `help:"Delete without asking."`
	DryRun   bool     `help:"Only show what would change."`
	JSON     bool     `name:"json" help:"Print the result as JSON."`
}

// Help explains the changes.
func (*bulkCmd) Help() string {
	return `A change is one of:
  nominal*=0.5, +=, -=, /=, =               calculate with a number, or set a field
  "nominal min=5", "min max=nominal"        raise what is less, lower what is more
  "nominal clamp=2..9", "nominal round=5"   keep within bounds, round to a multiple
  scale=0.5                                 multiply nominal and min together
  +usage=Military, -value=Tier1             add to a list, remove from it
  "usage replace=Military>Police"           replace in a list or a text
  rename=NAME, rename=OLD>NEW               rename records, wherever they are named
  copy=SID                                  copy from another instance
  enable, disable, delete
or a JSON object as in the API.`
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
		missions, problems, err := c.over(db)
		if err != nil {
			return err
		}
		service, req := bulk.New(db, problems, missions, nil, time.Now),
			bulk.Request{Resource: r, Q: c.Q, Operations: operations, Expect: c.Expect}
		change := service.Apply
		if c.DryRun {
			change = service.Preview
		} else if err := c.confirm(ctx, io, service, scope, &req); err != nil {
			return err
		}
		done, err := change(ctx, scope, req)
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

// confirm asks before records are deleted, and then expects as many as it has told.
func (c *bulkCmd) confirm(ctx context.Context, std streams, service *bulk.Service, scope store.Scope, req *bulk.Request) error {
	if c.Yes || c.Expect != nil || !slices.ContainsFunc(req.Operations, func(o record.Operation) bool { return o.Op == record.OpDelete }) {
		return nil
	}
	if !isTerminal(std.in) {
		return usageError{errors.New("to delete, say how many records you expect (--expect N) or that you are sure (--yes); --dry-run shows " +
			"them")}
	}
	would, err := service.Preview(ctx, scope, *req)
	if err != nil {
		return plainError(err)
	}
	_, _ = fmt.Fprintf(std.out, "Delete %d of the %s? [y/N] ", would.Matched, req.Resource.Plural())
	answer, _ := bufio.NewReader(std.in).ReadString('\n') // nothing is no
	if answer = strings.ToLower(strings.TrimSpace(answer)); answer != "y" && answer != "yes" {
		return usageError{errors.New("nothing was deleted")}
	}
	req.Expect = &would.Matched
	return nil
}

// isTerminal reports whether somebody sits before an input who can be asked: jobs of cron and the like have the null device there.
func isTerminal(in io.Reader) bool {
	file, isFile := in.(*os.File)
	if !isFile {
		return false
	}
	info, err := file.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
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
	c.Difference().Each(func(f *record.Field, before, after json.RawMessage) {
		if f == c.Resource.Document() {
			line += " document"
			return
		}
		line += fmt.Sprintf(" %s %s to %s", f.Name, before, after)
	})
	if c.Clamped {
		line += " (clamped)"
	}
	_, _ = fmt.Fprintln(io.out, line)
}
