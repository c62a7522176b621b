package cli

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"quartermaster/internal/account"
	"quartermaster/internal/blob"
	"quartermaster/internal/control"
	"quartermaster/internal/delivery"
	"quartermaster/internal/dialer"
	"quartermaster/internal/gameserver"
	"quartermaster/internal/gameserver/gameservertest"
	"quartermaster/internal/imports"
	"quartermaster/internal/lint"
	"quartermaster/internal/mission"
	"quartermaster/internal/outcome"
	"quartermaster/internal/pull"
	"quartermaster/internal/queue"
	"quartermaster/internal/record"
	"quartermaster/internal/remote"
	"quartermaster/internal/say"
	"quartermaster/internal/schedule"
	"quartermaster/internal/store"
	"quartermaster/internal/stored"
	"quartermaster/internal/storetest"
	"quartermaster/internal/target"
)

// planner is an owner whose game server runs, with its files in a folder.
type planner struct {
	*testing.T
	services
	scope  store.Scope
	dir    string
	server *gameservertest.Server
}

func newPlanner(t *testing.T) *planner {
	t.Helper()
	db, dir := storetest.Open(t), t.TempDir()
	blobs, err := blob.OpenDisk(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = blobs.Close() })
	accounts, err := account.New(db, account.Options{DefaultPlan: account.FreePlan})
	if err != nil {
		t.Fatal(err)
	}
	files := stored.New(db, blobs, accounts, time.Now)
	if err := files.SpoolIn(t.TempDir()); err != nil {
		t.Fatal(err)
	}
	p := &planner{
		T: t, dir: dir,
		server: gameservertest.Start(t, gameservertest.Config{Name: "Mine", Map: "chernarusplus", Version: "1.28", Password: "secret"}),
	}
	p.db, p.missions, p.jobs = db, mission.New(db), queue.NewJobs(db, nil)
	p.imports, p.lint = imports.New(db, p.missions, blobs, p.jobs, files), lint.New(db)
	p.targets = target.New(db, remote.New(remote.Options{Folders: []string{dir}}), []string{dir})
	p.control = control.New(db, gameserver.Client{Dialer: dialer.Dialer{Private: true}}, time.Now)
	p.deliveries = delivery.New(delivery.Config{
		DB: db, Missions: p.missions, Lint: p.lint, Blobs: blobs, Jobs: p.jobs, Stored: files, Places: delivery.Targets(p.targets),
		Game: delivery.GameServers(p.control), Logger: slog.New(slog.DiscardHandler),
	})
	p.pulls = pull.New(pull.Config{DB: db, Targets: p.targets, Missions: p.missions, Imports: p.imports, Stored: files, Jobs: p.jobs})
	p.scope, _ = storetest.Instance(t, db, storetest.User(t, db))
	p.connect()
	return p
}

// connect tells the instance where its server is.
func (p *planner) connect() {
	p.Helper()
	_, err := p.targets.Put(p.Context(), p.scope, target.TargetInput{Protocol: remote.Folder, Dir: p.dir})
	if err == nil {
		_, err = p.control.SetAccess(p.Context(), p.scope, control.AccessChange{Port: p.server.RConPort, Password: new("secret")})
	}
	if err == nil {
		_, err = p.db.Exec(p.Context(), `UPDATE instances SET ip = '127.0.0.1', query_port = $1`, p.server.QueryPort)
	}
	if err != nil {
		p.Fatal(err)
	}
}

// bring imports a file.
func (p *planner) bring(path, text string) {
	p.Helper()
	reports, err := p.missions.Import(p.Context(), p.scope, []mission.Upload{{Path: path, Data: []byte(text)}},
		mission.Options{Mode: mission.Replace})
	if err != nil || reports[0].Status != mission.Imported {
		p.Fatalf("%+v, %v", reports, err)
	}
}

// expect runs a schedule, which ends with a text that begins so, or with such an error.
func (p *planner) expect(what string, whileRunning bool, want string) {
	p.Helper()
	done, err := p.works()[what].Run(p.Context(), schedule.Order{Scope: p.scope, WhileRunning: whileRunning}, func(int, int, say.Message) {})
	result := ended(done, err)
	if !strings.HasPrefix(result, want) {
		p.Errorf("%s: %q, want %q", what, result, want)
	}
}

// ended says how a run has ended.
func ended(done say.Message, err error) string {
	var held schedule.Held
	switch {
	case errors.As(err, &held):
		return "held: " + held.Error()
	case err != nil:
		return err.Error()
	}
	return outcome.Sentence(done)
}

const (
	plannedTypes = "mpmissions/dayzOffline.chernarusplus/db/types.xml"
	plannedText  = "<types>\n    <type name=\"AKM\">\n        <nominal>%d</nominal>\n        <lifetime>14400</lifetime>\n        " +
		"<min>1</min>\n    </type>\n</types>\n"
)

func TestWhatSchedulesDo(t *testing.T) {
	t.Parallel()
	p := newPlanner(t)
	p.bring(plannedTypes, fmt.Sprintf(plannedText, 10))
	p.bring("ban.txt", strings.Repeat("a", 44)+"\n")
	p.expect(record.ScheduledLists, false, "1 file was sent.")
	if got := p.server.Commands(); !slices.Contains(got, "loadBans") {
		t.Errorf("the server was told %q", got)
	}
	p.expect(record.ScheduledLists, false, "The player lists on the server are up to date.")
	p.expect(record.ScheduledDelivery, false, "held: The game server is running.")
	p.expect(record.ScheduledDelivery, true, "2 files were sent.")
	at := filepath.Join(p.dir, filepath.FromSlash(plannedTypes))
	if text, err := os.ReadFile(at); err != nil || string(text) != fmt.Sprintf(plannedText, 10) {
		t.Errorf("on the server: %s, %v", text, err)
	}
	p.expect(record.ScheduledDelivery, true, "0 files were sent.")
	p.expect(record.ScheduledPull, false, "Nothing has changed on the server.")
	if err := os.WriteFile(at, fmt.Appendf(nil, plannedText, 25), 0o600); err != nil {
		t.Fatal(err)
	}
	p.expect(record.ScheduledPull, false, "Imported 1 file that was changed on the server.")
	if _, err := p.db.Exec(t.Context(), `UPDATE instances SET review = 'required'`); err != nil {
		t.Fatal(err)
	}
	for _, change := range []struct{ text, want string }{
		{fmt.Sprintf(plannedText, 30), "What was changed on the server is proposed as the layer Files from the server, "},
		{fmt.Sprintf(plannedText, 25) + "<!-- -->", "A layer cannot hold what was changed on the server. "},
	} {
		if err := os.WriteFile(at, []byte(change.text), 0o600); err != nil {
			t.Fatal(err)
		}
		p.expect(record.ScheduledPull, false, change.want)
	}
	if err := os.RemoveAll(p.dir); err != nil {
		t.Fatal(err)
	}
	p.expect(record.ScheduledPull, false, p.dir+": not found.")
}
