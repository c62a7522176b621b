package cli

import (
	"context"
	"errors"
	"fmt"
	"os"

	"quartermaster/internal/account"
	"quartermaster/internal/store"
)

// dataFlags say where the records are stored.
type dataFlags struct {
	Data        string `help:"Data folder." default:"./data" placeholder:"DIR"`
	DatabaseURL string `name:"database-url" help:"PostgreSQL instead of SQLite: postgres://user:password@host/database." placeholder:"URL"`
	SecretKey   string `help:"Key that encrypts stored passwords, at least 16 characters. Default: one in the data folder." placeholder:"KEY"`
}

// AfterRun ends each command that has the flags.
func (f dataFlags) AfterRun() error { return adopt(f.Data) }

// open opens the records as config says, which the flags complete. The contents of the folder show whether the database belongs to it.
func (f dataFlags) open(ctx context.Context, config store.Config) (*store.DB, error) {
	if err := os.MkdirAll(f.Data, 0o700); err != nil {
		return nil, fmt.Errorf("cannot create the data folder: %w", err)
	}
	config.Dir, config.DatabaseURL, config.MakeKey = f.Data, f.DatabaseURL, f.makeKey
	var err error
	if config.Key, err = f.key(); err != nil {
		return nil, f.advise(err)
	}
	config.Beside.Key = f.SecretKey == "" && len(config.Key) > 0
	if config.Beside.Files, err = f.holdsFiles(); err != nil {
		return nil, fmt.Errorf("cannot look into the storage: %w", err)
	}
	db, err := store.Open(ctx, config)
	if errors.Is(err, store.ErrKeyMissing) && f.made(&config) {
		db, err = store.Open(ctx, config)
	}
	return db, f.advise(err)
}

// made reports whether another process has created the key meanwhile.
func (f dataFlags) made(c *store.Config) bool {
	key, err := f.key()
	c.Key = key
	return err == nil && key != nil
}

// with opens the records for fn, which is a command and waits long for a statement, and closes them.
func (f dataFlags) with(ctx context.Context, fn func(*store.DB) error) error {
	db, err := f.open(ctx, store.Config{Patient: true})
	if err != nil {
		return err
	}
	return errors.Join(fn(db), db.Close())
}

// withAccounts opens the records and their accounts for fn. Guesses are not limited: whoever has the data folder needs no
// password.
func (f dataFlags) withAccounts(ctx context.Context, fn func(*store.DB, *account.Service) error) error {
	return f.with(ctx, func(db *store.DB) error {
		service, err := account.New(db, account.Options{DefaultPlan: account.FreePlan})
		if err != nil {
			return err
		}
		return fn(db, service)
	})
}

// instanceScope returns the scope of any user's instance.
func instanceScope(ctx context.Context, db *store.DB, sid string) (s store.Scope, err error) {
	err = db.QueryRow(ctx, `SELECT id, user_id FROM instances WHERE sid = $1`, sid).Scan(&s.InstanceID, &s.UserID)
	if errors.Is(err, store.ErrNotFound) {
		return s, fmt.Errorf("there is no instance %s", sid)
	}
	return s, err
}
