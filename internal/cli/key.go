package cli

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"quartermaster/internal/store"
	"quartermaster/internal/stored"
	"quartermaster/internal/validate"
)

const (
	keyFile      = "secret.key"
	minSecretKey = 16
)

func (f dataFlags) keyPath() string { return filepath.Join(f.Data, keyFile) }

// givenKey derives the key from the flag; nil without one.
func (f dataFlags) givenKey() ([]byte, error) {
	if f.SecretKey == "" {
		return nil, nil
	}
	if len(f.SecretKey) < minSecretKey {
		return nil, usageError{fmt.Errorf("--secret-key needs at least %d characters", minSecretKey)}
	}
	sum := sha256.Sum256([]byte(f.SecretKey))
	return sum[:], nil
}

// key returns the key of the flag, or the one in the data folder, or nil.
func (f dataFlags) key() ([]byte, error) {
	if key, err := f.givenKey(); err != nil || key != nil {
		return key, err
	}
	text, err := os.ReadFile(f.keyPath())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("secret key: %w", err)
	}
	return store.ParseKey(string(text))
}

// makeKey writes a new key unless another process has just done so.
func (f dataFlags) makeKey() ([]byte, error) {
	key := make([]byte, store.KeySize)
	_, _ = rand.Read(key)
	draft, err := os.CreateTemp(f.Data, keyFile)
	if err != nil {
		return nil, fmt.Errorf("secret key: %w", err)
	}
	defer os.Remove(draft.Name())
	_, err = draft.WriteString(store.FormatKey(key))
	if err = errors.Join(err, draft.Sync(), draft.Close()); err != nil {
		return nil, fmt.Errorf("secret key: %w", err)
	}
	if err := os.Link(draft.Name(), f.keyPath()); errors.Is(err, fs.ErrExist) {
		return f.key()
	} else if err != nil {
		return nil, fmt.Errorf("secret key: %w", err)
	}
	return key, nil
}

// holdsFiles reports whether the storage contains files of records.
func (f dataFlags) holdsFiles() (found bool, err error) {
	for _, kind := range []string{"stored", "jobs"} {
		err := filepath.WalkDir(filepath.Join(f.Data, storageDir, "blobs", kind), func(_ string, entry fs.DirEntry, err error) error {
			if err == nil && entry.Type().IsRegular() {
				found, err = true, fs.SkipAll
			}
			return err
		})
		if found || err != nil && !errors.Is(err, fs.ErrNotExist) {
			return found, err
		}
	}
	return false, nil
}

// advise adds to an error about the key or the database what to do about it.
func (f dataFlags) advise(err error) error {
	switch {
	case errors.Is(err, store.ErrEmptied):
		return fmt.Errorf("%w: %s", err, f.emptyAdvice())
	case errors.Is(err, store.ErrKeyDamaged):
		return fmt.Errorf("%s is damaged (%w): %s", f.keyPath(), err, f.keyAdvice())
	case errors.Is(err, store.ErrKeyMissing), errors.Is(err, store.ErrKeyOther):
		return fmt.Errorf("%w: %s", err, f.keyAdvice())
	}
	return err
}

func (f dataFlags) keyAdvice() string {
	return fmt.Sprintf(`put the right %s back, which is also in every backup, or give the previous --secret-key. If it is lost, `+
		`"quartermaster key reset --data %s `+
		`--forget-passwords" goes on with a new key, without passwords, files with passwords and stored copies; everything else stays`,
		f.keyPath(), f.Data)
}

func (f dataFlags) emptyAdvice() string {
	return fmt.Sprintf(`%[1]s has files that belong to an earlier database. Put that one back or restore a backup ("quartermaster restore `+
		`--data %[1]s --force FILE"). `+
		`To start from scratch, choose another --data or move %[2]s and %[3]s away`, f.Data, f.keyPath(), filepath.Join(f.Data, storageDir))
}

type keyCmd struct {
	Reset keyReset `cmd:"" help:"Continue with a new secret key if the old one is lost."`
}

type keyReset struct {
	dataFlags
	storageFlags
	ForgetPasswords bool `required:"" help:"Confirm that stored passwords, and files and copies with them, are deleted."`
}

// Run makes a new key, or takes the one of the flag, and says what cannot be read any more. The old key stays in the folder
// under another name.
func (c *keyReset) Run(ctx context.Context, io streams) error {
	if !c.ForgetPasswords {
		return usageError{errors.New("--forget-passwords must be given: passwords, files with passwords and stored copies cannot be kept")}
	}
	release, err := c.claim(ctx)
	if err != nil {
		return err
	}
	defer release()
	there, err := store.Exists(ctx, store.Config{Dir: c.Data, DatabaseURL: c.DatabaseURL})
	if err == nil && !there {
		err = fmt.Errorf("there is no database in %s", c.Data)
	}
	if err != nil {
		return err
	}
	db, err := store.Open(ctx, store.Config{Dir: c.Data, DatabaseURL: c.DatabaseURL, Patient: true})
	if err != nil {
		return err
	}
	return errors.Join(c.reset(ctx, db, io), db.Close())
}

func (c *keyReset) reset(ctx context.Context, db *store.DB, io streams) error {
	key, err := c.renewedKey(io)
	if err != nil {
		return err
	}
	files, err := c.openStorage(ctx, c.Data)
	if err != nil {
		return err
	}
	defer files.Close()
	forgotten, err := db.ResetKey(ctx, key)
	if err != nil {
		return err
	}
	copies, err := stored.Forget(ctx, db, files)
	if err != nil {
		return err
	}
	if n := int(forgotten.Authenticators); n > 0 {
		_, _ = fmt.Fprintf(io.err, "%s no longer work: their owners log in with recovery codes or passkeys and set them up again, or you use "+
			"\"quartermaster user reset-factors\".\n", validate.Counted(n, "authenticator app", "authenticator apps"))
	}
	_, err = fmt.Fprintf(io.out, "the database has a new secret key; deleted: %s, %s, %s, %s\n",
		validate.Counted(int(forgotten.Passwords), "password", "passwords"),
		validate.Counted(int(forgotten.Files), "version of files with passwords", "versions of files with passwords"),
		validate.Counted(int(forgotten.Layers), "layer with passwords", "layers with passwords"),
		validate.Counted(int(copies), "stored copy", "stored copies"))
	return err
}

// renewedKey replaces the key in the folder, unless the operator has the key.
func (c *keyReset) renewedKey(io streams) ([]byte, error) {
	if key, err := c.givenKey(); err != nil || key != nil {
		return key, err
	}
	aside := c.keyPath() + time.Now().UTC().Format(".before_20060102_150405")
	if err := os.Rename(c.keyPath(), aside); err == nil {
		_, _ = fmt.Fprintf(io.err, "The previous key was kept as %s.\n", aside)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return c.makeKey()
}
