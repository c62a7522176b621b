package store_test

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

func keyOf(fill byte) []byte { return bytes.Repeat([]byte{fill}, store.KeySize) }

// used makes a database of the config with a stored password, and closes it.
func used(t *testing.T, c store.Config) {
	t.Helper()
	db := open(t, c)
	scope, sid := storetest.Instance(t, db, storetest.User(t, db))
	_, err := db.UpdateInstance(t.Context(), scope, sid, record.Values{"password": "secret"})
	sealed, sealErr := db.Seal("secret", "authenticators", "secret")
	const app = `INSERT INTO authenticators (user_id, secret, last_step, created_at) VALUES ($1, $2, 0, 0)`
	_, appErr := db.Exec(t.Context(), app, scope.UserID, sealed)
	if err = errors.Join(err, sealErr, appErr, db.Close()); err != nil {
		t.Fatal(err)
	}
}

// forget takes the fingerprint out, as it is missing in databases of earlier versions.
func forget(t *testing.T, c store.Config) {
	t.Helper()
	c.Key = nil
	db := open(t, c)
	if _, err := db.Exec(t.Context(), `DELETE FROM key_prints`); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

// unmade fails a test in which a key is made for a database that has had one.
func unmade(t *testing.T) func() ([]byte, error) {
	return func() ([]byte, error) {
		t.Error("a key was made")
		return keyOf(9), nil
	}
}

func TestAnotherKeyIsNoticed(t *testing.T) {
	eachConfig(t, func(t *testing.T, c store.Config) {
		c.Key = keyOf(1)
		used(t, c)
		for _, earlier := range []bool{false, true} {
			for _, test := range []struct {
				key  []byte
				want error
			}{{keyOf(2), store.ErrKeyOther}, {nil, store.ErrKeyMissing}, {keyOf(1), nil}} {
				if earlier {
					forget(t, c)
				}
				asked := c
				asked.Key, asked.MakeKey = test.key, unmade(t)
				db, err := store.Open(t.Context(), asked)
				if !errors.Is(err, test.want) {
					t.Errorf("without a fingerprint: %v, key %v: error %v, want %v", earlier, test.key, err, test.want)
				}
				if err == nil {
					_ = db.Close()
				}
			}
		}
	})
}

func TestTheFirstKeyIsMadeOnce(t *testing.T) {
	eachConfig(t, func(t *testing.T, c store.Config) {
		c.MakeKey = func() ([]byte, error) { return keyOf(1), nil }
		used(t, c)
		c.Key, c.MakeKey = keyOf(1), unmade(t)
		if err := open(t, c).Close(); err != nil {
			t.Error(err)
		}
		failing := errors.New("no place for a key")
		c = store.Config{Dir: t.TempDir(), MakeKey: func() ([]byte, error) { return nil, failing }}
		if _, err := store.Open(t.Context(), c); !errors.Is(err, failing) {
			t.Errorf("error %v", err)
		}
	})
}

func TestResetKey(t *testing.T) {
	eachConfig(t, func(t *testing.T, c store.Config) {
		c.Key = keyOf(1)
		used(t, c)
		c.Key = nil
		db := open(t, c)
		if n, err := db.ResetKey(t.Context(), keyOf(2)); n != (store.Forgotten{Passwords: 1, Authenticators: 1}) || err != nil {
			t.Errorf("%+v forgotten, %v", n, err)
		}
		_ = db.Close()
		c.Key = keyOf(1)
		if _, err := store.Open(t.Context(), c); !errors.Is(err, store.ErrKeyOther) {
			t.Errorf("the old key: %v", err)
		}
		c.Key = keyOf(2)
		var n int
		const without = `SELECT count(*) FROM instances, authenticators WHERE password IS NULL AND secret IS NULL`
		if err := open(t, c).QueryRow(t.Context(), without).Scan(&n); err != nil || n != 1 {
			t.Errorf("%d without a password and a secret, %v", n, err)
		}
	})
}

// TestFingerprintOfACopy: a snapshot tells the key of the database, also before fingerprints were kept.
func TestFingerprintOfACopy(t *testing.T) {
	eachConfig(t, func(t *testing.T, c store.Config) {
		c.Key = keyOf(1)
		used(t, c)
		check := func(key []byte) error {
			s, err := store.OpenSnapshot(t.Context(), c)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			known, err := s.Fingerprint(t.Context())
			return errors.Join(err, known.Check(key))
		}
		if err := check(keyOf(1)); err != nil {
			t.Error(err)
		}
		if err := check(keyOf(2)); !errors.Is(err, store.ErrKeyOther) {
			t.Errorf("another key: %v", err)
		}
		if err := check(nil); !errors.Is(err, store.ErrKeyMissing) {
			t.Errorf("no key: %v", err)
		}
		forget(t, c)
		if err := check(keyOf(2)); err != nil {
			t.Errorf("nothing is known: %v", err)
		}
	})
}

func TestKeyTexts(t *testing.T) {
	t.Parallel()
	if key, err := store.ParseKey(" " + store.FormatKey(keyOf(7))); err != nil || !bytes.Equal(key, keyOf(7)) {
		t.Errorf("%v, %v", key, err)
	}
	for _, text := range []string{"", "no key", store.FormatKey(keyOf(7))[2:], store.FormatKey(keyOf(7))[:63] + "x"} {
		if _, err := store.ParseKey(text); !errors.Is(err, store.ErrKeyDamaged) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestAnEmptiedDatabaseIsRefused(t *testing.T) {
	eachConfig(t, func(t *testing.T, c store.Config) {
		try := func(b store.Beside) error {
			asked := c
			asked.Beside = b
			db, err := store.Open(context.Background(), asked)
			if err == nil {
				err = db.Close()
			}
			return err
		}
		for _, beside := range []store.Beside{{Key: true}, {Files: true}, {Key: true, Files: true}} {
			if err := try(beside); !errors.Is(err, store.ErrEmptied) {
				t.Errorf("no tables beside %+v: %v", beside, err)
			}
		}
		if err := try(store.Beside{}); err != nil {
			t.Fatal(err)
		}
		if err := try(store.Beside{Key: true}); err != nil {
			t.Errorf("nobody has registered yet: %v", err)
		}
		if err := try(store.Beside{Key: true, Files: true}); !errors.Is(err, store.ErrEmptied) {
			t.Errorf("files of users who are not there: %v", err)
		}
		used(t, store.Config{Dir: c.Dir, DatabaseURL: c.DatabaseURL, Key: keyOf(1)})
		if err := try(store.Beside{Key: true, Files: true}); err != nil {
			t.Error(err)
		}
	})
}
