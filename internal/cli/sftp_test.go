package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"quartermaster/internal/remote/remotetest"
)

// genuine are files of real servers, which lie beside the checkout on some machines, by where they go.
var genuine = map[string]string{
	"../../../shared/data/player-lists":     "",
	"../../../shared/data/trader/helkhiana": "profiles",
}

// TestCommandsOverSFTP goes the whole way with a real server of SFTP, which has files of its own.
func TestCommandsOverSFTP(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for from, to := range genuine {
		if err := os.CopyFS(filepath.Join(dir, to), os.DirFS(from)); err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
	}
	put(t, dir, "mpmissions/dayzOffline.chernarusplus/db/types.xml", `<types>
    <type name="AKM">
        <nominal>5</nominal>
        <lifetime>3600</lifetime>
        <cost>100</cost>
    </type>
</types>
`)
	put(t, dir, "serverDZ.cfg", "template=\"dayzOffline.chernarusplus\";\n")
	age(t, dir)
	target := remotetest.OpenSSH(t, dir)
	key := filepath.Join(t.TempDir(), "key")
	put(t, filepath.Dir(key), "key", target.PrivateKey)
	testscript.Run(t, testscript.Params{Dir: "testdata/sftp", Setup: func(e *testscript.Env) error {
		e.Setenv("URL", fmt.Sprintf("sftp://%s@%s:%d%s", target.Username, target.Host, target.Port, dir))
		e.Setenv("KEY", key)
		e.Setenv("SERVER", dir)
		return nil
	}})
}

// age has files look as if they had been there for an hour, so that a second pull need not read them again.
func age(t *testing.T, dir string) {
	t.Helper()
	at := time.Now().Add(-time.Hour)
	err := filepath.WalkDir(dir, func(name string, _ fs.DirEntry, err error) error {
		return errors.Join(err, os.Chtimes(name, at, at))
	})
	if err != nil {
		t.Fatal(err)
	}
}

func put(t *testing.T, dir, name, text string) {
	t.Helper()
	at := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(at), 0o750); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(at, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
