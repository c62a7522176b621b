package cli

import (
	"context"
	"errors"
	"fmt"

	"quartermaster/internal/imports"
	"quartermaster/internal/mission"
	"quartermaster/internal/pull"
	"quartermaster/internal/web/ui"
)

type pullCmd struct {
	remoteFlags
	Mode   string `enum:"update,merge,replace" default:"update" help:"update keeps your changes, merge does not, replace takes all files."`
	Prefer string `enum:"mine,theirs" default:"mine" help:"In conflicts of an update, keep mine (records) or theirs (server)."`
	DryRun bool   `help:"Show what would change without changing anything."`
	chooseFlag
	Path []string `sep:"none" help:"Check only this file; may be repeated." placeholder:"PATH"`
}

// Help explains the modes.
func (*pullCmd) Help() string {
	return `--mode says how files that were changed on the server are imported:
  update    your own changes in them stay; where both sides have changed a value,
            --prefer and --choose decide
  merge     the values of the server count, and records that it does not have stay
  replace   all files that differ are imported, so that their records are as there

` + helpChoose
}

// pulls returns what fetches and merges files of game servers.
func (r reached) pulls() *pull.Service {
	return pull.New(pull.Config{
		DB: r.db, Targets: r.targets, Missions: r.missions, Stored: r.stored, Imports: imports.New(r.db, r.missions, r.blobs, nil, r.stored),
	})
}

// Run prints a line for each file that differs, and then what was imported as import does.
func (c *pullCmd) Run(ctx context.Context, io streams) error {
	choices, err := c.choices()
	if err != nil {
		return err
	}
	o := pull.Options{Mode: mission.Mode(c.Mode), Prefer: mission.Side(c.Prefer), Choices: choices, Paths: c.Path, DryRun: c.DryRun}
	return c.reach(ctx, func(r reached) error {
		result, err := r.pulls().Now(ctx, r.scope, o, progressOf(io))
		if err != nil {
			return plainError(err)
		}
		if c.JSON {
			_, err := fmt.Fprintf(io.out, "%s\n", result.AppendJSON(nil))
			return errors.Join(failure(result.Import.Files), err)
		}
		return printPull(io, result)
	})
}

// since counts what was changed on the server.
func since(d pull.Difference) string {
	if n := len(d.Since) + d.Omitted; n > 0 {
		return " (" + ui.Plural(n, "record", "records") + " changed on the server)"
	}
	return ""
}

func printPull(io streams, r pull.Result) error {
	for _, d := range r.Differences {
		left := ""
		if !d.Taken {
			left = " (left as it is here)"
		}
		_, _ = fmt.Fprintf(io.out, "%-12s %s%s%s\n", d.Status, d.Path, since(d), left)
	}
	_, _ = fmt.Fprintf(io.out, "%s on the server, %d fetched, %d differ\n", ui.Plural(r.Listed, "file", "files"), r.Fetched,
		len(r.Differences))
	if l := r.Import.Layer; l != nil {
		_, _ = fmt.Fprintf(io.out, "proposed as the layer %s, %s\n", l.Name, l.SID)
	}
	return errors.Join(print(io, r.Import.Files), printChanges(io, r.Import.Changes))
}
