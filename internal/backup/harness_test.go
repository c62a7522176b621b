package backup_test

import (
	"archive/zip"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"quartermaster/internal/backup"
	"quartermaster/internal/blob"
	"quartermaster/internal/pgtest"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// sqlite names a data folder that is not there yet.
func sqlite(t testing.TB) backup.Options {
	t.Helper()
	return backup.Options{
		Store:   store.Config{Dir: filepath.Join(t.TempDir(), "data"), Key: bytes.Repeat([]byte{3}, store.KeySize), Unsynced: true},
		Storage: "storage", KeyFile: "secret.key", Version: "1.2.3",
	}
}

// postgres names an empty database, and a data folder beside it.
func postgres(t testing.TB) backup.Options {
	t.Helper()
	o := sqlite(t)
	o.Store.DatabaseURL = pgtest.URL(t)
	return o
}

// places are the kinds of databases.
var places = map[string]func(testing.TB) backup.Options{"sqlite": sqlite, "postgres": postgres}

// each runs a test on each kind of database.
func each(t *testing.T, test func(*testing.T, backup.Options)) {
	t.Helper()
	t.Parallel()
	for name, place := range places {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, place(t))
		})
	}
}

// keyText is the secret key as it stands in the data folder.
var keyText = store.FormatKey(bytes.Repeat([]byte{3}, store.KeySize))

// open opens the records until close is called.
func open(t testing.TB, o backup.Options) (db *store.DB, closeIt func()) {
	t.Helper()
	db, err := store.Open(t.Context(), o.Store)
	check(t, err)
	return db, func() { check(t, db.Close()) }
}

// fill makes data with values of all kinds and returns the scope of their instance.
func fill(t testing.TB, o backup.Options) store.Scope {
	t.Helper()
	db, closeIt := open(t, o)
	defer closeIt()
	scope, sid := storetest.Instance(t, db, storetest.User(t, db))
	_, err := db.UpdateInstance(t.Context(), scope, sid, record.Values{"password": "game-server"})
	check(t, err)
	for _, name := range []string{"AnimalWolf", "VehicleÄ\t\"<&>\u2028", "Gone"} {
		_, err := db.Create(t.Context(), record.Events, scope, record.Values{"name": name, "nominal": int64(1) << 31 >> 1})
		check(t, err)
	}
	_, err = db.Exec(t.Context(), `DELETE FROM events WHERE name = 'Gone'`) // the largest id
	check(t, err)
	_, err = db.Exec(t.Context(), `INSERT INTO random_presets (sid, instance_id, name, type, chance, items_count, created_at, updated_at)
		VALUES ('a', $1, 'x', 'cargo', $2, 0, 0, 9007199254740993), ('b', $3, 'y', 'cargo', $4, 0, 0, 0)`, scope.InstanceID, 0.1,
		scope.InstanceID, 5.0)
	check(t, err)
	_, err = db.Exec(t.Context(),
		`INSERT INTO idempotency_keys (user_id, key, request, claim, expires_at, body) VALUES ($1, 'k', '', '', 0, $2)`,
		scope.UserID, []byte{0, 0xff, '"'})
	check(t, err)
	sealed, err := db.Seal("secret of an app", "authenticators", "secret")
	check(t, err)
	_, err = db.Exec(t.Context(), `INSERT INTO authenticators (user_id, secret, last_step, created_at) VALUES ($1, $2, 58000000, 1)`,
		scope.UserID, sealed)
	check(t, err)
	_, err = db.Exec(t.Context(), `INSERT INTO passkeys (sid, user_id, name, credential, key, created_at)
		VALUES ('p', $1, 'laptop', 'c', '{}', 1)`, scope.UserID)
	check(t, err)
	_, err = db.Exec(t.Context(), `INSERT INTO recovery_codes (user_id, digest) VALUES ($1, 'd')`, scope.UserID)
	check(t, err)
	_, err = db.Exec(t.Context(), `INSERT INTO sessions (token, data, expires_at) VALUES ('t', $1, 9000000000000000)`, []byte{1})
	check(t, err)
	put(t, o, "a/b.png", "picture")
	check(t, os.WriteFile(filepath.Join(o.Store.Dir, o.KeyFile), []byte(keyText), 0o600))
	return scope
}

func put(t testing.TB, o backup.Options, key, content string) {
	t.Helper()
	disk, err := blob.OpenDisk(filepath.Join(o.Store.Dir, o.Storage))
	check(t, err)
	_, err = disk.Put(t.Context(), key, strings.NewReader(content))
	check(t, errors.Join(err, disk.Close()))
}

// write makes a backup and returns its file.
func write(t testing.TB, o backup.Options) (string, backup.Manifest) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "backup.zip")
	m, err := backup.Write(t.Context(), o, file)
	check(t, err)
	return file, m
}

func restore(t testing.TB, o backup.Options, file string) {
	t.Helper()
	_, err := backup.Restore(t.Context(), o, file, false)
	check(t, err)
}

// contents returns the rows of all tables as text, in an order that does not depend on the database.
func contents(t testing.TB, o backup.Options) map[string][]string {
	t.Helper()
	s, err := store.OpenSnapshot(t.Context(), o.Store)
	check(t, err)
	defer s.Close()
	check(t, s.Check(t.Context()))
	tables := map[string][]string{}
	for _, table := range s.Tables {
		rows := []string{fmt.Sprint("last id ", table.LastID)}
		check(t, s.Rows(t.Context(), table, func(row []any) error {
			var text strings.Builder
			for i, value := range row {
				fmt.Fprintf(&text, "%s=%T:%v ", table.Columns[i], value, value)
			}
			rows = append(rows, text.String())
			return nil
		}))
		slices.Sort(rows)
		tables[table.Name] = rows
	}
	return tables
}

// listing returns the paths of all files below the data folder but locks.
func listing(t testing.TB, dir string) []string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && filepath.Ext(name) != ".lock" {
			name, err = filepath.Rel(dir, name)
			names = append(names, filepath.ToSlash(name))
		}
		return err
	})
	check(t, err)
	return names
}

// member is a file of an archive under change.
type member struct{ name, content string }

func unpack(t testing.TB, file string) []member {
	t.Helper()
	z, err := zip.OpenReader(file)
	check(t, err)
	defer z.Close()
	var members []member
	for _, f := range z.File {
		content, err := fs.ReadFile(z, f.Name)
		check(t, err)
		members = append(members, member{f.Name, string(content)})
	}
	return members
}

func pack(t testing.TB, members []member) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "changed.zip")
	var archive bytes.Buffer
	z := zip.NewWriter(&archive)
	for _, m := range members {
		w, err := z.Create(m.name)
		check(t, err)
		_, err = w.Write([]byte(m.content))
		check(t, err)
	}
	check(t, cmp.Or(z.Close(), os.WriteFile(file, archive.Bytes(), 0o600)))
	return file
}
