package cli

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"quartermaster/internal/account"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

const (
	keyFile      = "secret.key"
	minSecretKey = 16
)

// dataFlags say where the records are kept.
type dataFlags struct {
	Data        string `help:"Folder of the data." default:"./data" placeholder:"DIR"`
	DatabaseURL string `name:"database-url" help:"PostgreSQL instead of SQLite in the data folder: postgres://user:password@host/database." placeholder:"URL"`
	SecretKey   string `help:"Text that passwords of game servers are encrypted with (at least 16 characters). Without it a key is made once and kept in the data folder." placeholder:"KEY"`
}

// open opens the records. Those who are patient wait long for a statement: commands, as opposed to requests.
func (f dataFlags) open(ctx context.Context, patient bool) (*store.DB, error) {
	if err := os.MkdirAll(f.Data, 0o700); err != nil {
		return nil, fmt.Errorf("cannot make the data folder: %w", err)
	}
	key, err := f.key()
	if err != nil {
		return nil, err
	}
	return store.Open(ctx, store.Config{Dir: f.Data, DatabaseURL: f.DatabaseURL, Key: key, Patient: patient})
}

// with opens the records for fn and closes them afterwards.
func (f dataFlags) with(ctx context.Context, fn func(*store.DB) error) error {
	db, err := f.open(ctx, true)
	if err != nil {
		return err
	}
	return errors.Join(fn(db), db.Close())
}

// withAccounts opens the records and their accounts for fn. There is no limit on guesses: who has the data folder needs no
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

// key derives the key from the flag, or reads the one in the data folder, making it when it is not there yet.
func (f dataFlags) key() ([]byte, error) {
	if f.SecretKey != "" {
		if len(f.SecretKey) < minSecretKey {
			return nil, usageError{fmt.Errorf("--secret-key needs at least %d characters", minSecretKey)}
		}
		sum := sha256.Sum256([]byte(f.SecretKey))
		return sum[:], nil
	}
	path := filepath.Join(f.Data, keyFile)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return makeKey(path)
	}
	if err != nil {
		return nil, fmt.Errorf("secret key: %w", err)
	}
	key, err := hex.DecodeString(strings.TrimSpace(string(text)))
	if err != nil || len(key) != store.KeySize {
		return nil, fmt.Errorf("%s does not hold a secret key", path)
	}
	return key, nil
}

// makeKey writes a new key where no other process has just done so.
func makeKey(path string) ([]byte, error) {
	key := make([]byte, store.KeySize)
	_, _ = rand.Read(key)
	draft, err := os.CreateTemp(filepath.Dir(path), keyFile)
	if err != nil {
		return nil, fmt.Errorf("secret key: %w", err)
	}
	defer os.Remove(draft.Name())
	_, err = draft.WriteString(hex.EncodeToString(key) + "\n")
	if err = errors.Join(err, draft.Sync(), draft.Close()); err != nil {
		return nil, fmt.Errorf("secret key: %w", err)
	}
	if err := os.Link(draft.Name(), path); errors.Is(err, fs.ErrExist) {
		return dataFlags{Data: filepath.Dir(path)}.key()
	} else if err != nil {
		return nil, fmt.Errorf("secret key: %w", err)
	}
	return key, nil
}

// instanceScope finds an instance of any user.
func instanceScope(ctx context.Context, db *store.DB, sid string) (s store.Scope, err error) {
	err = db.QueryRow(ctx, `SELECT id, user_id FROM instances WHERE sid = $1`, sid).Scan(&s.InstanceID, &s.UserID)
	if errors.Is(err, store.ErrNotFound) {
		return s, fmt.Errorf("there is no instance %s", sid)
	}
	return s, err
}

// mapNamed finds a map by its short name or its name, in any letter case.
func mapNamed(ctx context.Context, db *store.DB, name string) (id int64, err error) {
	err = db.QueryRow(ctx, `SELECT id FROM maps WHERE lower(name_short) = lower($1) OR lower(name) = lower($2)`, name, name).Scan(&id)
	if !errors.Is(err, store.ErrNotFound) {
		return id, err
	}
	rows, err := db.All(ctx, record.Maps, store.Scope{}, "")
	if err != nil {
		return 0, err
	}
	var known []string
	for _, row := range rows {
		known = append(known, row[record.Maps.Index("name_short")].(string))
	}
	return 0, fmt.Errorf("there is no map %s; known are %s", name, strings.Join(known, ", "))
}
