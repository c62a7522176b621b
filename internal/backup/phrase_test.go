package backup_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"quartermaster/internal/backup"
)

// TestEncryptedBackups: only the phrase reads one, and another one is refused before anything is changed.
func TestEncryptedBackups(t *testing.T) {
	t.Parallel()
	o := sqlite(t)
	fill(t, o)
	o.Phrase = "correct horse battery staple"
	file := filepath.Join(t.TempDir(), "backup.age")
	made, err := backup.Write(t.Context(), o, file)
	check(t, err)
	data, err := os.ReadFile(file)
	check(t, err)
	if bytes.Contains(data, []byte("manifest.json")) {
		t.Error("the names of its members can be read")
	}
	to := sqlite(t)
	for phrase, want := range map[string]error{"": backup.ErrPhraseMissing, "another phrase": backup.ErrPhrase} {
		to.Phrase = phrase
		if _, err := backup.Restore(t.Context(), to, file, true); !errors.Is(err, want) {
			t.Errorf("with %q: %v", phrase, err)
		}
		if _, err := os.Stat(to.Store.Dir); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("with %q the data folder was made: %v", phrase, err)
		}
	}
	to.Phrase = o.Phrase
	done, err := backup.Restore(t.Context(), to, file, false)
	check(t, err)
	if done.Rows() != made.Rows() || done.Files() != made.Files() {
		t.Errorf("restored %d rows and %d files of %d and %d", done.Rows(), done.Files(), made.Rows(), made.Files())
	}
	cut := filepath.Join(t.TempDir(), "cut.age")
	check(t, os.WriteFile(cut, data[:len(data)-20], 0o600))
	if _, err := backup.Restore(t.Context(), to, cut, true); err == nil || errors.Is(err, backup.ErrPhrase) {
		t.Errorf("cut off: %v", err)
	}
	o.Phrase = ""
	plain := filepath.Join(t.TempDir(), "backup.zip")
	_, err = backup.Write(t.Context(), o, plain)
	check(t, err)
	if _, err := backup.Restore(t.Context(), to, plain, true); !errors.Is(err, backup.ErrNotEncrypted) {
		t.Errorf("a phrase for what is not encrypted: %v", err)
	}
}
