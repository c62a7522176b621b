package store

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"slices"
	"strings"

	"quartermaster/internal/record"
)

// The errors about the key of Config.
var (
	ErrKeyMissing = errors.New("the secret key of this database is missing")
	ErrKeyOther   = errors.New("the secret key is not the one that this database was used with")
	ErrKeyDamaged = errors.New("there is no secret key in the file")
)

// ParseKey returns the key in a text that FormatKey has made, or ErrKeyDamaged.
func ParseKey(text string) ([]byte, error) {
	key, err := hex.DecodeString(strings.TrimSpace(text))
	if err != nil || len(key) != KeySize {
		return nil, ErrKeyDamaged
	}
	return key, nil
}

// FormatKey returns a key as the text of a file.
func FormatKey(key []byte) string { return hex.EncodeToString(key) + "\n" }

// fingerprint identifies a key without revealing it.
func fingerprint(key []byte) string {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("quartermaster: fingerprint of the secret key"))
	return hex.EncodeToString(mac.Sum(nil))
}

// Fingerprint identifies the key of a database; empty where none is known.
type Fingerprint string

// Check returns nil when key is the one of the database, or when that is not known, ErrKeyMissing for an empty key and
// ErrKeyOther for any other.
func (f Fingerprint) Check(key []byte) error {
	switch {
	case f == "":
		return nil
	case len(key) == 0:
		return ErrKeyMissing
	case string(f) != fingerprint(key):
		return ErrKeyOther
	}
	return nil
}

// Fingerprint returns that of the key that the copied database was used with.
func (s *Snapshot) Fingerprint(ctx context.Context) (Fingerprint, error) {
	return fingerprintAmong(ctx, s.Tables, s.tx)
}

// Fingerprint returns that of the key that the loaded rows were used with.
func (d *Draft) Fingerprint(ctx context.Context) (Fingerprint, error) {
	return fingerprintAmong(ctx, d.Tables, d.db)
}

// fingerprintAmong returns none for tables from before fingerprints were stored.
func fingerprintAmong(ctx context.Context, tables []Table, on handle) (known Fingerprint, err error) {
	if !slices.ContainsFunc(tables, func(t Table) bool { return t.Name == "key_prints" }) {
		return "", nil
	}
	err = on.QueryRowContext(ctx, selectFingerprint).Scan(&known)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return known, contextError(ctx, err)
}

const selectFingerprint = `SELECT fingerprint FROM key_prints`

// adoptKey compares the key of c with that of the database, and leaves its fingerprint there the first time. Where the database
// never had a key, one is made.
func (db *DB) adoptKey(ctx context.Context, c Config) (key []byte, err error) {
	var known Fingerprint
	err = db.QueryRow(ctx, selectFingerprint).Scan(&known)
	if err == nil {
		return c.Key, known.Check(c.Key)
	}
	if !errors.Is(err, ErrNotFound) {
		return nil, err
	}
	if err := db.tryKey(ctx, c.Key); err != nil {
		return nil, err
	}
	if key = c.Key; len(key) == 0 {
		if key, err = c.MakeKey(); err != nil {
			return nil, err
		}
	}
	return key, db.leavePrint(ctx, key)
}

// leavePrint notes the key. Where another process has just noted one, that one counts.
func (db *DB) leavePrint(ctx context.Context, key []byte) error {
	const query = `INSERT INTO key_prints (id, fingerprint) VALUES (1, $1) ON CONFLICT (id) DO NOTHING`
	if _, err := db.Exec(ctx, query, fingerprint(key)); err != nil {
		return err
	}
	var known Fingerprint
	if err := db.QueryRow(ctx, selectFingerprint).Scan(&known); err != nil {
		return err
	}
	return known.Check(key)
}

// tryKey tries the key on what was sealed before fingerprints were kept.
func (db *DB) tryKey(ctx context.Context, key []byte) error {
	seal, err := newSealer(key)
	if err != nil {
		return err
	}
	for _, s := range secrets() {
		var sealed string
		err := db.QueryRow(ctx, `SELECT `+s.column+` FROM `+s.table+` WHERE `+s.column+` IS NOT NULL ORDER BY id DESC LIMIT 1`).Scan(&sealed)
		if errors.Is(err, ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		if len(key) == 0 {
			return ErrKeyMissing
		}
		if _, err := seal.open(sealed, s.table+"."+s.column); err != nil {
			return ErrKeyOther
		}
	}
	return nil
}

// secret is a column that holds sealed values.
type secret struct{ table, column string }

// authenticators are the secrets of authenticator apps.
var authenticators = secret{"authenticators", "secret"}

func secrets() (list []secret) {
	for _, r := range record.All() {
		for _, f := range r.Fields {
			if f.Secret {
				list = append(list, secret{r.Name, f.Name})
			}
		}
	}
	return append(list, secret{"targets", "private_key"}, secret{"targets", "passphrase"}, secret{"rcon", "password"}, authenticators,
		bundleKeys)
}

// Forgotten counts what nobody can read any more.
type Forgotten struct {
	Passwords      int64 // and private keys
	Authenticators int64 // apps whose codes open nothing any more
	Layers         int64 // sets of changes that may have passwords
	Files          int64 // contents of files that may have passwords: of instances, their history, and what was delivered
}

// ResetKey makes key the one of the database and deletes what was sealed with another. It is for a database that was opened without a
// key, and that nobody else has open.
func (db *DB) ResetKey(ctx context.Context, key []byte) (f Forgotten, err error) {
	err = db.Tx(ctx, func(tx *Tx) error {
		for _, s := range secrets() {
			n, err := tx.Exec(ctx, `UPDATE `+s.table+` SET `+s.column+` = NULL WHERE `+s.column+` IS NOT NULL`)
			if err != nil {
				return err
			}
			if s == authenticators {
				f.Authenticators = n
			} else {
				f.Passwords += n
			}
		}
		if f.Files, err = tx.forgetContents(ctx); err != nil {
			return err
		}
		if f.Layers, err = tx.forgetLayers(ctx); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM key_prints`); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `INSERT INTO key_prints (id, fingerprint) VALUES (1, $1)`, fingerprint(key))
		return err
	})
	return f, err
}
