package web

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
	dir := gameServer(t, map[string]string{chernarus + "db/types.xml": typesXML, chernarus + "init.c": "", "profiles/DayZServer.RPT": "", "serverDZ.cfg": `template="dayzOffline.chernarusplus";`})
	b := openSite(t, reaching(dir)).user("Ada", false)
	instance := b.instance("Chernarus")
	page := instance + "/target"
	b.get(instance).says("Connect the game server", `href="`+page+`"`)
	b.get(page).says("Save and test", `<option value="sftp" selected>`).saysNot("Last test", "Forget the target")
	b.put(page, page, url.Values{"protocol": {"folder"}, "dir": {"/etc"}, "key": {"none"}}).leadsTo(page)
	b.get(page).says("is not in one that the operator has named", `value="/etc"`)
	b.put(page, page, url.Values{"protocol": {"folder"}, "dir": {dir}, "key": {"none"}}).leadsTo(page)
	b.get(page).says("The target was saved. The test went well.", "PC server", "serverDZ.cfg", "Test again", "Empty: profiles, as the test has found.")
	b.get(instance).says(">folder:/<wbr>")
	if err := os.RemoveAll(filepath.Join(dir, "mpmissions")); err != nil {
		t.Fatal(err)
	}
	b.submit(page, page+"/test", nil).leadsTo(page)
	b.get(page).says("The test has found 1 problem.", "whose folder was not found")
	b.delete(page, page, nil).leadsTo(page)
	b.get(page).says("The target was forgotten.").saysNot("Test again")
}

func TestTargetPageKeepsSecretsToItself(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	page := b.instance("Chernarus") + "/target"
	b.put(page, page, url.Values{"protocol": {"sftp"}, "host": {"no host"}, "password": {"secretword"}, "key": {"new"}, "private_key": {"secretkey"}, "passphrase": {"secretphrase"}}).leadsTo(page)
	b.get(page).says("The host field format is invalid.").saysNot("secretword", "secretkey", "secretphrase")
	b.put(page, page, url.Values{"protocol": {"sftp"}, "host": {"host.invalid"}, "password": {"secretword"}, "key": {"make"}}).leadsTo(page)
	b.get(page).says("ssh-ed25519 ", "Leave empty to keep the stored one.", "Use the stored key").saysNot("secretword", "PRIVATE KEY")
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
	s := openSite(t, func(c *site.Config, _ *account.Options) { c.Targets = target.New(c.DB, reinstalled{"SHA256:two"}, nil) })
	b := s.user("Ada", false)
	page := b.instance("Chernarus") + "/target"
	b.put(page, page, url.Values{"protocol": {"sftp"}, "host": {"example.org"}, "pinned": {"SHA256:one"}, "key": {"none"}}).leadsTo(page)
	b.get(page).says("The server identifies itself differently", "SHA256:one", "SHA256:two", "Accept the new fingerprint")
	b.submit(page, page+"/pin", url.Values{"fingerprint": {"SHA256:three"}}).leadsTo(page)
	b.get(page).says("look at its fingerprint once more", "SHA256:one")
	b.submit(page, page+"/pin", url.Values{"fingerprint": {"SHA256:two"}}).leadsTo(page)
	b.get(page).says("The new fingerprint was accepted.", "The server is gone.", `value="SHA256:two"`).saysNot("SHA256:one")
}
