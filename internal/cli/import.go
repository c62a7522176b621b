package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"quartermaster/internal/imports"
	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

type importCmd struct {
	dataFlags
	Mode string `enum:"merge,replace" default:"merge" help:"merge: records that are missing from a file are kept. replace: they are deleted."`
	importFlags
}

// importFlags are what import and update have in common.
type importFlags struct {
	packFlags
	Instance string   `required:"" help:"The instance's sid."`
	DryRun   bool     `help:"Show what would change without changing anything."`
	OtherMap string   `enum:"import,refuse" default:"import" help:"Files from another map: import them with a warning, or refuse the import."`
	JSON     bool     `name:"json" help:"Print the result as JSON."`
	Paths    []string `arg:"" name:"path" help:"Files, folders or ZIPs."`
}

// Run prints a line for each file, and of a dry run one for each record that would change.
func (c *importCmd) Run(ctx context.Context, io streams) error {
	return c.run(ctx, io, c.dataFlags, mission.Options{Mode: mission.Mode(c.Mode)})
}

func (c importFlags) run(ctx context.Context, io streams, data dataFlags, options mission.Options) error {
	uploads, err := collect(c.Paths)
	if err != nil {
		return err
	}
	return data.with(ctx, func(db *store.DB) error {
		scope, err := instanceScope(ctx, db, c.Instance)
		if err != nil {
			return err
		}
		missions, _, err := c.over(db)
		if err != nil {
			return err
		}
		if err := missions.CheckBase(ctx, scope, options.Base); err != nil {
			return err
		}
		if err := c.checkMap(ctx, io, missions, scope, uploads); err != nil {
			return err
		}
		if c.DryRun {
			reports, changes, err := missions.Rehearse(ctx, scope, uploads, options)
			return errors.Join(c.print(io, imports.Result{Files: reports, DryRun: true, Changes: changes}), err)
		}
		reports, err := missions.Import(ctx, scope, uploads, options)
		return errors.Join(c.print(io, imports.Result{Files: reports}), err)
	})
}

// print prints a result. It returns an error if files failed.
func (c importFlags) print(io streams, r imports.Result) error {
	if !c.JSON {
		return errors.Join(print(io, r.Files), printChanges(io, r.Changes))
	}
	_, err := fmt.Fprintf(io.out, "%s\n", r.AppendJSON(nil))
	return errors.Join(failure(r.Files), err)
}

// failure returns an error if files failed.
func failure(reports []mission.Report) (failed error) {
	for _, r := range reports {
		switch {
		case r.Status != mission.Failed:
		case r.Kept:
			failed = errSomeBroken
		default:
			failed = cmp.Or(failed, errSomeFailed)
		}
	}
	return failed
}

// checkMap warns of files of another map, or returns that as an error.
func (c importFlags) checkMap(ctx context.Context, io streams, missions *mission.Service, scope store.Scope,
	uploads []mission.Upload,
) error {
	text, err := missions.OtherMap(ctx, scope, uploads)
	switch {
	case err != nil || text == "":
		return err
	case c.OtherMap == "refuse":
		return errors.New(text + " Nothing was imported.")
	}
	_, err = fmt.Fprintln(io.err, "warning: "+text)
	return err
}

// printChanges writes a line for each record, with its fields before and after.
func printChanges(io streams, changes []record.Difference) error {
	for _, d := range changes {
		line := fmt.Sprintf("%-9s %s %s", d.Change(), d.Resource.Path, d.Title)
		if d.Change() == "changed" {
			line += ": " + strings.Join(fieldChanges(d), ", ")
		}
		if _, err := fmt.Fprintln(io.out, line); err != nil {
			return err
		}
	}
	return nil
}

func fieldChanges(d record.Difference) (list []string) {
	d.Each(func(f *record.Field, before, after json.RawMessage) {
		list = append(list, fmt.Sprintf("%s %s -> %s", f.Name, before, after))
	})
	return list
}

// The errors that follow the lines of the report.
var (
	errSomeFailed = errors.New("the files that failed were not imported")
	errSomeBroken = errors.New("files that could not be read were kept as they are")
)

// print writes a line for each file to the output, and warnings to the error stream. It returns an error if files failed.
func print(io streams, reports []mission.Report) error {
	for _, r := range reports {
		switch {
		case r.Status == mission.Failed && r.Kept:
			_, _ = fmt.Fprintf(io.out, "failed    %s: %s (stored unchanged%s)\n", r.Path, mission.Sentence(r.Error), uploadedAs(r))
		case r.Status == mission.Failed:
			_, _ = fmt.Fprintf(io.out, "failed    %s: %s\n", r.Path, mission.Sentence(r.Error))
		case r.Status == mission.Imported:
			_, _ = fmt.Fprintf(io.out, "imported  %s: %d created, %d updated, %d unchanged, %d deleted%s\n", r.Path, r.Created, r.Updated,
				r.Unchanged, r.Deleted, storedAs(r))
			printConflicts(io, r)
		default:
			_, _ = fmt.Fprintf(io.out, "skipped   %s: %s\n", r.Path, strings.Join(mission.Sentences(r.Warnings), "; "))
			continue
		}
		for _, warning := range r.Warnings {
			_, _ = fmt.Fprintf(io.err, "%s: %s\n", r.Path, mission.Sentence(warning))
		}
	}
	return failure(reports)
}

// storedAs says what a file is whose records do not tell it.
func storedAs(r mission.Report) string {
	switch {
	case r.OpensAs != "":
		return " (opens as " + r.OpensAs + ")"
	case r.StoredUnchanged():
		return " (stored unchanged)"
	}
	return ""
}

// uploadedAs names the path that a file was uploaded with, where it is stored at another one.
func uploadedAs(r mission.Report) string {
	if r.Uploaded == "" {
		return ""
	}
	return "; uploaded as " + r.Uploaded
}
