package backup_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/backup"
	"quartermaster/internal/blob"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// A backup of either database can be restored into either, and everything is as it was.
func TestRestoredDataAreAsTheyWere(t *testing.T) {
	t.Parallel()
	for fromName, from := range places {
		for toName, to := range places {
			t.Run(fromName+" to "+toName, func(t *testing.T) {
				t.Parallel()
				source, target := from(t), to(t)
				scope := fill(t, source)
				file, m := write(t, source)
				restore(t, target, file)
				if diff := cmp.Diff(contents(t, source), contents(t, target)); diff != "" {
					t.Errorf("records were -, are +:\n%s", diff)
				}
				if m.Files() != 1 || !m.SecretKey {
					t.Errorf("the manifest tells of %d files, key %v", m.Files(), m.SecretKey)
				}
				wantFile(t, filepath.Join(target.Store.Dir, "secret.key"), keyText)
				wantSealed(t, target, "a/b.png", "picture")
				wantUsable(t, target, scope)
			})
		}
	}
}

func wantFile(t *testing.T, path, want string) {
	t.Helper()
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("%s holds %q, %v, want %q", path, got, err, want)
	}
}

// wantSealed checks a stored file, which nobody can read without the key.
func wantSealed(t *testing.T, o backup.Options, key, want string) {
	t.Helper()
	disk, err := blob.OpenDisk(filepath.Join(o.Store.Dir, o.Storage))
	check(t, err)
	defer disk.Close()
	isSealed, err := blob.IsSealed(t.Context(), disk, key)
	check(t, err)
	sealer, err := blob.NewSealer(o.Store.Key)
	check(t, err)
	content, err := blob.Sealed(disk, sealer).Open(t.Context(), key)
	check(t, err)
	defer content.Close()
	if got, err := io.ReadAll(content); err != nil || string(got) != want || !isSealed {
		t.Errorf("%s holds %q, %v, want %q; sealed: %t", key, got, err, want, isSealed)
	}
}

// wantUsable checks that passwords can be read, that nobody is signed in, that a new record gets an id that no other has had, and that
// triggers work.
func wantUsable(t *testing.T, o backup.Options, scope store.Scope) {
	t.Helper()
	db, closeIt := open(t, o)
	defer closeIt()
	if before, after := storedPassword(t, db), resealed(t, db, scope); before != after {
		t.Errorf("the password cannot be read: stored again, %q became %q", before, after)
	}
	var last, sessions int64
	check(t, db.QueryRow(t.Context(), `SELECT max(record_id) FROM changes WHERE resource = 'events'`).Scan(&last))
	check(t, db.QueryRow(t.Context(), `SELECT count(*) FROM sessions`).Scan(&sessions))
	row, err := db.Create(t.Context(), record.Events, scope, record.Values{"name": "New"})
	check(t, err)
	if id := record.Events.ID(row); id != last+1 || sessions != 0 {
		t.Errorf("the new id is %d, want %d; %d sessions", id, last+1, sessions)
	}
	var counted int64
	_, err = db.Exec(t.Context(), `DELETE FROM type_tags WHERE user_id IS NULL`)
	check(t, err)
	check(t, db.QueryRow(t.Context(), `SELECT record_changes FROM users`).Scan(&counted))
	if counted == 0 {
		t.Error("a deletion that concerns records is not counted")
	}
}

func storedPassword(t *testing.T, db *store.DB) (sealed string) {
	t.Helper()
	check(t, db.QueryRow(t.Context(), `SELECT password FROM instances`).Scan(&sealed))
	return sealed
}

// resealed stores the same password again, which leaves the encrypted text alone where that can be read.
func resealed(t *testing.T, db *store.DB, scope store.Scope) string {
	t.Helper()
	var sid string
	check(t, db.QueryRow(t.Context(), `SELECT sid FROM instances WHERE id = $1`, scope.InstanceID).Scan(&sid))
	_, err := db.UpdateInstance(t.Context(), scope, sid, record.Values{"password": "game-server"})
	check(t, err)
	return storedPassword(t, db)
}

func TestManifestCountsWhatIsThere(t *testing.T) {
	each(t, func(t *testing.T, o backup.Options) {
		fill(t, o)
		_, m := write(t, o)
		db, closeIt := open(t, o)
		defer closeIt()
		for _, table := range m.Tables {
			var n int64
			check(t, db.QueryRow(t.Context(), `SELECT count(*) FROM `+table.Name).Scan(&n))
			if n != table.Rows {
				t.Errorf("%s has %d rows, the manifest says %d", table.Name, n, table.Rows)
			}
		}
		if m.Migration != store.NewestMigration() || m.Driver != db.Driver() || m.Version != "1.2.3" {
			t.Errorf("the manifest says %d, %s, %s", m.Migration, m.Driver, m.Version)
		}
	})
}

func TestABackupIsPrivateAndComplete(t *testing.T) {
	t.Parallel()
	o := sqlite(t)
	fill(t, o)
	file, _ := write(t, o)
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 && runtime.GOOS != "windows" {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	before, err := os.ReadFile(file)
	check(t, err)
	if _, err := backup.Write(cancelled, o, file); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	after, err := os.ReadFile(file)
	check(t, err)
	if names := listing(t, filepath.Dir(file)); len(names) != 1 || !slices.Equal(before, after) {
		t.Errorf("a cancelled backup leaves %v, or changes the earlier one", names)
	}
}

// The key of an operator who keeps it elsewhere stays elsewhere.
func TestAGivenKeyIsNotInTheBackup(t *testing.T) {
	t.Parallel()
	o := sqlite(t)
	fill(t, o)
	o.Key = o.Store.Key
	file, m := write(t, o)
	target := sqlite(t)
	restore(t, target, file)
	want := []string{"quartermaster.db", "storage/blobs/a/b.png"}
	if names := listing(t, target.Store.Dir); m.SecretKey || !slices.Equal(names, want) {
		t.Errorf("key in the backup: %v; restored are %v", m.SecretKey, names)
	}
}

func TestWhatIsNotThereIsNotBackedUp(t *testing.T) {
	each(t, func(t *testing.T, o backup.Options) {
		file := filepath.Join(t.TempDir(), "backup.zip")
		if _, err := backup.Write(t.Context(), o, file); err == nil {
			t.Error("nothing was backed up without an error")
		}
		if _, err := os.Stat(file); err == nil {
			t.Error("a file was written")
		}
	})
}

// A backup of an older version is restored as that version and then brought up to date.
func TestOlderBackupsAreBroughtUpToDate(t *testing.T) {
	each(t, func(t *testing.T, target backup.Options) {
		old := sqlite(t)
		check(t, os.MkdirAll(old.Store.Dir, 0o700))
		draft, err := store.NewDraft(t.Context(), old.Store, 1)
		check(t, err)
		rows := [][]any{{int64(5), "s", "Wolf", "w", "", "", int64(1), int64(0)}}
		maps := tableOf(t, draft, "maps")
		maps.LastID = 5
		_, err = draft.Load(t.Context(), maps, func() (row []any, err error) {
			if len(rows) > 0 {
				row, rows = rows[0], rows[1:]
			}
			return row, nil
		})
		check(t, errors.Join(err, draft.Close()))
		file, m := write(t, old)
		if m.Migration != 1 || m.Rows() != 1 {
			t.Fatalf("version %d, %d rows", m.Migration, m.Rows())
		}
		restore(t, target, file)
		db, closeIt := open(t, target)
		defer closeIt()
		var wolf, others int64
		check(t, db.QueryRow(t.Context(), `SELECT id FROM maps WHERE name = 'Wolf'`).Scan(&wolf))
		check(t, db.QueryRow(t.Context(), `SELECT count(*) FROM maps WHERE name_short = 'enoch'`).Scan(&others))
		if wolf != 5 || others != 1 {
			t.Errorf("the map of the backup is %d, those of a newer version are there %d times", wolf, others)
		}
	})
}

func tableOf(t *testing.T, draft *store.Draft, name string) store.Table {
	t.Helper()
	i := slices.IndexFunc(draft.Tables, func(table store.Table) bool { return table.Name == name })
	return draft.Tables[i]
}
