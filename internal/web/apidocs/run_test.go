package apidocs

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"quartermaster/internal/access"
	"quartermaster/internal/account"
	"quartermaster/internal/api"
	"quartermaster/internal/archive"
	"quartermaster/internal/blob"
	"quartermaster/internal/control"
	"quartermaster/internal/delivery"
	"quartermaster/internal/dialer"
	"quartermaster/internal/economy"
	"quartermaster/internal/endpoint"
	"quartermaster/internal/gameserver"
	"quartermaster/internal/gameserver/gameservertest"
	"quartermaster/internal/httpd"
	"quartermaster/internal/imports"
	"quartermaster/internal/lint"
	"quartermaster/internal/mission"
	"quartermaster/internal/operation"
	"quartermaster/internal/pull"
	"quartermaster/internal/queue"
	"quartermaster/internal/record"
	"quartermaster/internal/remote"
	"quartermaster/internal/store"
	"quartermaster/internal/stored"
	"quartermaster/internal/storetest"
	"quartermaster/internal/target"
	"quartermaster/internal/throttle"
)

// TestDocsExamplesWork runs every example in a shell, as a reader would, against the API: each answers with the status and
// the fields that the page shows, and a record that was made holds the values that it shows.
func TestDocsExamplesWork(t *testing.T) {
	t.Parallel()
	for _, program := range []string{"bash", "curl"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("the examples need %s", program)
		}
	}
	sh := newShell(t)
	d := New(endpoint.Table(), nil)
	pages := creationOrder()
	for _, r := range pages {
		sh.run(d.byName[r.Name], "Create", "Create instance")
		if r.Record != nil {
			sh.know(r, d)
		}
	}
	sh.moveJobs()
	sh.run(d.byName["target"], "Set target")
	sh.startGameServer()
	sh.sendMap()
	sh.run(d.byName["game-server"], "Set rcon")
	sh.deliver(d)
	sh.invite()
	sh.knowAnswered(d.byName["comments"], "Create comment", "COMMENT")
	sh.knowAnswered(d.byName["bundles"], "List bundles", "BUNDLE")
	sh.run(d.byName["packs"], "Upload pack")
	sh.env = append(sh.env, "PACK=boats")
	for _, r := range pages {
		sh.runOthers(d.byName[r.Name])
	}
	for _, listing := range []listing{d.guide.First, d.guide.Tagged, d.guide.Keyed, d.guide.CSV} {
		if status, body := sh.curl(listing.Text); status[0] != '2' {
			t.Errorf("%s: status %s\n%s\n%s", listing.Label, status, listing.Text, body)
		}
	}
	sh.waitAgain()
	sh.atNewest(d)
	sh.knowLog(d)
	sh.run(d.byName["history"], "Undo revision")
	slices.Reverse(pages)
	for _, r := range pages {
		sh.run(d.byName[r.Name], "Reset economy core", "Cancel job", "Delete", "Delete stored file", "Delete log", "Delete target", "Delete rcon")
	}
	sh.run(d.byName["packs"], "Delete pack")
	for _, title := range []string{"Rename text", "Save text", "Delete text"} {
		sh.run(d.byName["texts"], title)
	}
	sh.run(d.byName["instance"], "Delete instance")
}

// creationOrder lists the resources with examples, those about records behind others that they refer to. The health report
// wants a worker, which this API has not; deliveries have an order of their own.
func creationOrder() []endpoint.Resource {
	var list []endpoint.Resource
	for _, known := range record.All() {
		list = append(list, resourcesThat(func(r endpoint.Resource) bool { return r.Record != nil && r.Record.Name == known.Name })...)
	}
	return append(list, resourcesThat(func(r endpoint.Resource) bool {
		return r.Record == nil && r.Name != "health" && r.Name != "deliveries"
	})...)
}

func resourcesThat(hold func(endpoint.Resource) bool) []endpoint.Resource {
	var list []endpoint.Resource
	for _, g := range endpoint.Table() {
		for _, r := range g.Resources {
			if hold(r) {
				list = append(list, r)
			}
		}
	}
	return list
}

// shell runs commands with variables.
type shell struct {
	t   *testing.T
	db  *store.DB
	dir string
	env []string

	rest func() // ends the work on jobs
	rcon string // the port of the game server
}

// sentTypes is what is sent as types.xml.
const sentTypes = "<types>\n    <type name=\"AKM\">\n        <nominal>20</nominal>\n    </type>\n</types>\n"

// sentLog is what is sent as the log of a server.
const sentLog = "Current time:  2026/01/12 18:30:05\nVersion 1.28.160123\n18:30:07.5 !!! [CE][offlineDB] :: Type 'Mod_Rifle' will be " +
	"ignored. (Type does not exist. (Typo?))\n"

// newShell starts the API with a user who has stored a file and whose import is a job, and puts files to import into the shell's folder.
func newShell(t *testing.T) *shell {
	t.Helper()
	c := apiConfig(t)
	server := httptest.NewServer(httpd.Wrap(httpd.Config{Logger: c.Logger}, api.New(c), http.HandlerFunc(api.Failed)))
	t.Cleanup(server.Close)
	scope, _ := storetest.Instance(t, c.DB, storetest.User(t, c.DB))
	token, err := c.Accounts.NewToken(t.Context(), scope.UserID)
	if err == nil { // some examples are for administrators
		_, err = c.DB.Exec(t.Context(), `UPDATE users SET is_admin = 1, name = 'Anna' WHERE id = $1`, scope.UserID)
	}
	if err == nil {
		err = storeUpload(t, c, scope)
	}
	if err == nil {
		_, err = c.Imports.Import(t.Context(), scope, &imports.Upload{Files: []mission.Upload{{Path: "notes.txt"}}}, imports.Order{Queued: true})
	}
	if err != nil {
		t.Fatal(err)
	}
	sh := &shell{
		t: t, db: c.DB, rest: work(t, c), dir: t.TempDir(),
		env: []string{"PATH=" + os.Getenv("PATH"), "QM=" + server.URL, "TOKEN=" + token, "REVISION=1", "DOCUMENT=economy", "PRESET=usual"},
	}
	for name, text := range map[string]string{
		"types.xml": sentTypes, "events.xml": "<events><event></events>", "DayZServer_x64.RPT": sentLog,
	} {
		if err := os.WriteFile(filepath.Join(sh.dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return sh
}

// apiConfig is an API over a database of its own.
func apiConfig(t *testing.T) api.Config {
	t.Helper()
	db, limiter := storetest.Open(t), throttle.NewMemory(time.Now)
	accounts, err := account.New(db, account.Options{Registration: true, Limiter: limiter})
	if err != nil {
		t.Fatal(err)
	}
	blobs, err := blob.OpenDisk(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = blobs.Close() })
	missions, jobs, files := mission.New(db), queue.NewJobs(db, nil), stored.New(db, blobs, accounts, time.Now)
	targets, work := target.New(db, oneServer{t.TempDir()}, nil), imports.New(db, missions, blobs, jobs, files)
	c := api.Config{
		Services: operation.Services{
			DB: db, Missions: missions, Imports: work, Jobs: jobs, Stored: files, Lint: lint.New(db), Economy: economy.New(db), Clock: time.Now,
			Logger:  slog.New(slog.DiscardHandler),
			Targets: targets, Pulls: pull.New(pull.Config{DB: db, Targets: targets, Missions: missions, Imports: work, Stored: files, Jobs: jobs}),
			Control: control.New(db, gameserver.Client{Dialer: dialer.Dialer{Private: true}}, time.Now),
		},
		Accounts: accounts, Limiter: limiter, Blobs: blobs, BodyLimit: api.DefaultBodyLimit, UploadLimit: archive.MaxFile,
	}
	c.Deliveries = delivery.New(delivery.Config{
		DB: db, Missions: missions, Lint: c.Lint, Blobs: blobs, Jobs: jobs, Stored: files, Places: delivery.Targets(targets),
		Game:   delivery.GameServers(c.Control),
		Merger: c.Pulls,
	})
	return c
}

// oneServer stands for all game servers: a folder with one file.
type oneServer struct{ dir string }

func (o oneServer) Open(ctx context.Context, _ remote.Target) (*remote.Connection, error) {
	at := filepath.Join(o.dir, "mpmissions", "dayzOffline.chernarusplus", "db", "types.xml")
	if err := os.MkdirAll(filepath.Dir(at), 0o750); err != nil {
		return nil, err
	}
	if _, err := os.Stat(at); err == nil { // it keeps what is sent
		return remote.New(remote.Options{Folders: []string{o.dir}}).Open(ctx, remote.Target{Protocol: remote.Folder, Dir: o.dir})
	}
	if err := os.WriteFile(at, []byte("<types>\n    <type name=\"Apple\"/>\n</types>\n"), 0o600); err != nil {
		return nil, err
	}
	return remote.New(remote.Options{Folders: []string{o.dir}}).Open(ctx, remote.Target{Protocol: remote.Folder, Dir: o.dir})
}

// storeUpload stores a file as an upload of the user.
func storeUpload(t *testing.T, c api.Config, scope store.Scope) error {
	t.Helper()
	in, err := c.Stored.Intake(t.Context(), scope)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	if err := in.Receive("types.xml", strings.NewReader(sentTypes)); err != nil {
		return err
	}
	if err := in.Prepare(t.Context()); err != nil {
		return err
	}
	return c.DB.Tx(t.Context(), func(tx *store.Tx) error { return in.Publish(t.Context(), tx) })
}

// work carries out jobs until the test ends, or until the returned function is called.
func work(t *testing.T, c api.Config) (rest func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	w := queue.New(c.DB, c.Logger, "default")
	w.Handle(c.Jobs, imports.Kind, access.Read, c.Imports)
	w.Handle(c.Jobs, pull.Kind, access.Read, c.Pulls)
	w.Handle(c.Jobs, delivery.Kind, access.Read, c.Deliveries)
	done := make(chan struct{})
	go func() {
		defer close(done)
		w.Run(ctx)
	}()
	rest = func() { cancel(); <-done }
	t.Cleanup(rest)
	return rest
}

// sendMap imports a map with the building and the zone of the examples.
func (sh *shell) sendMap() {
	sh.t.Helper()
	for name, text := range map[string]string{
		"mapgroupproto.xml": `<prototype><group name="Land_Mil_Barracks2"><container><point/></container></group></prototype>`,
		"mapgrouppos.xml":   `<map><group name="Land_Mil_Barracks2" pos="1 2 3" rpy="0 0 0" a="0"/></map>`,
		"zones.xml":         `<territory-type><territory><zone name="InfectedCity" dmax="10" x="1" z="2"/></territory></territory-type>`,
	} {
		if err := os.WriteFile(filepath.Join(sh.dir, name), []byte(text), 0o600); err != nil {
			sh.t.Fatal(err)
		}
	}
	const command = `curl -s -H "Authorization: Bearer $TOKEN" -F ` +
		`"files[]=@mapgroupproto.xml;filename=mpmissions/dayzOffline.chernarusplus/mapgroupproto.xml" -F ` +
		`"files[]=@mapgrouppos.xml;filename=mpmissions/dayzOffline.chernarusplus/mapgrouppos.xml" -F ` +
		`"files[]=@zones.xml;filename=mpmissions/dayzOffline.chernarusplus/env/zombie_territories.xml" "$QM/api/v1/instances/$INSTANCE/files"`
	if status, body := sh.curl(command); status != "200" {
		sh.t.Errorf("the map: status %s\n%s", status, body)
	}
}

// startGameServer starts the game server of the instance of the examples.
func (sh *shell) startGameServer() {
	sh.t.Helper()
	server := gameservertest.Start(sh.t, gameservertest.Config{
		Name: "Chernarus for beginners", Map: "chernarusplus", Version: "1.28.161464", MaxPlayers: 60, Keywords: "16:05",
		Password: "what only you know",
		Players:  []gameservertest.Player{{Name: "Anna", GUID: strings.Repeat("a", 32), Online: time.Hour}},
		Mods:     []gameservertest.Mod{{WorkshopID: 1559212036, Name: "Community Framework"}},
	})
	sh.rcon = strconv.Itoa(server.RConPort)
	const text = `UPDATE instances SET ip = '127.0.0.1', query_port = $1 WHERE id = (SELECT max(id) FROM instances)`
	if _, err := sh.db.Exec(sh.t.Context(), text, server.QueryPort); err != nil {
		sh.t.Fatal(err)
	}
}

// moveJobs makes the jobs those of the instance of the examples.
func (sh *shell) moveJobs() {
	sh.t.Helper()
	if _, err := sh.db.Exec(sh.t.Context(), `UPDATE jobs SET instance_id = (SELECT max(id) FROM instances)`); err != nil {
		sh.t.Fatal(err)
	}
}

// waitAgain lets the job wait, where no worker takes it up, so that it can be cancelled.
func (sh *shell) waitAgain() {
	sh.t.Helper()
	sh.rest()
	const text = `UPDATE jobs SET state = 'queued', finished_at = NULL, lease_until = $1`
	if _, err := sh.db.Exec(sh.t.Context(), text, time.Now().Add(time.Hour).UnixMicro()); err != nil {
		sh.t.Fatal(err)
	}
}

// atNewest makes the newest revision the one of the examples: nothing has come after it.
func (sh *shell) atNewest(d *Docs) {
	sh.t.Helper()
	for _, example := range d.byName["history"].Examples {
		if example.Title != "List revisions" {
			continue
		}
		_, body := sh.curl(example.Request)
		var list struct{ Data []struct{ Number int } }
		if err := json.Unmarshal([]byte(body), &list); err != nil || len(list.Data) == 0 {
			sh.t.Fatalf("%v: %s", err, body)
		}
		sh.env = append(sh.env, "REVISION="+strconv.Itoa(list.Data[0].Number))
	}
}

// deliver runs the examples of deliveries in the order in which one delivers and takes it back.
func (sh *shell) deliver(d *Docs) {
	sh.t.Helper()
	page := d.byName["deliveries"]
	sh.run(page, "Plan delivery", "Compare with server", "Deliver")
	sh.know(endpoint.Resource{Name: "deliveries", Record: record.Deliveries}, d)
	for _, title := range []string{"List deliveries", "Get delivery", "Compare rollback", "Roll back", "Forget copies"} {
		sh.run(page, title)
	}
}

// inspite has a delivery go on where the records of other examples have mistakes.
const inspite = `{"prefer":"mine","override":true,"reason":"The server is empty."}`

// invite makes a member of the newest instance and an invitation to it, and sets the variables that stand for them.
func (sh *shell) invite() {
	sh.t.Helper()
	var of store.Scope
	ctx, user := sh.t.Context(), storetest.User(sh.t, sh.db)
	err := sh.db.QueryRow(ctx, `SELECT id, user_id FROM instances WHERE sid = $1`, sh.known("INSTANCE")).Scan(&of.InstanceID, &of.UserID)
	if err != nil {
		sh.t.Fatal(err)
	}
	const join = `INSERT INTO members (instance_id, user_id, role, created_at) VALUES ($1, $2, 'viewer', 0)`
	if _, err := sh.db.Exec(ctx, join, of.InstanceID, user); err != nil {
		sh.t.Fatal(err)
	}
	members, err := sh.db.Members(ctx, of)
	if err != nil {
		sh.t.Fatal(err)
	}
	made, code, err := sh.db.Invite(ctx, of, store.Invitation{Role: access.Viewer, Uses: 1, ExpiresAt: sh.db.UntilDays(1)})
	if err != nil {
		sh.t.Fatal(err)
	}
	sh.env = append(sh.env, "MEMBER="+members[1].SID, "INVITATION="+made.SID, "CODE="+code)
}

// known returns the value of a variable.
func (sh *shell) known(name string) (value string) {
	for _, set := range sh.env {
		if text, is := strings.CutPrefix(set, name+"="); is {
			value = text
		}
	}
	return value
}

// knowLog sets the variable that stands for a log of the server.
func (sh *shell) knowLog(d *Docs) {
	sh.t.Helper()
	for _, example := range d.byName["logs"].Examples {
		if example.Title != "List logs" {
			continue
		}
		_, body := sh.curl(example.Request)
		var list struct{ Data []struct{ SID string } }
		if err := json.Unmarshal([]byte(body), &list); err != nil || len(list.Data) == 0 {
			sh.t.Fatalf("%v: %s", err, body)
		}
		sh.env = append(sh.env, "LOG="+list.Data[0].SID)
	}
}

// knowAnswered runs an example, and sets the variable that stands for what it has made, or listed first.
func (sh *shell) knowAnswered(page *resourceDoc, title, name string) {
	sh.t.Helper()
	i := slices.IndexFunc(page.Examples, func(e exampleCall) bool { return e.Title == title })
	if i < 0 {
		sh.t.Fatalf("%s has no example %q", page.Title, title)
	}
	_, body := sh.curl(page.Examples[i].Request)
	sid := regexp.MustCompile(`"sid":"(\w+)"`).FindStringSubmatch(body)
	if sid == nil {
		sh.t.Fatalf("%s: %s", title, body)
	}
	sh.env = append(sh.env, name+"="+sid[1])
}

// run runs the examples of a page that have one of the titles.
func (sh *shell) run(page *resourceDoc, titles ...string) {
	sh.t.Helper()
	for _, example := range page.Examples {
		if slices.Contains(titles, example.Title) {
			sh.example(page, example)
		}
	}
}

// runOthers runs what neither makes nor ends a record. Of resources that the operator fills there is no record to get.
func (sh *shell) runOthers(page *resourceDoc) {
	sh.t.Helper()
	for _, example := range page.Examples {
		word, _, _ := strings.Cut(example.Title, " ")
		filled := page.Title == "Classnames" || page.Title == "Workshop Mods"
		if slices.Contains([]string{"Create", "Delete", "Reset", "Cancel", "Undo", "Transfer", "Withdraw"}, word) || page.Title == "Drafts" ||
			page.Title == "Layers" || page.Title == "Texts" && word != "Get" || filled && word == "Get" {
			continue
		}
		sh.example(page, example)
	}
}

func (sh *shell) example(page *resourceDoc, example exampleCall) {
	sh.t.Helper()
	status, answer := sh.curl(strings.NewReplacer("2305", sh.rcon, `{"prefer":"server"}`, inspite).Replace(example.Request))
	if status == "202" { // it takes longer than two seconds
		sh.await(answer)
		return
	}
	if want, _, _ := strings.Cut(example.Status, " "); status != want {
		sh.t.Errorf("%s, %s: status %s, want %s\n%s\n%s", page.Title, example.Title, status, want, example.Request, answer)
		return
	}
	if example.Answer == "" {
		return
	}
	var want, got any
	if err := json.Unmarshal([]byte(example.Answer), &want); err != nil {
		sh.t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(answer), &got); err != nil {
		sh.t.Fatalf("%s, %s: %v in %s", page.Title, example.Title, err, answer)
	}
	sh.compare(page.Title+", "+example.Title, want, got, strings.HasPrefix(example.Title, "Create"))
}

// await waits for the job of an answer to end.
func (sh *shell) await(answer string) {
	sh.t.Helper()
	var queued struct{ Data struct{ URL string } }
	if err := json.Unmarshal([]byte(answer), &queued); err != nil || queued.Data.URL == "" {
		sh.t.Fatalf("%v: %s", err, answer)
	}
	if status, events := sh.curl(`curl -s -N -H "Authorization: Bearer $TOKEN" "` + queued.Data.URL + `/events"`); status != "200" {
		sh.t.Fatalf("status %s: %s", status, events)
	}
}

// curl runs a request and returns the status and the body of its answer. What it saves takes the place of no other file.
func (sh *shell) curl(request string) (status, body string) {
	sh.t.Helper()
	request = strings.ReplaceAll(request, "-OJ", `-OJ --output-dir "$(mktemp -d -p .)"`)
	last := strings.LastIndex(request, "curl -s") + len("curl -s")
	command := exec.CommandContext(sh.t.Context(), "bash", "-c", request[:last]+` -w '\n%{http_code}'`+request[last:])
	command.Dir, command.Env = sh.dir, sh.env
	out, err := command.Output()
	if err != nil {
		sh.t.Fatalf("%v: %s", err, request)
	}
	end := strings.LastIndexByte(string(out), '\n')
	return string(out[end+1:]), string(out[:end])
}

// given are fields whose values an example cannot know.
var given = []string{"id", "sid", "instance_id", "user_id", "created_at", "updated_at", "next_at", "upcoming"}

// deleted counts what went along, and is left out where nothing did.
const deleted = "deleted"

// open are fields that hold those of any record.
var open = []string{"before", "after", "fields", "details"}

// compare holds that two answers have the same fields and, where exact, the same values.
func (sh *shell) compare(path string, want, got any, exact bool) {
	sh.t.Helper()
	switch expected := want.(type) {
	case map[string]any:
		sh.compareObjects(path, expected, got, exact)
	case []any:
		list, ok := got.([]any)
		if !ok || exact && len(list) != len(expected) {
			sh.t.Errorf("%s: %v, want %v", path, got, want)
			return
		}
		for i := range min(len(list), len(expected)) {
			sh.compare(path+"."+strconv.Itoa(i), expected[i], list[i], exact)
		}
	default:
		if exact && want != got {
			sh.t.Errorf("%s: %v, want %v", path, got, want)
		}
	}
}

func (sh *shell) compareObjects(path string, want map[string]any, got any, exact bool) {
	sh.t.Helper()
	object, _ := got.(map[string]any)
	for name := range object {
		if _, told := want[name]; !told {
			sh.t.Errorf("%s: %s is not on the page", path, name)
		}
	}
	for name, value := range want {
		answered, there := object[name]
		if !there && name != deleted {
			sh.t.Errorf("%s: %s is not in the answer", path, name)
		}
		if !there || slices.Contains(open, name) {
			continue
		}
		sh.compare(path+"."+name, value, answered, exact && !slices.Contains(given, name))
	}
}

// know sets the variable that stands for a record of the resource, from what its list tells.
func (sh *shell) know(r endpoint.Resource, d *Docs) {
	sh.t.Helper()
	name := shellName(r.Record.Param())
	for _, example := range d.byName[r.Name].Examples {
		if !strings.HasPrefix(example.Title, "List") && example.Title != "Page instances" {
			continue
		}
		_, body := sh.curl(example.Request)
		var list struct {
			Data []struct{ SID string }
		}
		if err := json.Unmarshal([]byte(body), &list); err != nil {
			sh.t.Fatalf("%v: %s", err, body)
		}
		if n := len(list.Data); n > 0 {
			sh.env = append(sh.env, name+"="+list.Data[n-1].SID)
		}
	}
}
