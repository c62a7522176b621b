// Package backup copies the data of a Quartermaster into one file and back.
//
// The file is a ZIP archive: the rows of each table as lines of JSON, which both databases read; the stored files; the secret
// key when it is in the data folder; and at the end a manifest, which lists what must be there.
package backup

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"quartermaster/internal/blob"
	"quartermaster/internal/store"
)

// format is the version of the archive's own layout.
const format = 2 // since 2, stored files are sealed

// Names of the members.
const (
	manifestName  = "manifest.json"
	keyName       = "secret.key"
	tablesFolder  = "tables/"
	tablesEnding  = ".jsonl"
	storageFolder = "storage/"
)

// Manifest lists the contents of a backup.
type Manifest struct {
	Format    int       `json:"format"`
	Version   string    `json:"version"` // of the program
	MadeAt    time.Time `json:"made_at"`
	Driver    string    `json:"driver"`    // the database that it comes from: sqlite or pgsql
	Migration int64     `json:"migration"` // the version of the tables
	SecretKey bool      `json:"secret_key"`
	Tables    []Table   `json:"tables"` // each behind those that it refers to
	Members   []Member  `json:"members"`
}

// Table is a table and its number of rows.
type Table struct {
	store.Table
	Rows int64 `json:"rows"`
}

// Member is a file in the archive.
type Member struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`   // bytes
	SHA256 string `json:"sha256"` // in hexadecimal digits
}

// Rows is the number of rows of all tables.
func (m Manifest) Rows() (n int64) {
	for _, t := range m.Tables {
		n += t.Rows
	}
	return n
}

// Files is the number of stored files.
func (m Manifest) Files() (n int) {
	for _, member := range m.Members {
		if strings.HasPrefix(member.Name, storageFolder) {
			n++
		}
	}
	return n
}

func tableMember(table string) string { return tablesFolder + table + tablesEnding }

// check returns an error when this program cannot restore what the manifest describes.
func (m Manifest) check() error {
	if m.Format < 1 || m.Migration < 1 {
		return errors.New("it has no manifest of a backup")
	}
	if m.Format > format || m.Migration > store.NewestMigration() {
		return fmt.Errorf("it comes from Quartermaster %s, which is newer than this program", m.Version)
	}
	expected := map[string]bool{keyName: m.SecretKey}
	for _, t := range m.Tables {
		expected[tableMember(t.Name)] = true
	}
	for _, member := range m.Members {
		if !expected[member.Name] && !isStored(member.Name) {
			return fmt.Errorf("%q has no place in a backup", member.Name)
		}
		delete(expected, member.Name)
	}
	for name, missing := range expected {
		if missing {
			return fmt.Errorf("%s is missing", name)
		}
	}
	return nil
}

// isStored reports whether a member is a stored file, with a key that leads nowhere else.
func isStored(name string) bool {
	key, ok := strings.CutPrefix(name, storageFolder)
	return ok && blob.CheckKey(key) == nil
}
