package api_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quartermaster/internal/api"
	"quartermaster/internal/remote"
	"quartermaster/internal/storetest"
	"quartermaster/internal/target"
)

// gameServer makes a game server of files in a folder.
func gameServer(t testing.TB, files map[string]string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, text := range files {
		at := filepath.Join(dir, filepath.FromSlash(name))
		check(t, os.MkdirAll(filepath.Dir(at), 0o750))
		check(t, os.WriteFile(at, []byte(text), 0o600))
	}
	return dir
}

// reaching lets targets lie in a folder.
func reaching(dir string) func(*api.Config) {
	return func(c *api.Config) {
		c.Targets = target.New(c.DB, remote.New(remote.Options{Folders: []string{dir}}), []string{dir})
	}
}

func smallServer() map[string]string {
	return map[string]string{
		main + "db/types.xml": oneType, main + "init.c": "void main() {}\n", "serverDZ.cfg": `template="dayzOffline.chernarusplus";`,
		"ban.txt": "",
	}
}

func TestTargetIsSetTestedAndForgotten(t *testing.T) {
	t.Parallel()
	dir := gameServer(t, smallServer())
	c := start(t, reaching(dir)).user(t)
	path, _ := c.instance(t)
	path += "/target"
	c.get(t, path).expect(t, 404)
	c.must(t, 422, "PUT", path, `{"protocol":"sftp"}`)
	c.must(t, 404, "POST", path+"/test", "")
	c.must(t, 200, "PUT", path, `{"protocol":"folder","dir":"`+dir+`"}`).expect(t, 200, "data.dir", `"`+dir+`"`, "data.tested", "null")
	c.must(t, 200, "POST", path+"/test", "").expect(t, 200, "data.ok", "true", "data.files", "4", "data.mission",
		`"dayzOffline.chernarusplus"`)
	c.get(t, path).expect(t, 200, "data.tested.ok", "true")
	c.must(t, 200, "DELETE", path, "")
	c.get(t, path).expect(t, 404)
}

// TestTargetIsTheConnectionOfTheEarlierAPI: what one surface sets the other shows.
func TestTargetIsTheConnectionOfTheEarlierAPI(t *testing.T) {
	t.Parallel()
	c := start(t).user(t)
	path, _ := c.instance(t)
	c.must(t, 200, "PATCH", surfaceB(path), `{"hostname":"files.example.org","is_sftp":true,"password":"secret words","dir":"/srv"}`)
	got := c.get(t, path+"/target")
	got.expect(t, 200, "data.protocol", `"sftp"`, "data.host", `"files.example.org"`, "data.has_password", "true", "data.dir", `"/srv"`)
	c.must(t, 200, "PUT", path+"/target", `{"protocol":"ftps","host":"other.example.org","username":"me","implicit_tls":true}`)
	shown := c.get(t, surfaceB(path))
	shown.expect(t, 200, "hostname", `"other.example.org"`, "is_sftp", "false", "username", `"me"`, "dir", "null")
	for _, answer := range []reply{got, shown} {
		if strings.Contains(answer.body, "secret words") {
			t.Error("the password is shown")
		}
	}
	c.must(t, 200, "PATCH", surfaceB(path), `{"is_sftp":true}`)
	c.get(t, path+"/target").expect(t, 200, "data.protocol", `"sftp"`)
}

func TestTargetHasAKeyOfItsOwn(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		c := start(t).user(t)
		path, _ := c.instance(t)
		answer := c.must(t, 200, "PUT", path+"/target", `{"protocol":"sftp","host":"files.example.org","generate_key":true}`)
		if key := answer.at("data.public_key"); !strings.HasPrefix(key, `"ssh-ed25519 `) || strings.Contains(answer.body, "PRIVATE KEY") {
			t.Error(answer.body)
		}
	})
}
