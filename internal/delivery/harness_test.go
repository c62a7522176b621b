package delivery_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"quartermaster/internal/account"
	"quartermaster/internal/blob"
	"quartermaster/internal/delivery"
	"quartermaster/internal/lint"
	"quartermaster/internal/mission"
	"quartermaster/internal/outcome"
	"quartermaster/internal/queue"
	"quartermaster/internal/record"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
	"quartermaster/internal/stored"
	"quartermaster/internal/storetest"
)

const folder = "mpmissions/dayzOffline.chernarusplus/"

// The paths of the files of an owner's instance.
const (
	types    = folder + "db/types.xml"
	messages = folder + "db/messages.xml"
	mods     = folder + "mods/notes.txt"
	banned   = "ban.txt"
)

// owner has an instance whose files are delivered to a machine.
type owner struct {
	*testing.T
	*delivery.Service
	*machine
	config delivery.Config
	scope  store.Scope
	sid    string // of the instance
	lint   *findings
	game   *delivery.GameStatus
	loaded int // how often the lists of bans were read again
	number int // of the last change

	expected map[string]string // the files that are generated after it
}

// findings are what the lint is to find.
type findings struct{ found []lint.Finding }

func (f *findings) Check(context.Context, store.Scope) ([]lint.Finding, error) { return f.found, nil }

type game struct {
	status *delivery.GameStatus
	loaded *int // how often the lists of bans were read again
}

func (g game) Status(context.Context, store.Scope) (delivery.GameStatus, error) {
	return *g.status, nil
}

func (g game) LoadBans(context.Context, store.Scope) error {
	*g.loaded++
	return nil
}

func newOwner(t *testing.T) *owner {
	t.Helper()
	return ownerOn(t, storetest.Open(t))
}

func ownerOn(t *testing.T, db *store.DB) *owner {
	t.Helper()
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
	o := &owner{T: t, machine: newMachine(), lint: new(findings), game: &delivery.GameStatus{Known: true}}
	o.scope, o.sid = storetest.Instance(t, db, storetest.User(t, db))
	o.config = delivery.Config{
		DB: db, Missions: mission.New(db), Lint: o.lint, Blobs: blobs, Jobs: queue.NewJobs(db, nil), Stored: files, Places: o.machine,
		Game: game{o.game, &o.loaded}, Pause: time.Nanosecond,
	}
	o.Service = delivery.New(o.config)
	o.change()
	return o
}

// change changes all files of the instance.
func (o *owner) change() {
	o.Helper()
	o.number++
	long := strings.Repeat("x", o.number%5*piece)
	message := fmt.Sprintf("        <delay>2</delay>\n        <text>%d %s</text>\n", o.number, long)
	files := []string{
		types, fmt.Sprintf("<types>\n    <type name=\"Apple\">\n        <nominal>%d</nominal>\n    </type>\n</types>\n", o.number),
		messages, "<messages>\n    <message>\n" + message + "    </message>\n</messages>\n",
		mods, fmt.Sprint("note ", o.number, long),
		banned, fmt.Sprintf("%044d\n", o.number),
	}
	o.bring(files...)
	if o.expected == nil {
		o.expected = o.generated()
	}
	o.expected = maps.Clone(o.expected)
	for i := 0; i < len(files); i += 2 {
		o.expected[files[i]] = files[i+1]
	}
}

// bring imports files, each a name and its text.
func (o *owner) bring(files ...string) {
	o.Helper()
	var uploads []mission.Upload
	for i := 0; i < len(files); i += 2 {
		uploads = append(uploads, mission.Upload{Path: files[i], Data: []byte(files[i+1])})
	}
	reports, err := o.config.Missions.Import(o.Context(), o.scope, uploads, mission.Options{Mode: mission.Replace})
	if err != nil || reports[0].Status != mission.Imported {
		o.Fatalf("%+v, %v", reports, err)
	}
}

// drop removes a file from the instance.
func (o *owner) drop(name string) {
	o.Helper()
	err := o.config.DB.Edit(o.Context(), o.scope, "delete", func(e *store.Edit) error {
		_, err := e.Exec(o.Context(), `DELETE FROM instance_files WHERE instance_id = $1 AND path = $2`, o.scope.InstanceID, name)
		return err
	})
	if err != nil {
		o.Fatal(err)
	}
}

// generated returns the files of the instance by path.
func (o *owner) generated() map[string]string {
	o.Helper()
	files, err := o.config.Missions.Files(o.Context(), o.scope)
	if err != nil {
		o.Fatal(err)
	}
	list := map[string]string{}
	for i := range files {
		content, err := files[i].Content(o.Context())
		if err != nil {
			o.Fatal(err)
		}
		list[files[i].Path] = string(content)
	}
	return list
}

func (o *owner) deliver(with delivery.Options) delivery.Delivery {
	o.Helper()
	d, err := o.Deliver(o.Context(), o.scope, with, func(int, int, say.Message) {})
	if err != nil {
		o.Fatal(err)
	}
	return d
}

// succeeds delivers and expects it to be done.
func (o *owner) succeeds(with delivery.Options) delivery.Delivery {
	o.Helper()
	d := o.deliver(with)
	if d.Status != delivery.Done {
		o.Fatalf("%s: %s %+v", d.Status, outcome.Sentence(d.Error), d.Files)
	}
	return d
}

func (o *owner) plan() delivery.Plan {
	o.Helper()
	p, err := o.Plan(o.Context(), o.scope)
	if err != nil {
		o.Fatal(err)
	}
	return p
}

// statuses returns the files of a plan by status.
func statuses(p delivery.Plan) map[string]string {
	list := map[string]string{}
	for _, f := range p.Files {
		list[f.Path] = string(f.Status)
	}
	return list
}

func sentOf(d delivery.Delivery) map[string]string {
	list := map[string]string{}
	for _, f := range d.Files {
		list[f.Path] = string(f.Status)
	}
	return list
}

// expectFiles compares the files of the machine.
func (o *owner) expectFiles(want map[string]string) {
	o.Helper()
	got := o.texts()
	for _, name := range slices.Sorted(maps.Keys(got)) {
		if got[name] != want[name] {
			o.Errorf("%s has %q, want %q", name, got[name], want[name])
		}
	}
	for name := range want {
		if _, is := got[name]; !is {
			o.Errorf("%s is missing", name)
		}
	}
}

// problem is a finding of the lint.
func problem(severity lint.Severity) lint.Finding {
	return lint.Finding{Rule: lint.Rules()[0], Severity: severity, Resource: record.Types, Name: "Apple", Says: say.New("wrong")}
}

// blockedBy returns why a delivery is held back.
func (o *owner) blockedBy(with delivery.Options) delivery.BlockedError {
	o.Helper()
	_, err := o.Deliver(o.Context(), o.scope, with, func(int, int, say.Message) {})
	var blocked delivery.BlockedError
	if !errors.As(err, &blocked) {
		o.Fatalf("not held back: %v", err)
	}
	return blocked
}

// changeRecord changes the nominal of the only type.
func (o *owner) changeRecord(nominal int64) {
	o.Helper()
	rows, err := o.config.DB.All(o.Context(), record.Types, o.scope, "")
	if err != nil || len(rows) != 1 {
		o.Fatalf("%d types, %v", len(rows), err)
	}
	values := record.Values{"nominal": nominal}
	if _, err := o.config.DB.Update(o.Context(), record.Types, o.scope, record.Types.SID(rows[0]), values); err != nil {
		o.Fatal(err)
	}
}
