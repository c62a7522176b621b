package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"quartermaster/internal/account"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// amounts are what a user of the scratch database has.
type amounts struct {
	rows      int // of each resource of growing, in one instance
	instances int
	wide      int // revisions of another instance's history with a change of every event; after them
	thin      int // those with one change
}

// changes is how many the history holds.
func (a amounts) changes() int { return (a.wide+1)*manyEvents + a.thin }

// few and many are the two users of the scratch database: what one has less of must cost the same.
var (
	few  = amounts{rows: 1_000, instances: 10, wide: 0, thin: 100}
	many = amounts{rows: 1_000_000, instances: 10_000, wide: 198, thin: 10_000}
)

// manyEvents is how many the instance with the history has.
const manyEvents = 5_000

// scratchLayout belongs to the name of the folder; whoever changes what the database holds raises it.
const scratchLayout = 1

// growing are the resources of which there are so many: the widest, and what it refers to.
func growing() []*record.Resource { return []*record.Resource{record.InstanceClassnames, record.Types} }

// owner is one of the users, with the identifiers of two instances.
type owner struct {
	token            string
	rows, historical string // the instances with the rows, and with the history

	middle                      string // one of its types
	total, instances, revisions int    // how many types, instances and revisions there are
}

// openScratch returns the folder of the scratch database, which it makes where it is missing, and its users.
func (p programs) openScratch(ctx context.Context) (dir string, few, many owner, err error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", few, many, err
	}
	dir = filepath.Join(cache, "quartermaster-bench", "scratch-"+strconv.Itoa(scratchLayout))
	if _, err := os.Stat(dir); errors.Is(err, os.ErrNotExist) {
		if err := makeScratch(ctx, dir); err != nil {
			return "", few, many, err
		}
	}
	if few, err = p.ownerOf(ctx, dir, "few"); err != nil {
		return "", few, many, err
	}
	many, err = p.ownerOf(ctx, dir, "many")
	return dir, few, many, err
}

func (p programs) ownerOf(ctx context.Context, dir, name string) (o owner, err error) {
	if o.token, err = p.quartermaster(ctx, "token", "new", "--data", dir, "--email", emailOf(name)); err != nil { // migrates the database too
		return o, err
	}
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		return o, err
	}
	_, err = fmt.Sscan(string(text), &o.rows, &o.historical)
	return o, err
}

func emailOf(name string) string { return name + "@example.org" }

// makeScratch fills a folder beside the final one, which gets its name when it is complete.
func makeScratch(ctx context.Context, dir string) error {
	fmt.Fprintln(os.Stderr, "bench: making a database of a million rows in "+dir+"; this takes minutes, once")
	unfinished := dir + ".new"
	if err := os.RemoveAll(unfinished); err != nil {
		return err
	}
	if err := fillScratch(ctx, unfinished); err != nil {
		return err
	}
	return os.Rename(unfinished, dir)
}

func fillScratch(ctx context.Context, dir string) (err error) {
	db, err := store.Open(ctx, store.Config{Dir: dir, Unsynced: true})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := fillFor(ctx, db, dir, "few", few); err != nil {
		return err
	}
	return fillFor(ctx, db, dir, "many", many)
}

// fillFor makes a user with what belongs to it, and notes the two instances in a file of the user's name.
func fillFor(ctx context.Context, db *store.DB, dir, name string, n amounts) error {
	accounts, err := account.New(db, account.Options{})
	if err != nil {
		return err
	}
	user, err := accounts.Add(ctx, name, emailOf(name), "bench bench bench", account.PlatinumPlan, false)
	if err != nil {
		return err
	}
	f := &filler{db: db, ids: map[string][]int64{}}
	rows, err := f.fillRows(ctx, user.ID, n.rows)
	if err != nil {
		return err
	}
	historical, err := f.fillHistory(ctx, user.ID, n)
	if err != nil {
		return err
	}
	for range n.instances - 2 {
		if _, _, err := f.makeInstance(ctx, user.ID); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(dir, name), []byte(rows+" "+historical+"\n"), 0o600)
}

// fillRows makes the instance of many rows.
func (f *filler) fillRows(ctx context.Context, user int64, n int) (sid string, err error) {
	if sid, f.scope, err = f.makeInstance(ctx, user); err != nil {
		return "", err
	}
	for _, r := range growing() {
		if err := f.grow(ctx, r, n); err != nil {
			return "", err
		}
	}
	return sid, nil
}

// fillHistory makes the instance of many changes.
func (f *filler) fillHistory(ctx context.Context, user int64, n amounts) (sid string, err error) {
	f.ids = map[string][]int64{}
	if sid, f.scope, err = f.makeInstance(ctx, user); err != nil {
		return "", err
	}
	if err := f.grow(ctx, record.Events, manyEvents); err != nil {
		return "", err
	}
	events, err := f.db.All(ctx, record.Events, f.scope, "")
	if err != nil {
		return "", err
	}
	for range n.wide {
		if err := f.change(ctx, events); err != nil {
			return "", err
		}
	}
	for i := range n.thin {
		if err := f.change(ctx, events[i%manyEvents:][:1]); err != nil {
			return "", err
		}
	}
	return sid, nil
}

// change raises a field of events in one revision.
func (f *filler) change(ctx context.Context, events []record.Row) error {
	r, before := record.Events, make([]record.Row, len(events))
	for i, row := range events {
		before[i] = slices.Clone(row)
		lifetime := row[r.Index("lifetime")].(int64)
		row[r.Index("lifetime")] = lifetime%1_000_000 + 1
	}
	return f.db.Edit(ctx, f.scope, "bench", func(e *store.Edit) error { return e.UpdateAll(ctx, r, before, events) })
}
