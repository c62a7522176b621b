package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"quartermaster/internal/archive"
	"quartermaster/internal/catalog"
	"quartermaster/internal/imports"
	"quartermaster/internal/mission"
	"quartermaster/internal/store"
)

type catalogCmd struct {
	Import   catalogImport   `cmd:"" help:"Fill the catalog of class names from types files."`
	Workshop catalogWorkshop `cmd:"" help:"Fill the list of workshop mods from a saved response of the Steam Workshop."`
}

type catalogImport struct {
	dataFlags
	Paths []string `arg:"" name:"path" help:"Files, folders or ZIPs."`
}

// Run prints a line for each file.
func (c *catalogImport) Run(ctx context.Context, io streams) error {
	uploads, err := collect(c.Paths)
	if err != nil {
		return err
	}
	return c.with(ctx, func(db *store.DB) error {
		reports, err := catalog.New(db).ImportTypes(ctx, uploads)
		return errors.Join(print(io, reports), err)
	})
}

type catalogWorkshop struct {
	dataFlags
	File string `arg:"" help:"JSON file with a response of QueryFiles or GetPublishedFileDetails."`
}

// Run prints a line for the file.
func (c *catalogWorkshop) Run(ctx context.Context, io streams) error {
	upload, err := read(c.File, filepath.Base(c.File))
	if err != nil {
		return err
	}
	return c.with(ctx, func(db *store.DB) error {
		report, err := catalog.New(db).ImportWorkshop(ctx, upload.Path, upload.Data)
		if err != nil {
			return err
		}
		return print(io, []mission.Report{report})
	})
}

type importCmd struct {
	dataFlags
	Mode string `enum:"merge,replace" default:"merge" help:"merge: records that are missing from a file are kept. replace: they are deleted."`
	importFlags
}

// importFlags are what import and update have in common.
type importFlags struct {
	Instance string   `required:"" help:"The instance's sid."`
	DryRun   bool     `help:"Show what would change without changing anything."`
	OtherMap string   `enum:"import,refuse" default:"import" help:"What to do with files that seem to be from a server on another map. import: warn, and import them. refuse: import nothing."`
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
		missions := mission.New(db)
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
func (c importFlags) checkMap(ctx context.Context, io streams, missions *mission.Service, scope store.Scope, uploads []mission.Upload) error {
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
func printChanges(io streams, changes []store.Difference) error {
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

func fieldChanges(d store.Difference) (list []string) {
	for _, f := range d.Resource.Fields {
		if _, changed := d.Before[f.Name]; changed {
			list = append(list, fmt.Sprintf("%s %s -> %s", f.Name, d.Before[f.Name], d.After[f.Name]))
		}
	}
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
			_, _ = fmt.Fprintf(io.out, "failed    %s: %s (kept as it is%s)\n", r.Path, r.Error, uploadedAs(r))
		case r.Status == mission.Failed:
			_, _ = fmt.Fprintf(io.out, "failed    %s: %s\n", r.Path, r.Error)
		case r.Status == mission.Imported:
			_, _ = fmt.Fprintf(io.out, "imported  %s: %d created, %d updated, %d unchanged, %d deleted\n", r.Path, r.Created, r.Updated, r.Unchanged, r.Deleted)
			printConflicts(io, r)
		default:
			_, _ = fmt.Fprintf(io.out, "skipped   %s\n", r.Path)
		}
		for _, warning := range r.Warnings {
			_, _ = fmt.Fprintf(io.err, "%s: %s\n", r.Path, warning)
		}
	}
	return failure(reports)
}

// uploadedAs names the path that a file was uploaded with, where it is stored at another one.
func uploadedAs(r mission.Report) string {
	if r.Uploaded == "" {
		return ""
	}
	return "; uploaded as " + r.Uploaded
}

// collect reads the files in paths. A file in a folder keeps its path below that folder, with the folder's name where that says
// something.
func collect(paths []string) ([]mission.Upload, error) {
	var uploads []mission.Upload
	for _, path := range paths {
		found, err := collectPath(path, prefixOf(path, len(paths) > 1))
		if err != nil {
			return nil, err
		}
		uploads = append(uploads, found...)
	}
	return uploads, nil
}

// prefixOf returns the name of a folder when it says where its files belong, or to which of several missions.
func prefixOf(path string, several bool) string {
	absolute, err := filepath.Abs(path)
	name := filepath.Base(absolute)
	switch {
	case err != nil || !isThere(path, "."):
		return ""
	case mission.ShowsPath(name), isThere(path, "db"), isThere(path, "cfgeconomycore.xml"), several && isThere(path, "mpmissions"):
		return name
	}
	return ""
}

// isThere reports whether a folder contains the name.
func isThere(folder, name string) bool {
	_, err := os.Stat(folder + string(filepath.Separator) + name)
	return err == nil
}

func collectPath(path, prefix string) (uploads []mission.Upload, err error) {
	err = filepath.WalkDir(path, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		name, err := filepath.Rel(path, file)
		if err != nil || name == "." {
			name = filepath.Base(file)
		}
		upload, err := read(file, filepath.ToSlash(filepath.Join(prefix, name)))
		if err != nil {
			return err
		}
		expanded, err := archive.Expand(upload)
		uploads = append(uploads, expanded...)
		return err
	})
	return uploads, err
}

func read(file, name string) (mission.Upload, error) {
	info, err := os.Stat(file)
	if err != nil {
		return mission.Upload{}, err
	}
	if info.Size() > archive.MaxFile {
		return mission.Upload{}, fmt.Errorf("%s is larger than %d MiB", file, archive.MaxFile>>20)
	}
	data, err := os.ReadFile(file)
	return mission.Upload{Path: name, Data: data}, err
}

type generateCmd struct {
	dataFlags
	Instance string `required:"" help:"The instance's sid."`
	Out      string `help:"Folder to write the files into." placeholder:"DIR"`
	Zip      string `help:"ZIP file to write." placeholder:"FILE"`
	BattlEye bool   `name:"battleye" help:"Also add the ban list's players to BattlEye's bans, by their GUIDs."`
	Priority bool   `help:"Also add the whitelist's players to priority.txt, by their Steam64 ids."`
}

// missions writes what the flags ask for.
func (c *generateCmd) missions(db *store.DB) *mission.Service {
	var kinds []mission.Kind
	if c.BattlEye {
		kinds = append(kinds, mission.BattlEye)
	}
	if c.Priority {
		kinds = append(kinds, mission.Priority)
	}
	return mission.New(db).Including(kinds...)
}

// Run prints the path of each file that it writes.
func (c *generateCmd) Run(ctx context.Context, io streams) error {
	if c.Out == "" && c.Zip == "" {
		return usageError{errors.New("generate needs --out or --zip")}
	}
	return c.with(ctx, func(db *store.DB) error {
		scope, err := instanceScope(ctx, db, c.Instance)
		if err != nil {
			return err
		}
		files, err := c.missions(db).Files(ctx, scope)
		if err != nil {
			return err
		}
		return c.write(ctx, io, files)
	})
}

// write writes what can be written, and names the other files on the error stream and in the error.
func (c *generateCmd) write(ctx context.Context, io streams, files []mission.File) error {
	if c.Zip != "" {
		if err := writeZip(ctx, c.Zip, files); err != nil {
			return err
		}
	}
	if c.Out != "" {
		return c.writeFolder(ctx, io, files)
	}
	return tellUnwritten(io, files)
}

// errNotWritten follows the lines about the files.
var errNotWritten = errors.New("not all files could be written")

// tellUnwritten names the files that are missing from an archive.
func tellUnwritten(io streams, files []mission.File) (failed error) {
	for _, f := range files {
		if f.State == mission.Unwritten {
			failed = errNotWritten
			_, _ = fmt.Fprintf(io.err, "%s: %s\n", f.Path, f.Error)
		}
	}
	return failed
}

// writeFolder writes the files below the folder. It skips those that cannot be written there.
func (c *generateCmd) writeFolder(ctx context.Context, io streams, files []mission.File) (failed error) {
	if err := os.MkdirAll(c.Out, 0o755); err != nil {
		return err
	}
	root, err := os.OpenRoot(c.Out)
	if err != nil {
		return err
	}
	defer root.Close()
	for i := range files {
		f := &files[i]
		switch err := writeFile(ctx, root, f); {
		case isOneFile(err):
			failed = errNotWritten
			_, _ = fmt.Fprintln(io.err, err)
			continue
		case err != nil:
			return fmt.Errorf("%s: %w", f.Path, err)
		}
		_, _ = fmt.Fprintln(io.out, f.Path)
		if f.Broken {
			_, _ = fmt.Fprintf(io.err, "%s: exported as it was imported, because it could not be read: %s\n", f.Path, f.Error)
		}
		for _, warning := range f.Warnings {
			_, _ = fmt.Fprintf(io.err, "%s: %s\n", f.Path, warning)
		}
	}
	return failed
}

// isOneFile reports whether an error concerns one file alone: it cannot be generated, or this disk does not take its path.
func isOneFile(err error) bool {
	var unwritten mission.WriteError
	var place *fs.PathError
	var renaming *os.LinkError
	return errors.As(err, &unwritten) || errors.As(err, &place) || errors.As(err, &renaming)
}
