package pull_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"quartermaster/internal/account"
	"quartermaster/internal/blob"
	"quartermaster/internal/delivery"
	"quartermaster/internal/imports"
	"quartermaster/internal/layers"
	"quartermaster/internal/lint"
	"quartermaster/internal/mission"
	"quartermaster/internal/pgtest"
	"quartermaster/internal/pull"
	"quartermaster/internal/queue"
	"quartermaster/internal/record"
	"quartermaster/internal/remote"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
	"quartermaster/internal/stored"
	"quartermaster/internal/storetest"
	"quartermaster/internal/target"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

const (
	home  = "mpmissions/dayzOffline.chernarusplus/"
	types = home + "db/types.xml"
)

// typesOf is a types.xml with the nominals of two types.
func typesOf(akm, apple int) string {
	const one = "    <type name=%q>\n        <nominal>%d</nominal>\n        <lifetime>3600</lifetime>\n    </type>\n"
	return "<types>\n" + fmt.Sprintf(one, "AKM", akm) + fmt.Sprintf(one, "Apple", apple) + "</types>\n"
}

// server is a folder that counts what is read, and cuts connections.
type server struct {
	remote.Server
	*counts
}

type counts struct {
	mu         sync.Mutex
	opened     []string
	offsets    []int64
	cut        int64 // how many bytes the next file gives before the connection is lost; 0 for all
	lost       bool
	opens, now int
	most       int             // transfers at once
	meeting    *sync.WaitGroup // where the first transfers wait for each other; nil for none
}

type opener struct {
	remote.Opener
	*counts
}

func (o opener) Open(ctx context.Context, t remote.Target) (*remote.Connection, error) {
	conn, err := o.Opener.Open(ctx, t)
	if err != nil {
		return nil, err
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.lost = false
	o.opens++
	return &remote.Connection{Server: server{conn.Server, o.counts}, Fingerprint: conn.Fingerprint}, nil
}

var errLost = errors.New("the connection was lost")

func (s server) Open(ctx context.Context, path string, offset int64) (io.ReadCloser, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.lost {
		return nil, errLost
	}
	if s.meeting != nil && len(s.opened) < 4 {
		defer s.meet()
	}
	s.opened, s.offsets = append(s.opened, path), append(s.offsets, offset)
	s.now++
	s.most = max(s.most, s.now)
	from, err := s.Server.Open(ctx, path, offset)
	return &content{from, s.counts, s.cut}, err
}

// meet waits for the other transfers. The lock is held.
func (c *counts) meet() {
	c.mu.Unlock()
	c.meeting.Done()
	c.meeting.Wait()
	c.mu.Lock()
}

// content ends with an error where the connection is cut.
type content struct {
	io.ReadCloser
	*counts
	cut int64
}

func (c *content) Read(b []byte) (int, error) {
	if c.cut == 0 {
		return c.ReadCloser.Read(b)
	}
	n, _ := c.ReadCloser.Read(b[:min(int64(len(b)), c.cut)])
	if c.cut -= int64(n); c.cut == 0 {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.lost, c.counts.cut = true, 0
		return n, errLost
	}
	return n, nil
}

func (c *content) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now--
	return c.ReadCloser.Close()
}

// owner is a user whose instance has its server in a folder.
type owner struct {
	*pull.Service
	pull.Config
	t     testing.TB
	scope store.Scope
	dir   string
	blobs blob.Store
	*counts
}

func newOwner(t testing.TB, files map[string]string) owner {
	t.Helper()
	db, dir := storetest.Open(t), t.TempDir()
	accounts, err := account.New(db, account.Options{})
	check(t, err)
	blobs, err := blob.OpenDisk(t.TempDir())
	check(t, err)
	t.Cleanup(func() { _ = blobs.Close() })
	o := owner{t: t, dir: dir, blobs: blobs, counts: new(counts)}
	o.Config = pull.Config{DB: db, Missions: mission.New(db), Jobs: queue.NewJobs(db, nil), Stored: stored.New(db, blobs, accounts, time.Now)}
	o.Targets = target.New(db, opener{remote.New(remote.Options{Private: true, Folders: []string{dir}}), o.counts}, []string{dir})
	o.Imports = imports.New(db, o.Missions, blobs, o.Jobs, o.Stored)
	o.Service = pull.New(o.Config)
	o.scope, _ = storetest.Instance(t, db, storetest.User(t, db))
	o.at(remote.Target{Protocol: remote.Folder, Dir: dir})
	for name, text := range files {
		o.write(name, text)
	}
	return o
}

// at makes a server the target.
func (o owner) at(t remote.Target) {
	o.t.Helper()
	in := target.TargetInput{
		Protocol: t.Protocol, Host: t.Host, Port: max(t.Port, 1), Username: t.Username, PrivateKey: &t.PrivateKey, Dir: t.Dir,
	}
	_, err := o.Targets.Put(o.t.Context(), o.scope, in)
	check(o.t, err)
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// write changes a file on the server.
func (o owner) write(name, text string) {
	o.t.Helper()
	at := filepath.Join(o.dir, filepath.FromSlash(name))
	check(o.t, os.MkdirAll(filepath.Dir(at), 0o750))
	check(o.t, os.WriteFile(at, []byte(text), 0o600))
}

func (o owner) pull(options pull.Options) pull.Result {
	o.t.Helper()
	o.opened, o.offsets = nil, nil
	result, err := o.Now(o.t.Context(), o.scope, options, func(int, int, say.Message) {})
	check(o.t, err)
	return result
}

// differs holds what a pull has found: the status of each file, with a + for those that it takes.
func (o owner) differs(options pull.Options, want ...string) pull.Result {
	o.t.Helper()
	result := o.pull(options)
	var got []string
	for _, d := range result.Differences {
		mark := ""
		if d.Taken {
			mark = " +"
		}
		got = append(got, d.Path+": "+string(d.Status)+mark)
	}
	if !slices.Equal(got, want) {
		o.t.Errorf("%+v: %q, want %q", options, got, want)
	}
	return result
}

// nominal returns the nominal of a type.
func (o owner) nominal(name string) (n int64) {
	o.t.Helper()
	check(o.t, o.DB.QueryRow(o.t.Context(),
		`SELECT t.nominal FROM types t JOIN instance_classnames c ON c.id = t.instance_classname_id WHERE c.name = $1`, name).Scan(&n))
	return n
}

// change changes the nominal of a type in the instance.
func (o owner) change(name string, nominal int64) {
	o.t.Helper()
	var sid string
	check(o.t, o.DB.QueryRow(o.t.Context(),
		`SELECT t.sid FROM types t JOIN instance_classnames c ON c.id = t.instance_classname_id WHERE c.name = $1`, name).Scan(&sid))
	_, err := o.DB.Update(o.t.Context(), record.Types, o.scope, sid, record.Values{"nominal": nominal})
	check(o.t, err)
}

func TestAPullTakesWhatWasChangedOnTheServer(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		o := newOwner(t, map[string]string{
			types: typesOf(10, 20), "ban.txt": "", home + "storage_1/data/types.xml": typesOf(1, 1), "profiles/a.RPT": "log",
			"profiles/b.RPT.txt":                  "log",
			home + "last week/cfgeconomycore.xml": "<economycore/>", home + "last week/db/types.xml": typesOf(1, 1), "profiles/@CF/info.json": "{}",
		})
		o.differs(pull.Options{DryRun: true}, "ban.txt: new +", types+": new +")
		o.differs(pull.Options{}, "ban.txt: new +", types+": new +")
		if len(o.opened) != 2 || o.nominal("AKM") != 10 {
			t.Errorf("opened %v", o.opened)
		}
		o.differs(pull.Options{})
		if len(o.opened) != 0 {
			t.Errorf("an unchanged server costs %v", o.opened)
		}
		o.write(types, typesOf(11, 20)+"<!-- x -->")
		result := o.differs(pull.Options{}, types+": changed +")
		if o.nominal("AKM") != 11 || result.Fetched != 1 || result.Listed != 2 {
			t.Errorf("%+v", result)
		}
	})
}

// TestAChangeWithinTheSameSecondIsSeen: the file has the size and the time that were listed before.
func TestAChangeWithinTheSameSecondIsSeen(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		o := newOwner(t, map[string]string{types: typesOf(10, 20), "ban.txt": ""})
		// Of a clock that is ahead, so that the test may take its time, and in no whole minute, of which servers may tell no seconds.
		second := time.Now().Add(time.Hour).Truncate(time.Minute).Add(30 * time.Second)
		old := second.Add(-2 * time.Hour)
		stamp := func() {
			check(t, os.Chtimes(filepath.Join(o.dir, types), second, second))
			check(t, os.Chtimes(filepath.Join(o.dir, "ban.txt"), old, old))
		}
		stamp()
		o.pull(pull.Options{})
		o.write(types, typesOf(11, 20))
		stamp()
		o.differs(pull.Options{}, types+": changed +")
		if !slices.Equal(o.opened, []string{types}) || o.nominal("AKM") != 11 {
			t.Errorf("opened %v, AKM %d", o.opened, o.nominal("AKM"))
		}
	})
}

func TestAPullKeepsWhatTheInstanceHasChanged(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		o := newOwner(t, map[string]string{types: typesOf(10, 20)})
		o.pull(pull.Options{})
		o.change("AKM", 50)
		o.differs(pull.Options{Mode: mission.Merge}, types+": changed here")
		o.write(types, typesOf(10, 2100))
		o.differs(pull.Options{}, types+": both changed +")
		if akm, apple := o.nominal("AKM"), o.nominal("Apple"); akm != 50 || apple != 2100 {
			t.Errorf("AKM %d, Apple %d", akm, apple)
		}
		o.differs(pull.Options{Mode: mission.Replace}, types+": changed here +")
		if akm := o.nominal("AKM"); akm != 10 {
			t.Errorf("AKM %d after replacing", akm)
		}
	})
}

// TestAReviewedPullIsProposedOnce, however often it is repeated.
func TestAReviewedPullIsProposedOnce(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		o := newOwner(t, map[string]string{types: typesOf(10, 20)})
		o.pull(pull.Options{})
		_, err := o.DB.Exec(t.Context(), `UPDATE instances SET review = 'required'`)
		check(t, err)
		var made []string
		for _, akm := range []int{11, 11, 12} {
			o.write(types, typesOf(akm, 20))
			layer := o.pull(pull.Options{}).Import.Layer
			if layer == nil || layer.State != layers.Proposed {
				t.Fatalf("%+v", layer)
			}
			made = append(made, layer.SID)
		}
		if made[0] != made[1] || made[1] == made[2] || o.nominal("AKM") != 10 {
			t.Errorf("layers %q, AKM %d", made, o.nominal("AKM"))
		}
	})
}

func TestADryRunChangesNothing(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		o := newOwner(t, map[string]string{types: typesOf(10, 20)})
		o.pull(pull.Options{})
		o.write(types, typesOf(100, 20))
		result := o.differs(pull.Options{DryRun: true}, types+": changed +")
		if len(result.Import.Changes) != 1 || o.nominal("AKM") != 10 {
			t.Errorf("%+v", result.Import)
		}
		o.differs(pull.Options{}, types+": changed +")
		if o.nominal("AKM") != 100 {
			t.Error("the second time it was not taken")
		}
	})
}

// TestALostConnectionIsOpenedAgain and the file read on from where it was.
func TestALostConnectionIsOpenedAgain(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		o := newOwner(t, map[string]string{types: typesOf(10, 20)})
		o.cut = 30
		o.pull(pull.Options{})
		if !slices.Equal(o.offsets, []int64{0, 30}) || o.opens != 2 || o.nominal("Apple") != 20 {
			t.Errorf("read from %v over %d connections", o.offsets, o.opens)
		}
	})
}

func TestAtMostFourTransfersGoOnAtOnce(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		files := map[string]string{}
		for i := range 30 {
			files[fmt.Sprintf("%sexpansion/x/%d.json", home, i)] = "{}"
		}
		o := newOwner(t, files)
		o.meeting = new(sync.WaitGroup)
		o.meeting.Add(4)
		result := o.pull(pull.Options{})
		if o.most != 4 || result.Fetched != 30 || o.opens != 1 {
			t.Errorf("%d at once, %d fetched", o.most, result.Fetched)
		}
	})
}

func TestWhyAServerCannotBePulled(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		o := newOwner(t, nil)
		check(t, os.RemoveAll(o.dir))
		_, err := o.Now(t.Context(), o.scope, pull.Options{}, func(int, int, say.Message) {})
		var refused pull.Refused
		if !errors.As(err, &refused) || !strings.HasSuffix(err.Error(), ".") {
			t.Errorf("%v", err)
		}
		check(t, o.Targets.Delete(t.Context(), o.scope))
		if _, err := o.Start(t.Context(), o.scope, pull.Options{}); !errors.Is(err, target.ErrNone) {
			t.Errorf("%v", err)
		}
	})
}

func TestAJobPulls(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		o := newOwner(t, map[string]string{types: typesOf(10, 20)})
		result, err := o.Run(t.Context(),
			queue.Job{UserID: o.scope.UserID, InstanceID: o.scope.InstanceID, Scope: o.scope, Payload: []byte(`{"mode":"update"}`)},
			func(int, int, say.Message) {})
		check(t, err)
		read, err := imports.Parse(result)
		check(t, err)
		summary, err := pull.Parse(result)
		if err != nil || len(read.Files) != 1 || read.Files[0].Created == 0 || len(summary.Differences) != 1 ||
			summary.Differences[0].Status != pull.OnlyThere || summary.Options.Mode != mission.Update {
			t.Errorf("%s, %v", result, err)
		}
	})
}

// TestAnotherServerIsReadAnew although its file is listed like that of the first.
func TestAnotherServerIsReadAnew(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		o := newOwner(t, map[string]string{"one/" + types: typesOf(10, 20), "two/" + types: typesOf(30, 20)})
		day := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
		for server, want := range map[string]int64{"one": 10, "two": 30} {
			check(t, os.Chtimes(filepath.Join(o.dir, server, types), day, day))
			o.at(remote.Target{Protocol: remote.Folder, Dir: filepath.Join(o.dir, server)})
			if o.pull(pull.Options{Mode: mission.Replace}); o.nominal("AKM") != want {
				t.Errorf("%s: AKM %d, want %d", server, o.nominal("AKM"), want)
			}
		}
	})
}

// TestAPullMergesFromWhatBothHad: after a delivery, or a pull, the version that both sides had then is the base, not the last import.
func TestAPullMergesFromWhatBothHad(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		o := newOwner(t, map[string]string{types: typesOf(10, 20)})
		o.pull(pull.Options{})
		o.change("AKM", 50)
		o.deliver()
		o.write(types, strings.Replace(o.read(types), "50", "60000", 1))
		result := o.differs(pull.Options{DryRun: true}, types+": changed +")
		since := result.Differences[0].Since
		if len(result.Import.Files[0].Conflicts) > 0 || len(since) != 1 || since[0].Title != "AKM" ||
			string(since[0].Before["nominal"]) != "50" || string(since[0].After["nominal"]) != "60000" {
			t.Errorf("%+v, %+v", result.Import, since)
		}
		o.differs(pull.Options{}, types+": changed +")
		if akm := o.nominal("AKM"); akm != 60000 {
			t.Errorf("what only the server has changed since the delivery was not taken: AKM %d", akm)
		}
		o.change("AKM", 70)
		o.change("Apple", 71)
		o.write(types, typesOf(800, 900))
		parsed := func(options pull.Options) (read pull.Result, in imports.Result) {
			t.Helper()
			text := o.pull(options).AppendJSON(nil)
			read, err := pull.Parse(text)
			check(t, err)
			in, err = imports.Parse(text)
			check(t, err)
			return read, in
		}
		read, in := parsed(pull.Options{DryRun: true, Prefer: mission.Theirs, Paths: []string{types}})
		conflicts := in.Files[0].Conflicts
		if len(conflicts) != 2 || string(conflicts[0].Base) != "60000" || string(conflicts[0].Mine) != "70" ||
			string(conflicts[0].Theirs) != "800" || conflicts[0].Taken != mission.Theirs {
			t.Fatalf("%+v", conflicts)
		}
		if read.Options.Prefer != mission.Theirs || len(read.Options.Paths) != 1 || len(read.Differences[0].Since) != 2 {
			t.Errorf("%+v", read)
		}
		o.pull(pull.Options{Choices: mission.Choices{conflicts[0].SID + ".nominal": mission.Theirs, types: mission.Mine}})
		if akm, apple := o.nominal("AKM"), o.nominal("Apple"); akm != 800 || apple != 71 {
			t.Errorf("AKM %d, Apple %d", akm, apple)
		}
		o.differs(pull.Options{}, types+": changed here")
		_, err := o.Now(t.Context(), o.scope, pull.Options{Paths: []string{"nothing.xml"}}, func(int, int, say.Message) {})
		if refused := pull.Refused(say.Plain("")); !errors.As(err, &refused) {
			t.Errorf("a file that the server does not have: %v", err)
		}
	})
}

// TestAnUpdateThatWasNotDeliveredStays: a server that has the files from before an update of the game, which the instance took in, has
// not been changed by anybody.
func TestAnUpdateThatWasNotDeliveredStays(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		o := newOwner(t, map[string]string{types: typesOf(10, 20)})
		for _, text := range []string{typesOf(10, 20), typesOf(11, 21), typesOf(11, 22)} {
			reports, err := o.Missions.Import(t.Context(), o.scope, []mission.Upload{{Path: types, Data: []byte(text)}},
				mission.Options{Mode: mission.Update})
			if err != nil || reports[0].Status != mission.Imported {
				t.Fatal(reports, err)
			}
		}
		o.differs(pull.Options{}, types+": changed here")
		o.differs(pull.Options{Mode: mission.Replace, DryRun: true}, types+": changed here +")
		o.write(types, typesOf(10, 99))
		o.differs(pull.Options{DryRun: true}, types+": changed +")
	})
}

// read returns a file of the server.
func (o owner) read(name string) string {
	o.t.Helper()
	text, err := os.ReadFile(filepath.Join(o.dir, filepath.FromSlash(name))) //nolint:gosec // of the test
	check(o.t, err)
	return string(text)
}

// deliver sends what differs.
func (o owner) deliver() {
	o.t.Helper()
	s := delivery.New(delivery.Config{
		DB: o.DB, Missions: o.Missions, Lint: clean{}, Blobs: o.blobs, Jobs: o.Jobs, Stored: o.Stored, Places: delivery.Targets(o.Targets),
	})
	d, err := s.Deliver(o.t.Context(), o.scope, delivery.Options{}, func(int, int, say.Message) {})
	if err != nil || d.Status != delivery.Done {
		o.t.Fatalf("%+v, %v", d, err)
	}
}

// clean finds no problems.
type clean struct{}

func (clean) Check(context.Context, store.Scope) ([]lint.Finding, error) { return nil, nil }
