package delivery_test

import (
	"context"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"quartermaster/internal/account"
	"quartermaster/internal/remote"
	"quartermaster/internal/target"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/webtest"
)

// gameServer makes a game server of files in a folder.
func gameServer(t testing.TB, files map[string]string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, text := range files {
		at := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// reaching lets targets lie in a folder.
func reaching(dir string) func(*site.Config, *account.Options) {
	return func(c *site.Config, _ *account.Options) {
		c.Targets = target.New(c.DB, remote.New(remote.Options{Folders: []string{dir}}), []string{dir})
	}
}

const chernarus = "mpmissions/dayzOffline.chernarusplus/"

func TestTargetPage(t *testing.T) {
	t.Parallel()
	dir := gameServer(t, map[string]string{
		chernarus + "db/types.xml": webtest.TypesXML, chernarus + "init.c": "", "profiles/DayZServer.RPT": "",
		"serverDZ.cfg": `template="dayzOffline.chernarusplus";`,
	})
	b := webtest.Open(t, reaching(dir)).User("Ada", false)
	instance := b.Instance("Chernarus")
	page := instance + "/target"
	b.Get(instance).Says("Connect the game server", `href="`+page+`"`)
	b.Get(page).Says("Save and test", `<option value="sftp" selected>`).SaysNot("Last test", "Forget the target")
	b.Put(page, page, url.Values{"protocol": {"folder"}, "dir": {"/etc"}, "key": {"none"}}).LeadsTo(page)
	b.Get(page).Says("is not in one that the operator has named", `value="/etc"`)
	b.Put(page, page, url.Values{"protocol": {"folder"}, "dir": {dir}, "key": {"none"}}).LeadsTo(instance + "/delivery")
	b.Get(instance + "/delivery").Says("Connection saved. The test passed.")
	b.Get(page).Says("PC server", "serverDZ.cfg", "Test again",
		"Empty: profiles, as the test has found.")
	b.Get(instance).Says(">folder:/<wbr>")
	if err := os.RemoveAll(filepath.Join(dir, "mpmissions")); err != nil {
		t.Fatal(err)
	}
	b.Submit(page, page+"/test", nil).LeadsTo(page)
	b.Get(page).Says("The test has found 1 problem.", "whose folder was not found")
	b.Delete(page, page, nil).LeadsTo(page)
	b.Get(page).Says("Connection removed.").SaysNot("Test again")
}

func TestTargetPageKeepsSecretsToItself(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	page := b.Instance("Chernarus") + "/target"
	b.Put(page, page, url.Values{
		"protocol":    {"sftp"},
		"host":        {"no host"},
		"password":    {"secretword"},
		"key":         {"new"},
		"private_key": {"secretkey"},
		"passphrase":  {"secretphrase"},
	}).LeadsTo(page)
	b.Get(page).Says("The host field format is invalid.").SaysNot("secretword", "secretkey", "secretphrase")
	b.Put(page, page, url.Values{"protocol": {"sftp"}, "host": {"host.invalid"}, "password": {"secretword"}, "key": {"make"}}).LeadsTo(page)
	b.Get(page).Says("ssh-ed25519 ", "Leave empty to keep the stored one.", "Use the stored key").SaysNot("secretword", "PRIVATE KEY")
}

// reinstalled is a server that shows another fingerprint than the pinned one, and then does not answer.
type reinstalled struct{ shown string }

func (c reinstalled) Open(_ context.Context, t remote.Target) (*remote.Connection, error) {
	if t.Pinned != c.shown {
		return nil, &remote.PinError{Pinned: t.Pinned, Shown: c.shown}
	}
	return nil, errors.New("the server is gone")
}

func TestAChangedFingerprintIsAcceptedByItsOwner(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t, func(c *site.Config, _ *account.Options) { c.Targets = target.New(c.DB, reinstalled{"SHA256:two"}, nil) })
	b := s.User("Ada", false)
	page := b.Instance("Chernarus") + "/target"
	b.Put(page, page, url.Values{"protocol": {"sftp"}, "host": {"example.org"}, "pinned": {"SHA256:one"}, "key": {"none"}}).LeadsTo(page)
	b.Get(page).Says("The server identifies itself differently", "SHA256:one", "SHA256:two", "Accept the new fingerprint")
	b.Submit(page, page+"/pin", url.Values{"fingerprint": {"SHA256:three"}}).LeadsTo(page)
	b.Get(page).Says("Check its fingerprint again", "SHA256:one")
	b.Submit(page, page+"/pin", url.Values{"fingerprint": {"SHA256:two"}}).LeadsTo(page)
	b.Get(page).Says("Fingerprint accepted.", "The server is gone.", `value="SHA256:two"`).SaysNot("SHA256:one")
}
