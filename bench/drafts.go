package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"time"

	"quartermaster/internal/layers"
	"quartermaster/internal/lint"
	"quartermaster/internal/mission"
	"quartermaster/internal/ownpacks"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// changedInDraft is how many types a draft changes.
const changedInDraft = 2_000

// drafted is what drafts and layers of many types cost, as processor time.
type drafted struct{ make, compare, compareChanged, on, off time.Duration }

func measureDrafts(ctx context.Context, dir string) (d drafted, err error) {
	db, err := store.Open(ctx, store.Config{Dir: filepath.Join(dir, "drafts"), Key: make([]byte, store.KeySize), InSlices: true})
	if err != nil {
		return d, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	user, err := addUser(ctx, db)
	if err != nil {
		return d, err
	}
	scope, err := addInstance(ctx, db, user)
	if err != nil {
		return d, err
	}
	types := typesFiles(manyTypes, 1)
	if err := types.load(ctx, mission.New(db), scope); err != nil {
		return d, err
	}
	return d, d.measure(ctx, db, scope)
}

func (d *drafted) measure(ctx context.Context, db *store.DB, scope store.Scope) error {
	own, problems := layers.New(db, ownpacks.New(db, nil)), lint.New(db)
	var sid, layer string
	var draft store.MadeDraft
	var found layers.Comparison
	compare := func() (err error) {
		if found, err = own.Compare(ctx, draft); err != nil || found.Untouched {
			return err
		}
		_, err = problems.Check(ctx, scope)
		if err == nil {
			_, err = problems.Check(ctx, draft.Scope)
		}
		return err
	}
	for _, step := range []struct {
		into *time.Duration
		run  func() error
	}{
		{&d.make, func() (err error) {
			sid, err = db.MakeDraft(ctx, scope, store.DraftPlan{Name: "Try", Most: 1})
			return err
		}},
		{new(time.Duration), func() (err error) { draft, err = db.Draft(ctx, scope, sid); return err }},
		{&d.compare, compare},
		{new(time.Duration), func() error { return changeMany(ctx, db, draft.Scope) }},
		{&d.compareChanged, compare},
		{new(time.Duration), func() error {
			l, err := own.Make(ctx, scope, layers.About{Name: "Weekend"}, layers.Off, found.Rows, false)
			layer = l.SID
			return err
		}},
		{&d.on, func() error { _, err := own.TurnOn(ctx, scope, layer, layers.Ask{}); return err }},
		{&d.off, func() error { _, err := own.TurnOff(ctx, scope, layer, layers.Ask{}); return err }},
	} {
		var bytes uint64
		if err := used(step.into, &bytes, step.run); err != nil {
			return err
		}
	}
	return nil
}

// changeMany changes the first types of an instance.
func changeMany(ctx context.Context, db *store.DB, scope store.Scope) error {
	return db.EditInSlices(ctx, scope, "bulk", func(e *store.Edit) error {
		was, err := e.All(ctx, record.Types, "")
		if err != nil {
			return err
		}
		was = was[:changedInDraft]
		is := make([]record.Row, len(was))
		for i, row := range was {
			is[i] = slices.Clone(row)
			is[i][record.Types.Index("lifetime")] = int64(77)
		}
		return e.UpdateAll(ctx, record.Types, was, is)
	})
}

func (d drafted) write(w io.Writer) {
	fmt.Fprintf(w, "\n| Drafts and layers of %d types, processor time | Measured | Aim |\n| --- | --- | --- |\n", manyTypes)
	row := func(what string, took time.Duration, aim string) {
		fmt.Fprintf(w, "| %s | %s | %s |\n", what, milliseconds(took), aim)
	}
	row("a draft is made", d.make, "under 1000 ms")
	row("it is compared, with its problems", d.compare, "under 500 ms")
	row(fmt.Sprintf("the same for the first time after a change of %d types", changedInDraft), d.compareChanged, "")
	row(fmt.Sprintf("a layer of these %d rows goes on", changedInDraft), d.on, "under 1000 ms")
	row("and off", d.off, "under 1000 ms")
}
