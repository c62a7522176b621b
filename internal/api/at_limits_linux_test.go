package api_test

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"quartermaster/internal/access"
	"quartermaster/internal/bulk"
	"quartermaster/internal/delivery"
	"quartermaster/internal/endpoint"
	"quartermaster/internal/imports"
	"quartermaster/internal/mission"
	"quartermaster/internal/observe"
	"quartermaster/internal/pull"
	"quartermaster/internal/queue"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// planLimits are how much an instance holds, and how many bytes of memory an operation on all of it may take at most.
type planLimits struct {
	types, files, bytes int
	memory              int
}

// longestTurn is how much of the processor's time a turn of the writer may take.
const longestTurn = 250 * time.Millisecond

// sizes returns the limits of the plan with QM_TEST_LIMITS=all, and else what shows the same: more than is changed in one transaction.
func sizes() planLimits {
	if os.Getenv("QM_TEST_LIMITS") == "all" {
		return planLimits{20_000, 1000, 240 << 20, 320 << 20}
	}
	return planLimits{2_400, 120, 24 << 20, 160 << 20}
}

// atLimits is a user whose instance holds as much as his plan allows.
type atLimits struct {
	furnished
	planLimits
	path   string
	before string // the number of the revision before the types
	meter  *turnMeter
}

func startAtLimits(t *testing.T) *atLimits {
	t.Helper()
	config := storetest.SQLiteConfig(t)
	config.Observed, config.InSlices = true, true
	db, err := store.Open(t.Context(), config)
	check(t, err)
	t.Cleanup(func() { check(t, db.Close()) })
	a := &atLimits{planLimits: sizes(), meter: new(turnMeter)}
	s := build(t, db, t.TempDir(), &clock{now: time.Now()}, nil)
	s.listen(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.handler.ServeHTTP(w, r.WithContext(observe.With(r.Context(), a.meter)))
	}))
	a.furnished = furnish(t, s.user(t), "Limits")
	a.path = "/api/v1/instances/" + a.instance
	a.joined(t, s.user(t), access.Viewer)
	a.exec(t, `UPDATE users SET is_admin = 1`) // some operations are for administrators
	a.member = strings.Trim(a.get(t, a.path+"/members").at("data.1.sid"), `"`)
	a.work(t)
	a.territories(t)
	a.before = a.get(t, a.path+"/revisions").at("data.0.number")
	a.fill(t)
	return a
}

// work does jobs of all kinds.
func (a *atLimits) work(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	w := queue.New(a.server.db, slog.New(slog.DiscardHandler), "default")
	handlers := map[string]queue.Handler{delivery.Kind: a.server.deliveries, pull.Kind: a.server.pulls, imports.Kind: a.server.imports}
	for _, kind := range bulk.Kinds() {
		handlers[kind] = a.server.changes()
	}
	for kind, h := range handlers {
		w.Handle(a.server.jobs, kind, access.Read, meteredJobs{h, a.meter})
	}
	done := make(chan struct{})
	go func() { defer close(done); w.Run(ctx) }()
	t.Cleanup(func() { cancel(); <-done })
}

type meteredJobs struct {
	queue.Handler
	meter *turnMeter
}

func (m meteredJobs) Run(ctx context.Context, job queue.Job, progress func(int, int, say.Message)) ([]byte, error) {
	return m.Handler.Run(observe.With(ctx, m.meter), job, progress)
}

// fill imports types, each of which has a finding, what else has many records, and files that are kept as they are.
func (a *atLimits) fill(t *testing.T) {
	t.Helper()
	missions, noise := mission.New(a.server.db), rand.New(rand.NewPCG(1, 2)) //nolint:gosec // bytes that do not get smaller
	var uploads []mission.Upload
	uploads = append(uploads, mission.Upload{Path: main + "db/linked.xml", Data: []byte(linked())})
	for _, f := range a.upkeep(1) {
		uploads = append(uploads, mission.Upload{Path: f.name, Data: []byte(f.content)})
	}
	for i := range a.files {
		data := make([]byte, a.bytes/a.files)
		for n := range data {
			data[n] = byte(noise.Uint32())
		}
		uploads = append(uploads, mission.Upload{Path: fmt.Sprintf("profiles/Kept/%d.bin", i), Data: data})
	}
	reports, err := missions.Import(t.Context(), a.scope, uploads, mission.Options{Mode: mission.Merge})
	check(t, err)
	for _, r := range reports {
		if r.Status != mission.Imported && r.Status != "stored" {
			t.Fatalf("%+v", r)
		}
	}
}

// typesFile is a file that is stored in slices.
func (a *atLimits) typesFile(nominal int) string {
	var text strings.Builder
	text.WriteString("<types>\n")
	for i := range a.types {
		fmt.Fprintf(&text,
			"<type name=\"Thing%d\"><nominal>%d</nominal><lifetime>3600</lifetime><restock>0</restock><min>%d</min><cost>100</cost>"+
				"<flags count_in_cargo=\"0\" count_in_hoarder=\"0\" count_in_map=\"1\" count_in_player=\"0\" crafted=\"0\" deloot=\"0\"/><usage "+
				"name=\"Town\"/></type><!--%s-->\n",
			i, nominal, nominal+1, strings.Repeat("x", max(1<<20/a.types-200, 1)))
	}
	return text.String() + "</types>\n"
}

// linked is a file that brings the names along that relinkAll adds.
func linked() string {
	text := `<types><type name="Linked">`
	for _, name := range []string{"usage", "value", "tag"} {
		for _, one := range []string{"LinkA", "LinkB", "LinkC", "LinkD"} {
			text += `<` + name + ` name="` + one + `"/>`
		}
	}
	return text + `</type></types>`
}

// heavy is a request that does as much as it may.
type heavy func(t *testing.T, a *atLimits, e endpoint.Endpoint) reply

// send returns one that sends the same body to each resource.
func sending(body string) heavy {
	return func(t *testing.T, a *atLimits, e endpoint.Endpoint) reply {
		t.Helper()
		return a.send(t, e.Method, a.furnished.path(e), body)
	}
}

// thereAndBack hands the instance over to its member, and gives it back unmeasured: the other operations need the owner.
func thereAndBack(t *testing.T, a *atLimits, e endpoint.Endpoint) reply {
	t.Helper()
	r := a.send(t, e.Method, a.path+"/transfer", `{"member":"`+a.member+`"}`)
	scope, err := a.server.db.InstanceScope(t.Context(), a.userID, a.instance)
	check(t, err)
	owner := scope.Owners()
	check(t, a.server.db.Transfer(t.Context(), owner, store.Member{UserID: a.userID}, func(context.Context, *store.Tx) error { return nil }))
	a.exec(t, `UPDATE members SET role = 'viewer' WHERE role = 'manager'`)
	return r
}

// reviewed approves a layer that nobody knows the author of.
func reviewed(t *testing.T, a *atLimits, e endpoint.Endpoint) reply {
	t.Helper()
	a.exec(t, `UPDATE layers SET user_id = NULL, changed_by = NULL, state = 'off'`)
	return a.send(t, e.Method, a.path+"/layers/"+a.layer+"/review", `{"verdict":"approve","comment":"Good"}`)
}

// onDraft sends to the draft of the instance that it knew when it was new.
func onDraft(t *testing.T, a *atLimits, e endpoint.Endpoint) reply {
	t.Helper()
	return a.send(t, e.Method, fill(e, with(a.params(e), "instance", a.draft)), `{"prefer":"theirs"}`)
}

const changeAll = `{"q":"*","operations":[{"op":"add","field":"nominal","value":1}]}`

// operations say for each action what it does at most. What reads and what makes, changes or deletes one record needs no entry; any
// other action without one fails.
func operationsAtLimits() map[endpoint.Action][]heavy {
	const token = `{"name":"Bot","permissions":["read"]}`
	return map[endpoint.Action][]heavy{
		endpoint.Create: {another}, endpoint.Update: {itself}, endpoint.Patch: {itself}, endpoint.Delete: {sending("")},
		"bulk":             {bulkOfAll, relinkAll("add_ids"), relinkAll("remove_ids")},
		endpoint.ImportCSV: {csvOfAll},
		"batch":            {batchOfMany},
		"apply":            {applyToAll},
		"run recipe":       {sending(`{}`)}, "copy recipe": {sending(`{"name":"Copied"}`)},
		"run recipes":   {runRecipes},
		"change member": {sending(`{"role":"editor"}`)}, "remove member": {sending("")},
		"transfer instance": {thereAndBack},
		"invite":            {sending(`{"role":"viewer"}`)}, "delete invitation": {sending("")}, "accept invitation": {sending("")},
		"create draft": {sending(`{"name":"Copied"}`)}, "delete draft": {sending("")}, "merge draft": {onDraft},
		"refresh draft": {onDraft},
		"create layer":  {sending(fmt.Sprintf(newLayer, "Added", "Added"))}, "change layer": {sending(`{"note":"Changed"}`)},
		"delete layer": {sending("")}, "turn layer on": {sending(`{}`)}, "turn layer off": {sending(`{}`)}, "settle layer": {sending(`{}`)},
		"review layer": {reviewed}, "create comment": {sending(`{"text":"Why?"}`)},
		"change comment": {sending(`{"text":"Why?"}`)}, "delete comment": {sending("")},
		"renew calendar address": {sending("")},
		"publish layer":          {sending(`{}`)}, "withdraw bundle": {sending("")},
		"create token": {sending(token)}, "create instance token": {sending(token)}, "delete token": {sending("")},
		"delete instance token": {sending("")}, "upload pack": {sending(packOf("limits", "Limits", ""))}, "delete pack": {sending("")},
		"import files": {
			importing("merge", "dry_run"), importing("update", "dry_run"), importing("update", ""), importing("replace", ""),
			importing("merge", "async"), importTiny, updateKept,
		},
		"patch document":               {sending(`{"document":{}}`)},
		"apply a preset to a document": {sending("")},
		"change zones":                 {changeZones},
		"change rows":                  {changeRows},
		"cancel job":                   {cancelJob}, "delete stored file": {sending("")}, "delete log": {sending("")},
		"revert to revision": {revertAll}, "undo revision": {undoAll, undoLinks},
		"propose economy": {batchOfMany}, "take prices": {sending(`{"dry_run":true}`), sending(`{}`)},
		"convert traders": {sending(`{"from":"dr-jones","to":"trader-plus"}`), sending(`{"from":"dr-jones","to":"expansion"}`)},
		"save text":       {sending(`{"text":"words"}`)}, "rename text": {renameText}, "delete text": {deleteText},
		"update lint rules": {sending(`{}`)}, "fix findings": {fixAll},
		"add logs":   {addLog},
		"set target": {setTarget}, "delete target": {sending("")}, "test target": {sending("")},
		"pull files": {sending(`{"dry_run":true}`)}, "deliver": {sending(`{"override":true,"reason":"test"}`)},
		"roll back": {sending(`{"dry_run":true}`), sending(`{}`)}, "forget copies": {sending("")},
		"set rcon": {setRCon}, "delete rcon": {sending("")}, "command server": {sending(`{"command":"lock"}`)},
		"create instance": {sending(`{"name":"Other","map_id":1}`)}, "update instance": {sending(`{"name":"Renamed"}`)},
		"save economy core": {sending(`{"dyn_radius":99}`)}, "patch economy core": {sending(`{"dyn_radius":98}`)},
		"reset economy core": {sending("")},
		"delete instance":    {sending("")},
	}
}

// inOrder returns the operations: what reads, what changes, what deletes, others before those that they refer to, and the instance last.
func inOrder() (list []endpoint.Endpoint) {
	var deleting []endpoint.Endpoint
	for e := range harmlessFirst(served()) {
		if e.Method == http.MethodDelete {
			deleting = append(deleting, e)
		} else {
			list = append(list, e)
		}
	}
	slices.Reverse(deleting)
	list = append(list, deleting...)
	for _, e := range served() {
		if e.Action == "delete instance" {
			list = append(list, e)
		}
	}
	return list
}

// TestNoOperationStopsOthers has every operation of the table do as much as the plan allows. While it has the only writer, others wait:
// for no turn longer than it may be, and for no more statements than a slice takes. And none takes more memory than it may.
// QM_TEST_LIMITS=all does so at the limits of the plan. It is alone, because it measures the process.
func TestNoOperationStopsOthers(t *testing.T) {
	a := startAtLimits(t)
	heavies, usual := operationsAtLimits(), a.memory
	for _, e := range inOrder() {
		todo := heavies[e.Action]
		switch {
		case e.Action == "watch job", e.Action == "fill building":
			continue // the one lasts as long as the job, the files for the other are not there
		case e.Method == http.MethodGet:
			todo = []heavy{download}
		case len(todo) == 0:
			t.Errorf("nothing is known about %s (%s %s) at the limits: add it to operationsAtLimits", e.Action, e.Method, e.Path)
		}
		for n, do := range todo {
			statements := mostStatements
			a.memory = usual
			if e.Action == "merge draft" {
				a.memory += usual / 2 // the origin takes in the draft, and then the draft its origin
			}
			if e.Action == "deliver" || e.Action == "roll back" {
				statements += 3 * a.files
			}
			a.measure(t, fmt.Sprintf("%s %s (%d)", e.Method, e.Path, n), statements, func() reply { return a.finished(t, do(t, a, e)) })
		}
	}
}
