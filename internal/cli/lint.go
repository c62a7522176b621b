package cli

import (
	"context"
	"fmt"
	"strings"

	"quartermaster/internal/lint"
	"quartermaster/internal/shape"
	"quartermaster/internal/store"
)

type lintCmd struct {
	dataFlags
	packFlags
	Instance string `required:"" help:"The instance's sid."`
	JSON     bool   `name:"json" help:"Print all problems as a JSON array."`
	Vanilla  bool   `help:"Also print the problems that the unmodified files of the game have."`
}

// Run prints a line for each finding and flood, or all of them as JSON. It fails when one of them is an error.
func (c *lintCmd) Run(ctx context.Context, io streams) error {
	return c.with(ctx, func(db *store.DB) error {
		scope, err := instanceScope(ctx, db, c.Instance)
		if err != nil {
			return err
		}
		_, problems, err := c.over(db)
		if err != nil {
			return err
		}
		found, err := problems.Check(ctx, scope)
		if err != nil {
			return err
		}
		found = lint.Fold(found)
		if c.JSON {
			_, _ = fmt.Fprintf(io.out, "%s\n", shape.Append(nil, found))
		} else {
			printFindings(io, found, c.Vanilla)
		}
		return errorsAmong(found)
	})
}

func printFindings(io streams, found []lint.Finding, vanilla bool) {
	for _, f := range found {
		if f.Vanilla && !vanilla {
			continue
		}
		about := f.Label()
		if f.SID != "" || f.Members == nil {
			about = strings.TrimSpace(f.Resource.One + " " + about)
		}
		_, _ = fmt.Fprintf(io.out, "%-7s  %s: %s (%s)\n", f.Severity, about, f.Message(), f.Rule.ID)
	}
}

func errorsAmong(found []lint.Finding) error {
	n := 0
	for _, f := range found {
		if f.Severity == lint.Error {
			n++
		}
	}
	switch n {
	case 0:
		return nil
	case 1:
		return fmt.Errorf("1 problem is an error")
	}
	return fmt.Errorf("%d problems are errors", n)
}
