package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"

	"quartermaster/internal/account"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// seldom stands in the texts of one row of a thousand.
const seldom = "seldom"

// atOnce is how many rows one transaction stores.
const atOnce = 5_000

// filler adds rows to an instance beside the running service.
type filler struct {
	db                     *store.DB
	scope                  store.Scope
	token, instance, other string
	ids                    map[string][]int64 // of the rows of each resource, by its name
}

func (g *grower) open(ctx context.Context) (f *filler, err error) {
	db, err := store.Open(ctx, store.Config{Dir: g.dir, DatabaseURL: g.url})
	if err != nil {
		return nil, err
	}
	f = &filler{db: db, ids: map[string][]int64{}}
	defer func() {
		if err != nil {
			err = errors.Join(err, db.Close())
		}
	}()
	accounts, err := account.New(db, account.Options{})
	if err != nil {
		return nil, err
	}
	user, err := accounts.Add(ctx, "Bench", "bench@example.org", "bench bench bench", account.PlatinumPlan, false)
	if err != nil {
		return nil, err
	}
	if f.token, err = accounts.NewToken(ctx, user.ID); err != nil {
		return nil, err
	}
	if f.other, _, err = f.makeInstance(ctx, user.ID); err != nil {
		return nil, err
	}
	f.instance, f.scope, err = f.makeInstance(ctx, user.ID)
	return f, err
}

func (f *filler) makeInstance(ctx context.Context, user int64) (sid string, scope store.Scope, err error) {
	row, err := f.db.CreateInstance(ctx, user, record.Values{"name": "Bench", "map_id": int64(1)})
	if err != nil {
		return "", scope, err
	}
	return record.Instances.SID(row), store.Scope{UserID: user, InstanceID: record.Instances.ID(row)}, nil
}

func (f *filler) close() error { return f.db.Close() }

// growTo adds rows until there are n of each resource, in an order in which each comes after those that it refers to.
func (f *filler) growTo(ctx context.Context, n int) error {
	for _, r := range ordered() {
		if err := f.grow(ctx, r, n); err != nil {
			return err
		}
	}
	return nil
}

// grow adds rows until there are n of a resource.
func (f *filler) grow(ctx context.Context, r *record.Resource, n int) error {
	for len(f.ids[r.Name]) < n {
		if err := f.add(ctx, r, min(atOnce, n-len(f.ids[r.Name]))); err != nil {
			return fmt.Errorf("%s: %w", r.Name, err)
		}
	}
	return nil
}

func ordered() (list []*record.Resource) {
	wanted := map[*record.Resource]bool{}
	for _, r := range grown() {
		wanted[r] = true
	}
	for _, r := range record.All() {
		if wanted[r] {
			list = append(list, r)
		}
	}
	return list
}

func (f *filler) add(ctx context.Context, r *record.Resource, n int) error {
	rows := make([]record.Row, n)
	for i := range rows {
		rows[i] = f.row(r, len(f.ids[r.Name])+i)
	}
	err := f.db.Edit(ctx, f.scope, "bench", func(e *store.Edit) error { return e.InsertAll(ctx, r, rows) })
	for _, row := range rows {
		f.ids[r.Name] = append(f.ids[r.Name], r.ID(row))
	}
	return err
}

// row is the nth record: the example with a name of its own and references to records of the instance.
func (f *filler) row(r *record.Resource, n int) record.Row {
	row := r.ExampleRow()
	for i, field := range r.Fields {
		switch ids := f.ids[field.Ref]; {
		case field.Type == record.Int && len(ids) > 0:
			row[i] = ids[n%len(ids)]
		case field.Type == record.Int && field.Ref != "" && field.Nullable:
			row[i] = nil
		case field.Name == "source_file":
			row[i] = nil
		case field == r.Title && field.Stored():
			row[i] = nameOf(n)
		}
	}
	return row
}

func nameOf(n int) string {
	digest := sha256.Sum256([]byte(fmt.Sprint(n)))
	if n%1000 == 999 {
		return fmt.Sprintf("Sample_%x_%s_%d", digest[:4], seldom, n)
	}
	return fmt.Sprintf("Sample_%x_%d", digest[:4], n)
}
