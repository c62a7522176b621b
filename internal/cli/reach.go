package cli

import (
	"context"

	"quartermaster/internal/account"
	"quartermaster/internal/blob"
	"quartermaster/internal/lint"
	"quartermaster/internal/mission"
	"quartermaster/internal/store"
	"quartermaster/internal/stored"
	"quartermaster/internal/target"
)

// remoteFlags are those of commands that reach the game server of an instance.
type remoteFlags struct {
	dataFlags
	packFlags
	storageFlags
	serverFlags
	Instance string `required:"" help:"The instance's sid."`
	JSON     bool   `name:"json" help:"Print the result as JSON."`
}

// reached is what commands about the game server of an instance stand on.
type reached struct {
	db       *store.DB
	scope    store.Scope
	blobs    blob.Storage
	stored   *stored.Service
	missions *mission.Service
	lint     *lint.Service
	targets  *target.Service
}

// reach opens that for fn, and closes it.
func (f remoteFlags) reach(ctx context.Context, fn func(reached) error) error {
	open, err := f.opener()
	if err != nil {
		return err
	}
	return f.dataFlags.with(ctx, func(db *store.DB) error {
		scope, err := instanceScope(ctx, db, f.Instance)
		if err != nil {
			return err
		}
		blobs, err := f.openStorage(ctx, f.Data)
		if err != nil {
			return err
		}
		defer blobs.Close()
		if blobs, err = f.sealing(blobs); err != nil {
			return err
		}
		accounts, err := account.New(db, account.Options{DefaultPlan: account.FreePlan})
		if err != nil {
			return err
		}
		missions, problems, err := f.over(db)
		if err != nil {
			return err
		}
		return fn(reached{
			db: db, scope: scope, blobs: blobs, stored: stored.New(db, blobs, accounts, db.Time), missions: missions, lint: problems,
			targets: target.New(db, open, f.ServerFolders),
		})
	})
}
