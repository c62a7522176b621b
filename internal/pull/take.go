package pull

import (
	"context"
	"errors"
	"io"

	"quartermaster/internal/imports"
	"quartermaster/internal/mission"
	"quartermaster/internal/stored"
	"quartermaster/internal/validate"
)

// take imports the files that differ, or works out what that would change.
func (p *run) take(ctx context.Context) error {
	p.result.Import = imports.Result{Files: []mission.Report{}, DryRun: p.options.DryRun}
	chosen := map[string]bool{}
	for _, d := range p.result.Differences {
		if d.Taken {
			chosen[d.Path] = true
		}
	}
	if len(chosen) == 0 {
		return nil
	}
	if err := p.fetch(ctx, func(f *file) bool { return chosen[f.Generated] }); err != nil {
		return err
	}
	p.progress(0, len(chosen), "importing")
	err := p.doImport(ctx, chosen)
	var full stored.LimitError
	var wrong validate.Errors
	switch {
	case errors.As(err, &full):
		return Refused(full.Error())
	case errors.As(err, &wrong):
		return Refused(wrong.First())
	}
	return err
}

// doImport hands the fetched files to the import as an upload.
func (p *run) doImport(ctx context.Context, chosen map[string]bool) (err error) {
	intake, err := p.Stored.Intake(ctx, p.scope)
	if err != nil {
		return err
	}
	upload := imports.Upload{Intake: intake}
	defer func() { err = errors.Join(err, upload.Close()) }()
	if p.options.DryRun {
		intake.Rehearse()
	}
	for _, f := range p.files {
		if !chosen[f.Generated] {
			continue
		}
		spool := p.spools[f.Generated]
		if err := upload.Receive(f.Generated, io.NewSectionReader(spool, 0, spool.Size())); err != nil {
			return err
		}
	}
	if err := upload.Load(ctx); err != nil {
		return err
	}
	order := imports.Order{Mode: p.options.Mode, Prefer: p.options.Prefer, DryRun: p.options.DryRun}
	done, err := p.Imports.Import(ctx, p.scope, &upload, order)
	p.result.Import = done.Result
	return err
}
