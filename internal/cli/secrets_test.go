package cli

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quartermaster/internal/remote"
)

// planted makes secrets that a search cannot take for anything else, and that do not deflate, each with the place it was put into.
type planted struct{ places, secrets []string }

// in returns the secret of a place.
func (p *planted) in(place string) string {
	p.places = append(p.places, place)
	p.secrets = append(p.secrets, fmt.Sprintf("qZ%02dvXw7Kp9Lm3Rt", len(p.places)))
	return p.secrets[len(p.secrets)-1]
}

// cfg is a serverDZ.cfg with the secret of a place.
func (p *planted) cfg(place string) string {
	return "hostname = \"S\";\npasswordAdmin = \"" + p.in(place) + "\";\n"
}

// TestSecretsAreNowhereInABackup puts a secret into every place that can hold one, and unpacks a backup, and the data folder, down to the
// last archive in an archive: none of them is there.
func TestSecretsAreNowhereInABackup(t *testing.T) {
	t.Parallel()
	p, l, secrets := place{dir: filepath.Join(t.TempDir(), "data")}, &load{ended: func() {}}, &planted{}
	command(t, p.flags("user", "add", "--email", "o@example.org", "--name", "O", "--password", "correct-horse", "--plan", "platinum")...)
	l.token = command(t, p.flags("token", "new", "--email", "o@example.org")...)
	sid := command(t, p.flags("instance", "add", "--email", "o@example.org", "--name", "S", "--map", "enoch")...)
	game := t.TempDir()
	l.server = start(t, p.dir, "--rate-limit", "0", "--server-folders", game)
	s := secretive{l, t, "/api/v1/instances/" + sid, secrets}
	s.edits()
	s.uploads()
	s.delivers(p, sid, game)
	s.access()
	if failed := l.failed.Load(); failed != nil {
		t.Fatal(failed)
	}
	file := filepath.Join(t.TempDir(), "backup.zip")
	command(t, p.flags("backup", "--out", file)...)
	digger{t, secrets}.file(file)
	digger{t, secrets}.folder(p.dir)
	l.stop(t)
	digger{t, secrets}.folder(p.dir)
}

// secretive is an owner whose files have secrets.
type secretive struct {
	*load
	t       *testing.T
	at      string
	secrets *planted
}

// edits changes files as texts and documents, there and back, so that there are earlier versions and a history.
func (s secretive) edits() {
	quoted := func(text string) string { return jsonOf(s.t, map[string]string{"text": text}) }
	s.send(http.MethodPut, s.at+"/texts/serverDZ.cfg", quoted(s.secrets.cfg("a text")))
	s.send(http.MethodPut, s.at+"/texts/serverDZ.cfg", quoted(s.secrets.cfg("a later text")))
	s.send(http.MethodPatch, s.at+"/documents/server", `{"document":{"password":"`+s.secrets.in("a document")+`"}}`)
	s.send(http.MethodPut, s.at+"/texts/BEServer_x64.cfg", quoted("RConPassword "+s.secrets.in("a deleted file")+"\n"))
	s.send(http.MethodDelete, s.at+"/texts/BEServer_x64.cfg", "")
	s.send(http.MethodPost, s.at+"/revisions/1/revert", "{}")
	s.send(http.MethodPost, s.at+"/revisions/2/undo", `{"resolve":"mine"}`)
}

// uploads imports files: alone, in an archive, over what is there, as a job, and those of mods; and downloads all.
func (s secretive) uploads() {
	s.upload("", map[string]string{"serverDZ.cfg": s.secrets.cfg("an upload")})
	s.upload("?mode=update", map[string]string{"serverDZ.cfg": s.secrets.cfg("an update")})
	s.upload("?mode=update&prefer=theirs&dry_run=1", map[string]string{"serverDZ.cfg": s.secrets.cfg("a dry run")})
	s.upload("", map[string]string{"server.zip": zipWith(s.t, map[string]string{"serverDZ.cfg": s.secrets.cfg("an archive")})})
	s.upload("?async=1", map[string]string{"serverDZ.cfg": s.secrets.cfg("a job")})
	s.upload("?mode=update&async=1", map[string]string{"serverDZ.cfg": s.secrets.cfg("the result of a job")})
	s.upload("?mode=update&async=1&prefer=theirs", map[string]string{"serverDZ.cfg": s.secrets.cfg("the result of another job")})
	s.keyed("?mode=update", map[string]string{"serverDZ.cfg": s.secrets.cfg("an answer that is kept for its key")})
	s.upload("", map[string]string{"serverDZ.cfg": "password = \"" + s.secrets.in("a file that cannot be read") + "\";\nclass {{{"})
	for _, query := range []string{"", "?mode=update", "?mode=update&prefer=theirs&async=1", "?mode=update&async=1"} {
		hook := `{"webhook":"https://discord.com/api/webhooks/1/` + s.secrets.in("a file of a mod"+query) + `"}`
		s.keyed(query, map[string]string{"profiles/VPPAdminTools/WebHooks.json": hook})
	}
	s.send(http.MethodGet, s.at+"/files.zip", "")
}

// access says how the game server is reached.
func (s secretive) access() {
	s.send(http.MethodPut, s.at+"/target", jsonOf(s.t, map[string]any{
		"protocol":    "sftp",
		"host":        "192.0.2.1",
		"username":    "u",
		"dir":         "/",
		"password":    s.secrets.in("the target"),
		"private_key": s.privateKey(),
	}))
	s.send(http.MethodPut, s.at+"/rcon", `{"host":"192.0.2.1","port":2305,"password":"`+s.secrets.in("RCon")+`"}`)
}

// privateKey makes a key, of which no line may be found.
func (s secretive) privateKey() string {
	key, err := remote.MakeKey()
	if err != nil {
		s.t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(key), "\n")[2:4] {
		s.secrets.places, s.secrets.secrets = append(s.secrets.places, "the private key"), append(s.secrets.secrets, line)
	}
	return key
}

// delivers sends the files to a game server in a folder, takes back what was there, and takes in what is changed there.
func (s secretive) delivers(p place, sid, game string) {
	write := func(content string) {
		if err := os.WriteFile(filepath.Join(game, "serverDZ.cfg"), []byte(content), 0o600); err != nil {
			s.t.Fatal(err)
		}
	}
	do := func(args ...string) {
		command(s.t, p.flags(append(args, "--instance", sid, "--server-folders", game)...)...)
	}
	write(s.secrets.cfg("a copy from before a delivery"))
	if err := os.MkdirAll(filepath.Join(game, "mpmissions", "dayzOffline.enoch"), 0o700); err != nil {
		s.t.Fatal(err)
	}
	do("connect", "--url", "folder://"+game)
	do("push", "--prefer", "mine", "--override", "a test")
	do("rollback")
	write(s.secrets.cfg("a file that is pulled"))
	do("pull")
}

// upload imports files, and waits for the job if it is one.
func (s secretive) upload(query string, files map[string]string) {
	if job := s.ask(s.form(query, files)); job != "" {
		s.send(http.MethodGet, job+"/events", "")
	}
}

// keyed does so with an Idempotency-Key.
func (s secretive) keyed(query string, files map[string]string) {
	req := s.form(query, files)
	req.Header.Set("Idempotency-Key", "once "+query)
	s.ask(req)
}

func (s secretive) form(query string, files map[string]string) *http.Request {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for name, content := range files {
		part, err := form.CreateFormFile("files[]", name)
		if err != nil {
			s.t.Fatal(err)
		}
		_, _ = io.WriteString(part, content)
	}
	_ = form.Close()
	req, err := http.NewRequestWithContext(s.t.Context(), http.MethodPost, "http://"+s.server.address+s.at+"/files"+query, &body)
	if err != nil {
		s.t.Fatal(err)
	}
	req.Header.Set("Content-Type", form.FormDataContentType())
	return req
}

// ask returns where the job of a request is, if it has one.
func (s secretive) ask(req *http.Request) (job string) {
	req.Header.Set("Authorization", "Bearer "+s.token)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer resp.Body.Close()
	if text, err := io.ReadAll(resp.Body); err != nil || resp.StatusCode >= http.StatusInternalServerError {
		s.t.Fatalf("%s %s: %s %s %v", req.Method, req.URL, resp.Status, text, err)
	}
	return strings.TrimPrefix(resp.Header.Get("Location"), "http://"+s.server.address)
}

func zipWith(t *testing.T, files map[string]string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, content := range files {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.WriteString(w, content)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// digger looks for secrets in files, and in all that they are packed into.
type digger struct {
	t       *testing.T
	secrets *planted
}

func (d digger) file(path string) {
	data, err := os.ReadFile(path)
	if err != nil {
		d.t.Error(err)
	}
	for _, found := range d.dig(data, deepest) {
		d.t.Errorf("%s has the secret of %s", path, found)
	}
}

func (d digger) folder(dir string) {
	err := filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() && entry.Name() != keyFile {
			d.file(path)
		}
		return err
	})
	if err != nil {
		d.t.Error(err)
	}
}

// deepest is how many layers are unpacked.
const deepest = 6

// dig returns the places whose secrets are in data, or in what is packed into it.
func (d digger) dig(data []byte, depth int) (found []string) {
	for i, secret := range d.secrets.secrets {
		if bytes.Contains(data, []byte(secret)) {
			found = append(found, d.secrets.places[i])
		}
	}
	if depth > 0 {
		for _, inner := range unpackAll(data) {
			found = append(found, d.dig(inner, depth-1)...)
		}
	}
	return found
}

// unpackAll returns what is in an archive, in compressed data, and in the values of lines of JSON, in base64 among them.
func unpackAll(data []byte) (inner [][]byte) {
	if z, err := zip.NewReader(bytes.NewReader(data), int64(len(data))); err == nil {
		for _, member := range z.File {
			if r, err := member.Open(); err == nil {
				content, _ := io.ReadAll(r)
				inner = append(inner, append([]byte(member.Name+"\n"), content...), content)
			}
		}
		return inner
	}
	if r, err := gzip.NewReader(bytes.NewReader(data)); err == nil {
		inner = append(inner, readable(r))
	}
	if r, err := zlib.NewReader(bytes.NewReader(data)); err == nil {
		inner = append(inner, readable(r))
	}
	if unpacked := readable(flate.NewReader(bytes.NewReader(data))); len(unpacked) > 8 {
		inner = append(inner, unpacked)
	}
	for decoder := json.NewDecoder(bytes.NewReader(data)); ; {
		var value any
		if decoder.Decode(&value) != nil {
			return inner
		}
		inner = append(inner, valuesIn(value)...)
	}
}

// readable returns what can be read before an error.
func readable(r io.Reader) []byte {
	data, _ := io.ReadAll(r)
	return data
}

// valuesIn returns the texts in a JSON value, and what they are in base64.
func valuesIn(value any) (list [][]byte) {
	switch v := value.(type) {
	case string:
		if len(v) < 8 {
			return nil
		}
		list = append(list, []byte(v))
		for _, coding := range []*base64.Encoding{base64.StdEncoding, base64.RawStdEncoding, base64.URLEncoding} {
			if data, err := coding.DecodeString(v); err == nil {
				list = append(list, data)
			}
		}
	case []any:
		for _, member := range v {
			list = append(list, valuesIn(member)...)
		}
	case map[string]any:
		for _, member := range v {
			list = append(list, valuesIn(member)...)
		}
	}
	return list
}

// TestStoredFilesGoWithTheirKey: without the key that sealed them, stored files are deleted, and said to be; with a backup that has the key
// they come back.
func TestStoredFilesGoWithTheirKey(t *testing.T) {
	t.Parallel()
	p, l := place{dir: filepath.Join(t.TempDir(), "data")}, &load{ended: func() {}}
	command(t, p.flags("user", "add", "--email", "o@example.org", "--name", "O", "--password", "correct-horse", "--plan", "platinum")...)
	l.token = command(t, p.flags("token", "new", "--email", "o@example.org")...)
	sid := command(t, p.flags("instance", "add", "--email", "o@example.org", "--name", "S", "--map", "enoch")...)
	l.server = p.serve(t)
	secretive{l, t, "/api/v1/instances/" + sid, nil}.upload("", map[string]string{"serverDZ.cfg": "password = \"x\";\n"})
	copies := l.send(http.MethodGet, "/api/v1/stored-files", "")
	l.stop(t)
	file := filepath.Join(t.TempDir(), "backup.zip")
	command(t, p.flags("backup", "--out", file)...)
	if err := os.Remove(filepath.Join(p.dir, keyFile)); err != nil {
		t.Fatal(err)
	}
	said := command(t, p.flags("key", "reset", "--forget-passwords")...)
	l.server = p.serve(t)
	left := l.send(http.MethodGet, "/api/v1/stored-files", "")
	l.stop(t)
	if !strings.Contains(copies, "serverDZ.cfg") || strings.Contains(left, "serverDZ.cfg") ||
		!strings.HasSuffix(said, "deleted: 0 passwords, 1 version of files with passwords, 0 layers with passwords, 1 stored copy") {
		t.Errorf("there were %s\nleft are %s\n%s", copies, left, said)
	}
	command(t, p.flags("restore", "--force", file)...)
	l.server = p.serve(t)
	var back struct{ Data []struct{ SID string } }
	if err := json.Unmarshal([]byte(l.send(http.MethodGet, "/api/v1/stored-files", "")), &back); err != nil || len(back.Data) != 1 {
		t.Fatalf("%+v, %v", back, err)
	}
	if text := l.send(http.MethodGet, "/api/v1/stored-files/"+back.Data[0].SID+"/content", ""); !strings.Contains(text, "password") {
		t.Errorf("the stored file holds %q", text)
	}
	l.stop(t)
}

// TestDigging: the search of the test above finds a secret in all that it unpacks.
func TestDigging(t *testing.T) {
	t.Parallel()
	secrets := &planted{}
	cfg := secrets.cfg("a file")
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = io.WriteString(w, zipWith(t, map[string]string{"serverDZ.cfg": cfg}))
	_ = w.Close()
	row := jsonOf(t, []any{1, map[string][]byte{"bytes": packed.Bytes()}})
	backup := zipWith(t, map[string]string{"tables/file_contents.jsonl": "[0,null]\n" + row + "\n"})
	if found := (digger{t, secrets}).dig([]byte(backup), deepest); len(found) == 0 {
		t.Error("nothing is found")
	}
}
