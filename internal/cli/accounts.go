package cli

import (
	"context"
	"errors"
	"fmt"

	"quartermaster/internal/account"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

type tokenCmd struct {
	New tokenNew `cmd:"" help:"Print a new API token and revoke the previous one."`
}

type tokenNew struct {
	dataFlags
	Email string `required:"" help:"Email address of the account."`
}

// Run prints the token and nothing else.
func (c *tokenNew) Run(ctx context.Context, io streams) error {
	return c.withAccounts(ctx, func(_ *store.DB, service *account.Service) error {
		token, err := service.TokenForEmail(ctx, c.Email)
		if err != nil {
			return noAccount(err, c.Email)
		}
		_, err = fmt.Fprintln(io.out, token)
		return err
	})
}

// noAccount names the account that was not found.
func noAccount(err error, email string) error {
	if errors.Is(err, store.ErrNotFound) {
		return fmt.Errorf("no account for %s", email)
	}
	return err
}

type instanceCmd struct {
	Add instanceAdd `cmd:"" help:"Create an instance and print its sid."`
}

type instanceAdd struct {
	dataFlags
	Email   string `required:"" help:"Email address of its owner."`
	Name    string `required:"" help:"Name of the server."`
	Map     string `required:"" help:"Map, such as chernarusplus, enoch or sakhal."`
	Mission string `help:"Folder in mpmissions; by default that of the map."`
	Size    *int64 `name:"world-size" help:"Length of one side in metres, 0 if not known. Creates a new map, too." placeholder:"METRES"`
}

// Run prints the sid and nothing else.
func (c *instanceAdd) Run(ctx context.Context, io streams) error {
	return c.withAccounts(ctx, func(db *store.DB, service *account.Service) error {
		row, err := c.create(ctx, db, service, io)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(io.out, record.Instances.SID(row))
		return err
	})
}

// mapOf returns the map, and creates it when its size is given.
func (c *instanceAdd) mapOf(ctx context.Context, db *store.DB, scope store.Scope) (id int64, err error) {
	id, err = findMap(ctx, db, scope, c.Map)
	if errors.Is(err, errNoMap) && c.Size != nil {
		return makeMap(ctx, db, scope, c.Map, c.Mission, *c.Size)
	}
	return id, err
}

func (c *instanceAdd) create(ctx context.Context, db *store.DB, service *account.Service, io streams) (record.Row, error) {
	user, err := service.ByEmail(ctx, c.Email)
	if err != nil {
		return nil, noAccount(err, c.Email)
	}
	mapID, err := c.mapOf(ctx, db, store.Scope{UserID: user.ID})
	if err != nil {
		return nil, err
	}
	values, err := c.values(ctx, db, user.ID, mapID)
	if err != nil {
		return nil, err
	}
	n, err := db.CountInstances(ctx, user.ID)
	if err != nil {
		return nil, err
	}
	if n >= int64(user.Plan.MaxInstances) { // the operator may, but shall know
		_, _ = fmt.Fprintf(io.err, "%s already has %d instances; the plan %s allows %d.\n", user.Email, n, user.Plan.Name, user.Plan.MaxInstances)
	}
	return db.CreateInstance(ctx, user.ID, values)
}
