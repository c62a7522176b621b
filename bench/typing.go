package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"quartermaster/internal/economy"
	"quartermaster/internal/lint"
	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// typing is what an answer while somebody types costs with many types, as processor time: the first, and each after it.
type typing struct{ economy, economyAgain, findings, findingsAgain time.Duration }

func measureTyping(ctx context.Context, dir string) (t typing, err error) {
	db, err := store.Open(ctx, store.Config{Dir: filepath.Join(dir, "typing"), Key: make([]byte, store.KeySize)})
	if err != nil {
		return t, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	user, err := addUser(ctx, db)
	if err != nil {
		return t, err
	}
	scope, err := addInstance(ctx, db, user)
	if err != nil {
		return t, err
	}
	work := typesFiles(manyTypes, 1)
	if err := work.load(ctx, mission.New(db), scope); err != nil {
		return t, err
	}
	rows, err := db.All(ctx, record.Types, scope, "r.id = (SELECT min(t.id) FROM types t)")
	if err != nil || len(rows) == 0 {
		return t, errors.Join(err, errors.New("there is no type"))
	}
	return t, t.measure(ctx, db, scope, record.Types.SID(rows[0]))
}

func (t *typing) measure(ctx context.Context, db *store.DB, scope store.Scope, sid string) error {
	loot, problems, n := economy.New(db), lint.New(db), int64(1)
	ask := func() error {
		figures, _, err := loot.Figures(ctx, scope)
		if err == nil {
			figures.Try([]economy.Try{{SID: sid, Nominal: &n}})
		}
		return err
	}
	find := func() error {
		_, err := problems.Try(ctx, scope, []lint.Attempt{{SID: sid, Values: record.Values{"min": int64(99)}}})
		return err
	}
	for _, step := range []struct {
		into  *time.Duration
		times int
		run   func() error
	}{{&t.economy, 1, ask}, {&t.economyAgain, asksAgain, ask}, {&t.findings, 1, find}, {&t.findingsAgain, asksAgain, find}} {
		var bytes uint64
		err := used(step.into, &bytes, func() (err error) {
			for i := 0; i < step.times && err == nil; i++ {
				err = step.run()
			}
			return err
		})
		if *step.into /= time.Duration(step.times); err != nil {
			return err
		}
	}
	return nil
}

func (t typing) write(w io.Writer) {
	fmt.Fprintf(w, "\n| While one value of %d types is typed, processor time | First | Again | Aim |\n| --- | --- | --- | --- |\n", manyTypes)
	row := func(what string, first, again time.Duration) {
		fmt.Fprintf(w, "| %s | %s | %s | then under 100 ms |\n", what, milliseconds(first), milliseconds(again))
	}
	row("what it does to the economy", t.economy, t.economyAgain)
	row("what it does to the problems", t.findings, t.findingsAgain)
}
