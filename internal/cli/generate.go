package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"quartermaster/internal/mission"
	"quartermaster/internal/store"
)

type generateCmd struct {
	dataFlags
	packFlags
	Instance string `required:"" help:"The instance's sid."`
	Out      string `help:"Folder to write the files into." placeholder:"DIR"`
	Zip      string `help:"ZIP file to write." placeholder:"FILE"`
	BattlEye bool   `name:"battleye" help:"Also add the ban list's players to BattlEye's bans, by their GUIDs."`
	Priority bool   `help:"Also add the whitelist's players to priority.txt, by their Steam64 ids."`
}

// missions writes what the flags ask for.
func (c *generateCmd) missions(db *store.DB) (*mission.Service, error) {
	var kinds []mission.Kind
	if c.BattlEye {
		kinds = append(kinds, mission.BattlEye)
	}
	if c.Priority {
		kinds = append(kinds, mission.Priority)
	}
	missions, _, err := c.over(db)
	if err != nil {
		return nil, err
	}
	return missions.Including(kinds...), nil
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
		missions, err := c.missions(db)
		if err != nil {
			return err
		}
		files, err := missions.Files(ctx, scope)
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
			_, _ = fmt.Fprintf(io.err, "%s: %s\n", f.Path, mission.Sentence(f.Error))
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
			_, _ = fmt.Fprintf(io.err, "%s: exported as it was imported, because it could not be read: %s\n", f.Path, mission.Sentence(f.Error))
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
