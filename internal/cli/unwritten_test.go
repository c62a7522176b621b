package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quartermaster/internal/store"
)

// A file that cannot be written is named on the error stream, all others are written, and the command fails.
func TestGenerateTellsWhatCannotBeWritten(t *testing.T) {
	t.Parallel()
	dir, server := filepath.Join(t.TempDir(), "data"), t.TempDir()
	for name, text := range map[string]string{"types.xml": "<types/>", "events.xml": "<events/>", "notes.txt": "remember"} {
		if err := os.WriteFile(filepath.Join(server, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	command(t, "user", "add", "--data", dir, "--email", "o@example.org", "--name", "O", "--password", "correct-horse", "--plan", "free")
	sid := command(t, "instance", "add", "--data", dir, "--email", "o@example.org", "--name", "S", "--map", "chernarusplus")
	command(t, "import", "--data", dir, "--instance", sid, server)
	db, err := store.Open(t.Context(), store.Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(t.Context(), `UPDATE instance_files SET skeleton = '5' WHERE kind = 'types'`); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	out := t.TempDir()
	taken := filepath.Join(out, "mpmissions", "dayzOffline.chernarusplus", "notes.txt")
	if err := os.MkdirAll(taken, 0o700); err != nil {
		t.Fatal(err)
	}
	var printed, told bytes.Buffer
	code := run(context.Background(),
		[]string{"generate", "--data", dir, "--instance", sid, "--out", out, "--zip", filepath.Join(out, "all.zip")},
		streams{in: strings.NewReader(""), out: &printed, err: &told})
	const mission = "mpmissions/dayzOffline.chernarusplus/"
	if want := mission + "cfgeconomycore.xml\n" + mission + "db/events.xml\n"; code != exitFailure || printed.String() != want {
		t.Errorf("exit %d, %q", code, printed.String())
	}
	for _, want := range []string{
		mission + "db/types.xml cannot be written: its stored content is damaged", mission + "notes.txt", "not all files could be written",
	} {
		if !strings.Contains(told.String(), want) {
			t.Errorf("%q is not told: %s", want, told.String())
		}
	}
	if written, err := os.ReadFile(filepath.Join(out, mission, "db", "events.xml")); err != nil || string(written) != "<events/>" {
		t.Errorf("%q, %v", written, err)
	}
}
