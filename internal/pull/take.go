package pull

import (
	"context"
	"errors"
	"io"
	"slices"

	"quartermaster/internal/imports"
	"quartermaster/internal/mission"
	"quartermaster/internal/say"
	"quartermaster/internal/stored"
	"quartermaster/internal/validate"
)

// take imports the files that differ, or works out what that would change.
func (p *run) take(ctx context.Context) error {
	p.result.Import = imports.Result{Files: []mission.Report{}, DryRun: p.options.DryRun}
	taken, err := p.fetchTaken(ctx)
	if err != nil {
		return err
	}
	if len(taken) > 0 {
		p.progress(0, len(taken), say.New("importing"))
		err = p.doImport(ctx, taken)
	}
	if err == nil && p.options.DryRun {
		err = p.compareSince(ctx, taken)
	} else if err == nil && p.options.Layer == "" {
		err = p.noteShared(ctx, taken)
	}
	var full stored.LimitError
	var wrong validate.Errors
	switch {
	case errors.As(err, &full):
		return Refused(say.Plain(full.Error()))
	case errors.As(err, &wrong):
		return Refused(say.Plain(wrong.First()))
	}
	return err
}

// fetchTaken fetches the files that are taken, and returns them.
func (p *run) fetchTaken(ctx context.Context) (taken []*file, err error) {
	for i := range p.files {
		if d := p.difference(&p.files[i]); d != nil && d.Taken {
			taken = append(taken, &p.files[i])
		}
	}
	return taken, p.fetch(ctx, func(f *file) bool { return slices.Contains(taken, f) })
}

// doImport hands the fetched files to the import as an upload.
func (p *run) doImport(ctx context.Context, taken []*file) (err error) {
	bases, err := p.bases(ctx, taken)
	if err != nil {
		return err
	}
	intake, err := p.Stored.Intake(ctx, p.scope)
	if err != nil {
		return err
	}
	upload := imports.Upload{Intake: intake}
	defer func() { err = errors.Join(err, upload.Close()) }()
	if p.options.DryRun || p.options.Layer != "" {
		intake.Rehearse()
	}
	for _, f := range taken {
		spool := p.spools[f.Generated]
		if err := upload.Receive(f.Generated, io.NewSectionReader(spool, 0, spool.Size())); err != nil {
			return err
		}
	}
	if err := upload.Load(ctx); err != nil {
		return err
	}
	order := imports.Order{
		Mode: p.options.Mode, Prefer: p.options.Prefer, Choices: p.options.Choices, Bases: bases, DryRun: p.options.DryRun,
		Layer: p.options.Layer, Once: true,
	}
	done, err := p.Imports.Import(ctx, p.scope, &upload, order)
	p.result.Import = done.Result
	return err
}
