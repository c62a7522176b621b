package cli

import (
	"context"
	"errors"
	"path/filepath"

	"quartermaster/internal/catalog"
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
