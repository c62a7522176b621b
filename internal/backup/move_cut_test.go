package backup_test

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/backup"
	"quartermaster/internal/blob"
	"quartermaster/internal/s3"
	"quartermaster/internal/s3/s3test"
	"quartermaster/internal/store"
)

// cutEnv holds, as JSON, the move that a copy of this test program makes, and where it dies.
const cutEnv = "QM_TEST_CUT_MOVE"

type cutMove struct {
	From, To side
	Row      int64 // the row at which it dies
	File     int   // the file at which it dies, before it is written when it is negative
}

// side is a folder, with the addresses of a database and of a bucket that it is used with.
type side struct {
	Dir, Database, Bucket string
	Key                   []byte
}

func sideOf(o backup.Options, bucket string) side {
	return side{o.Store.Dir, o.Store.DatabaseURL, bucket, o.Store.Key}
}

const died = 3

// TestCutMove is the body of a process that dies in the middle of a move. On its own it does nothing.
func TestCutMove(t *testing.T) {
	if os.Getenv(cutEnv) == "" {
		return
	}
	var c cutMove
	check(t, json.Unmarshal([]byte(os.Getenv(cutEnv)), &c))
	from, to := c.From.options(t), c.To.options(t)
	from.Progress = func(rows int64) {
		if rows == c.Row {
			os.Exit(died)
		}
	}
	if to.Files == nil {
		disk, err := blob.OpenDisk(filepath.Join(to.Store.Dir, to.Storage))
		check(t, err)
		to.Files = disk
	}
	to.Files = dying{to.Files, c.File}
	_, err := backup.Move(t.Context(), from, to, false)
	check(t, err)
}

// dying is a storage whose process dies at its first file: before it is written where at is negative, behind it where it is positive.
type dying struct {
	blob.Storage
	at int
}

func (d dying) Put(ctx context.Context, key string, r io.Reader) (int64, error) {
	if d.at < 0 {
		os.Exit(died)
	}
	n, err := d.Storage.Put(ctx, key, r)
	if d.at > 0 {
		os.Exit(died)
	}
	return n, err
}

func (s side) options(t *testing.T) backup.Options {
	t.Helper()
	o := backup.Options{
		Store:   store.Config{Dir: s.Dir, DatabaseURL: s.Database, Key: s.Key, Unsynced: true},
		Storage: "storage", KeyFile: "secret.key", Version: "1.2.3",
	}
	if s.Bucket != "" {
		files, err := s3.Open(s.Bucket, s3test.Key, s3test.Secret)
		check(t, err)
		o.Files = files
	}
	return o
}

// die makes the move in a process that dies.
func (c cutMove) die(t *testing.T) {
	t.Helper()
	text, err := json.Marshal(c)
	check(t, err)
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestCutMove$")
	cmd.Env = append(os.Environ(), cutEnv+"="+string(text))
	if out, err := cmd.CombinedOutput(); cmd.ProcessState.ExitCode() != died {
		t.Fatalf("it was to die: %v\n%s", err, out)
	}
}

// TestACutMoveGoesOn with the same call, wherever its process has died, from SQLite and a folder to PostgreSQL and a bucket and back. The
// source can be read all the time.
func TestACutMoveGoesOn(t *testing.T) {
	t.Parallel()
	address := s3test.Address(s3test.Start(t), "files")
	folder, hosted, back := sqlite(t), postgres(t), sqlite(t)
	scope := fill(t, folder)
	put(t, folder, "a/c.png", "another")
	there := cutMove{From: sideOf(folder, ""), To: sideOf(hosted, address)}
	again := cutMove{From: sideOf(hosted, address), To: sideOf(back, "")}
	for _, direction := range []cutMove{there, again} {
		from, to := direction.From.options(t), direction.To.options(t)
		db, closeIt := open(t, from)
		rows := int64(0)
		for _, list := range contents(t, from) {
			rows += int64(len(list) - 1) // one says the last id
		}
		for _, c := range []cutMove{{File: -1}, {File: 1}, {Row: 1}, {Row: rows / 2}, {Row: rows}} {
			direction.Row, direction.File = c.Row, c.File
			direction.die(t)
			check(t, db.Ping(t.Context()))
			exists, err := store.Exists(t.Context(), to.Store)
			if err != nil || exists {
				t.Errorf("cut at %+v there are records already, %v", c, err)
			}
		}
		if to.Store.DatabaseURL == "" { // the last moment: the key is in place, the records are not
			check(t, os.WriteFile(filepath.Join(to.Store.Dir, to.KeyFile), []byte(keyText), 0o600))
		}
		done, err := backup.Move(t.Context(), from, to, false)
		check(t, err)
		closeIt()
		if done.Aside != "" || done.Copied+done.Present != 2 || done.Present == 0 || done.Rows != rows {
			t.Errorf("in the end %+v, of %d rows", done, rows)
		}
		if diff := cmp.Diff(contents(t, from), contents(t, to)); diff != "" {
			t.Errorf("records were -, are +:\n%s", diff)
		}
		if _, err := os.Stat(filepath.Join(to.Store.Dir, "restoring")); err == nil {
			t.Error("what was being built is left behind")
		}
	}
	wantUsable(t, back, scope)
}
