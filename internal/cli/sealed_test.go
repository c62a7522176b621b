package cli

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// passwords are told apart by what they were set with. They do not deflate, so that a search finds what is not sealed.
var passwords = []string{"Imp0rtX7qLz9KwVb", "Ed1tedJ4mTs8RhYc", "P4tchedG6nUd2FxEa", "Rc0nB5vWk3QyHpZm"}

// TestPasswordsOfFilesAreSealed: neither the database nor its write-ahead log nor a backup of them has the password of a configuration in
// it, after an import, edits, their history and the way back; and everything reads what it wrote.
func TestPasswordsOfFilesAreSealed(t *testing.T) {
	t.Parallel()
	p := place{dir: filepath.Join(t.TempDir(), "data")}
	l := &load{ended: func() {}}
	command(t, p.flags("user", "add", "--email", "o@example.org", "--name", "O", "--password", "correct-horse", "--plan", "platinum")...)
	l.token = command(t, p.flags("token", "new", "--email", "o@example.org")...)
	sid := command(t, p.flags("instance", "add", "--email", "o@example.org", "--name", "S", "--map", "enoch")...)
	command(t, p.flags(append([]string{"import", "--instance", sid}, writeConfigs(t)...)...)...)
	l.server = p.serve(t)
	at := "/api/v1/instances/" + sid
	l.send(http.MethodPut, at+"/texts/serverDZ.cfg", `{"text":"password = \"`+passwords[1]+`\";\n"}`)
	l.send(http.MethodPatch, at+"/documents/server", `{"document":{"password":"`+passwords[2]+`"}}`)
	l.send(http.MethodGet, at+"/revisions/3", "")
	l.send(http.MethodPost, at+"/revisions/2/revert", "{}") // that of the import
	file := filepath.Join(t.TempDir(), "backup.zip")
	command(t, p.flags("backup", "--out", file)...)
	if text := l.send(http.MethodGet, at+"/texts/serverDZ.cfg", ""); !strings.Contains(text, passwords[0]) {
		t.Errorf("what was imported is not back: %s", text)
	}
	searchFolder(t, p.dir)
	searchBackup(t, file)
	l.stop(t)
	searchFolder(t, p.dir)
}

func writeConfigs(t *testing.T) []string {
	t.Helper()
	dir := t.TempDir()
	files := map[string]string{
		"serverDZ.cfg": "password = \"" + passwords[0] + "\";\n", "BEServer_x64.cfg": "RConPassword " + passwords[3] + "\n",
	}
	var paths []string
	for name, text := range files {
		paths = append(paths, filepath.Join(dir, name))
		if err := os.WriteFile(paths[len(paths)-1], []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return paths
}

// searchFolder searches all files of the data folder.
func searchFolder(t *testing.T, dir string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		searchFor(t, path, data)
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func searchBackup(t *testing.T, file string) {
	t.Helper()
	z, err := zip.OpenReader(file)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	for _, member := range z.File {
		r, err := member.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		searchFor(t, member.Name, data)
	}
}

// searchFor fails the test where data have a password as it is, or in base64 at any offset.
func searchFor(t *testing.T, where string, data []byte) {
	t.Helper()
	for _, password := range passwords {
		for shift := range 3 {
			coded := base64.StdEncoding.EncodeToString([]byte(strings.Repeat("x", shift) + password))
			if bytes.Contains(data, []byte(coded[4:len(coded)-4])) {
				t.Errorf("%s has %s in base64", where, password)
			}
		}
		if bytes.Contains(data, []byte(password)) {
			t.Errorf("%s has %s", where, password)
		}
	}
}
