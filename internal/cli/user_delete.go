package cli

import (
	"context"
	"errors"
	"fmt"

	"quartermaster/internal/account"
	"quartermaster/internal/imports"
	"quartermaster/internal/mission"
	"quartermaster/internal/parting"
	"quartermaster/internal/queue"
	"quartermaster/internal/store"
	"quartermaster/internal/stored"
)

type userDelete struct {
	dataFlags
	storageFlags
	planFlags
	Email           string `required:"" help:"Email address of the account."`
	HandOverTo      string `xor:"instances" help:"Email address of the account that takes its instances over." placeholder:"EMAIL"`
	DeleteInstances bool   `xor:"instances" help:"Delete its instances, with everything in them."`
}

// Run deletes the account, or says what stands in the way.
func (c *userDelete) Run(ctx context.Context) error {
	return c.with(ctx, func(db *store.DB) error {
		blobs, err := c.openStorage(ctx, c.Data)
		if err != nil {
			return err
		}
		defer blobs.Close()
		if blobs, err = c.sealing(blobs); err != nil {
			return err
		}
		accounts, err := account.New(db, account.Options{Plans: c.plans(), DefaultPlan: account.FreePlan})
		if err != nil {
			return err
		}
		files := stored.New(db, blobs, accounts, db.Time)
		service := parting.Service{
			DB: db, Accounts: accounts, Stored: files,
			Imports: imports.New(db, mission.New(db), blobs, queue.NewJobs(db, nil), files),
		}
		user, err := accounts.ByEmail(ctx, c.Email)
		if err == nil {
			err = service.Delete(ctx, user, parting.Instances{HandOver: c.HandOverTo, Delete: c.DeleteInstances})
		}
		if errors.Is(err, account.ErrOwns) {
			return fmt.Errorf("%w: say what happens to them with --hand-over-to or --delete-instances", err)
		}
		return noAccount(err, c.Email)
	})
}
