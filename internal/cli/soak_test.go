package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"quartermaster/internal/account"
	"quartermaster/internal/s3"
	"quartermaster/internal/s3/s3test"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// soakEnv is how long TestFleetLosesNothing lasts, such as 10m with 60 owners; by default, it is a few seconds with fewer.
const soakEnv = "QM_TEST_SOAK"

// TestFleetLosesNothing has owners and their bots work on three servers while one thing after the other fails, and compares what they were
// told with what is stored in the end.
func TestFleetLosesNothing(t *testing.T) {
	t.Parallel()
	lasting, long := 4*time.Second, os.Getenv(soakEnv) != ""
	owners, pause, each := 8, 100*time.Millisecond, 700*time.Millisecond
	if long {
		var err error
		if lasting, err = time.ParseDuration(os.Getenv(soakEnv)); err != nil {
			t.Fatal(err)
		}
		owners, pause, each = 60, 400*time.Millisecond, 4*time.Second
	}
	f := fleetFor(t, long)
	work := &workload{fleet: f, pause: pause, end: time.Now().Add(lasting)}
	var all sync.WaitGroup
	for i := range owners {
		o := work.newOwner(i)
		all.Go(o.work)
	}
	list := faults()
	if !long {
		list = list[:4]
	}
	for n := 0; time.Now().Before(work.end); n++ {
		time.Sleep(each)
		if long {
			t.Log(time.Until(work.end).Round(time.Second), list[n%len(list)].name)
		}
		list[n%len(list)].run(f, each)
		if f.failOver != nil && time.Until(work.end) < lasting/2 {
			t.Log("the database fails, and its standby takes over")
			f.failOver()
			f.failOver = nil
		}
	}
	all.Wait()
	for _, m := range f.members {
		f.awaitReady("http://" + m.address)
	}
	if !long {
		work.passMinute()
	}
	work.compare()
}

func fleetFor(t *testing.T, long bool) *fleet {
	t.Helper()
	if long {
		return newFleetWithStandby(t)
	}
	return newFleet(t)
}

// passMinute ends the leases of servers that were killed or cut off, when nobody else has worked for a while.
func (w *workload) passMinute() {
	w.t.Helper()
	time.Sleep(time.Second)
	if _, err := w.db.Exec(w.t.Context(), `UPDATE jobs SET lease_until = 0 WHERE state = 'running'`); err != nil {
		w.t.Fatal(err)
	}
}

// workload is what all owners do.
type workload struct {
	*fleet
	pause  time.Duration
	end    time.Time
	owners []*soakOwner

	requests, unavailable, read, written, imports atomic.Int64
}

// over tells whether all may stop: the time is over, and enough was done to say anything. A slow machine gets two minutes more for that.
func (w *workload) over() bool {
	late := time.Since(w.end)
	return late > 0 && w.enough() || late > 2*time.Minute
}

func (w *workload) enough() bool { return w.written.Load() >= 20 && w.imports.Load() >= 1 }

// soakOwner is a user with an instance, and what he knows about it. Every event has a name of its own.
type soakOwner struct {
	*workload
	customer
	scope     store.Scope
	random    *rand.Rand
	events    map[string]*soakEvent
	uncertain map[string]bool // events whose last change was not answered; nobody touches them again
	changes   int             // that were acknowledged
	doubtful  int             // that were not answered
	jobs      []string        // imports that were acknowledged
	lost      int             // imports that were not answered
	n         int
}

type soakEvent struct {
	sid     string
	nominal int
}

func (w *workload) newOwner(i int) *soakOwner {
	w.t.Helper()
	accounts, err := account.New(w.db, account.Options{})
	if err != nil {
		w.t.Fatal(err)
	}
	user := storetest.User(w.t, w.db)
	token, err := accounts.NewToken(w.t.Context(), user)
	if err != nil {
		w.t.Fatal(err)
	}
	scope, sid := storetest.Instance(w.t, w.db, user)
	o := &soakOwner{
		workload: w, customer: customer{w.t, w.db, token, sid}, scope: scope, random: rand.New(rand.NewPCG(uint64(i), 1)),
		events: map[string]*soakEvent{}, uncertain: map[string]bool{},
	}
	w.owners = append(w.owners, o)
	return o
}

// work does one thing after the other.
func (o *soakOwner) work() {
	for !o.over() {
		switch o.random.IntN(10) {
		case 0, 1, 2:
			o.create()
		case 3, 4, 5:
			o.change()
		case 6:
			o.remove()
		case 7, 8:
			o.list()
		case 9:
			o.upload()
		}
		time.Sleep(time.Duration(o.random.Int64N(int64(2 * o.pause))))
	}
}

// ask sends a request through the balancer. It reports false for one whose outcome is not known.
func (o *soakOwner) ask(method, path, key, kind string, body []byte) (status int, answer []byte, known bool) {
	address := o.balancer + "/api/v1/instances/" + o.instance + path
	req, err := http.NewRequest(method, address, bytes.NewReader(body)) //nolint:noctx // the client has a limit
	if err != nil {
		o.workload.t.Error(err)
		return 0, nil, false
	}
	req.Header.Set("Authorization", "Bearer "+o.token)
	req.Header.Set("Content-Type", kind)
	if key != "" {
		req.Header.Set("Idempotency-Key", key)
	}
	o.requests.Add(1)
	began := time.Now()
	resp, err := (&http.Client{Timeout: time.Minute}).Do(req)
	if err != nil {
		o.unavailable.Add(1)
		return 0, nil, false
	}
	defer resp.Body.Close()
	answer, err = io.ReadAll(resp.Body)
	switch {
	case time.Since(began) > 45*time.Second:
		o.workload.t.Errorf("%s %s took %v", method, path, time.Since(began))
	case resp.StatusCode >= 500 && resp.StatusCode != http.StatusServiceUnavailable && resp.StatusCode != http.StatusBadGateway &&
		resp.StatusCode != http.StatusGatewayTimeout:
		o.workload.t.Errorf("%s %s: %d %s", method, path, resp.StatusCode, answer)
	}
	// net/http repeats what has a key, and a dead server holds it
	if err != nil || resp.StatusCode >= 500 || resp.StatusCode == http.StatusConflict {
		o.unavailable.Add(1)
		return resp.StatusCode, answer, false
	}
	return resp.StatusCode, answer, true
}

type soakAnswer struct {
	Data struct {
		SID     string
		Nominal int
		Job     struct{ SID string }
	}
}

// say sends JSON and reports whether the answer has the expected status; an event whose outcome is not known becomes uncertain.
func (o *soakOwner) say(method, path, key, name string, body any, want int) (answer soakAnswer, done bool) {
	text, err := json.Marshal(body)
	if err != nil {
		o.workload.t.Error(err)
	}
	status, got, known := o.ask(method, path, key, "application/json", text)
	switch {
	case !known && name != "":
		o.uncertain[name] = true
		o.doubtful++
	case known && status != want:
		o.workload.t.Errorf("%s %s %s: %d %s, want %d", method, path, text, status, got, want)
	case known && len(got) > 0:
		if err := json.Unmarshal(got, &answer); err != nil {
			o.workload.t.Errorf("%s %s: %v in %s", method, path, err, got)
		}
	}
	return answer, known && status == want
}

// create adds an event, says so twice with one key, and reads it through another server.
func (o *soakOwner) create() {
	o.n++
	name := fmt.Sprintf("Event%d", o.n)
	body := map[string]any{"name": name, "nominal": o.n, "min": 0, "max": 0, "lifetime": 1}
	key := store.NewSID()
	made, done := o.say(http.MethodPost, "/events", key, name, body, http.StatusCreated)
	if !done {
		return
	}
	o.changes++
	o.written.Add(1)
	o.events[name] = &soakEvent{sid: made.Data.SID, nominal: o.n}
	if again, done := o.say(http.MethodPost, "/events", key, "", body, http.StatusCreated); done && again.Data.SID != made.Data.SID {
		o.workload.t.Errorf("a key made both %s and %s", made.Data.SID, again.Data.SID)
	}
	o.look(name)
}

// any returns an event that nobody is in doubt about.
func (o *soakOwner) any() string {
	for name := range o.events {
		if !o.uncertain[name] {
			return name
		}
	}
	return ""
}

func (o *soakOwner) change() {
	name := o.any()
	if name == "" {
		return
	}
	o.n++
	if _, done := o.say(http.MethodPatch, "/events/"+o.events[name].sid, "", name, map[string]any{"nominal": o.n}, http.StatusOK); done {
		o.changes++
		o.written.Add(1)
		o.events[name].nominal = o.n
		o.look(name)
	}
}

// look reads an event, most likely from another server than the one that has changed it.
func (o *soakOwner) look(name string) {
	e := o.events[name]
	if got, done := o.say(http.MethodGet, "/events/"+e.sid, "", "", nil, http.StatusOK); done {
		o.read.Add(1)
		if got.Data.Nominal != e.nominal {
			o.workload.t.Errorf("%s is read as %d after it was made %d", name, got.Data.Nominal, e.nominal)
		}
	}
}

func (o *soakOwner) remove() {
	name := o.any()
	if name == "" {
		return
	}
	path := "/events/" + o.events[name].sid
	if _, done := o.say(http.MethodDelete, path, "", name, nil, http.StatusOK); done {
		o.changes++
		o.written.Add(1)
		delete(o.events, name)
		if status, _, known := o.ask(http.MethodGet, path, "", "", nil); known && status != http.StatusNotFound {
			o.workload.t.Errorf("%s is there after it was deleted: %d", name, status)
		}
	}
}

// list reads the total.
func (o *soakOwner) list() {
	status, text, known := o.ask(http.MethodGet, "/events?per_page=1", "", "", nil)
	if !known {
		return
	}
	var got struct{ Meta struct{ Total int } }
	if err := json.Unmarshal(text, &got); err != nil || status != http.StatusOK {
		o.workload.t.Errorf("a list: %d %s", status, text)
	}
	o.read.Add(1)
	certain := 0
	for name := range o.events {
		if !o.uncertain[name] {
			certain++
		}
	}
	if got.Meta.Total < certain || got.Meta.Total > certain+len(o.uncertain) {
		o.workload.t.Errorf("a total of %d, want %d and up to %d more", got.Meta.Total, certain, len(o.uncertain))
	}
}

// upload queues an import.
func (o *soakOwner) upload() {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	n := len(o.jobs) + o.lost
	part, err := form.CreateFormFile("files[]", fmt.Sprintf("custom/part%d_types.xml", n))
	if err != nil {
		o.workload.t.Error(err)
		return
	}
	fmt.Fprintf(part, "<types>\n<type name=\"Item%d\"><nominal>1</nominal></type>\n</types>\n", n)
	_ = form.Close()
	status, text, known := o.ask(http.MethodPost, "/files?async=1", "", form.FormDataContentType(), body.Bytes())
	if known && status == http.StatusTooManyRequests { // five jobs wait
		return
	}
	var answer soakAnswer
	if err := json.Unmarshal(text, &answer); !known || err != nil || status != http.StatusAccepted {
		if known {
			o.workload.t.Errorf("an upload: %d %s", status, text)
		}
		o.lost++
		return
	}
	o.jobs = append(o.jobs, answer.Data.Job.SID)
	o.imports.Add(1)
}

// compare compares what was acknowledged with what is stored.
func (w *workload) compare() {
	w.t.Helper()
	for end := time.Now().Add(2 * time.Minute); w.number(`SELECT count(*) FROM jobs WHERE finished_at IS NULL`) > 0 &&
		time.Now().Before(end); {
		time.Sleep(100 * time.Millisecond)
	}
	for _, o := range w.owners {
		o.compare()
	}
	w.compareContents()
	w.t.Logf("%d requests (%d not served), %d changes and %d imports acknowledged, %d reads compared", w.requests.Load(), w.unavailable.Load(),
		w.written.Load(), w.imports.Load(), w.read.Load())
	if !w.enough() {
		w.t.Error("too little was done to say anything")
	}
}

// compareContents looks for contents in the bucket that no row of the database knows.
func (w *workload) compareContents() {
	w.t.Helper()
	files, err := s3.Open(w.files, s3test.Key, s3test.Secret)
	if err != nil {
		w.t.Fatal(err)
	}
	defer files.Close()
	const known = `SELECT (SELECT count(*) FROM stored_files WHERE $1 = 'stored/' || user_id || '/' || sha256)
		+ (SELECT count(*) FROM stored_drafts WHERE $1 = 'stored/' || user_id || '/' || sha256) 
		+ (SELECT count(*) FROM jobs WHERE $1 = 'jobs/' || sid || '/uploads')`
	err = files.Keys(w.t.Context(), func(key string) error {
		if w.number(known, key) == 0 {
			w.t.Errorf("nothing knows %s", key)
		}
		return nil
	})
	if err != nil {
		w.t.Error(err)
	}
}

func (w *workload) number(query string, args ...any) (n int) {
	w.t.Helper()
	if err := w.db.QueryRow(w.t.Context(), query, args...).Scan(&n); err != nil {
		w.t.Fatalf("%s: %v", query, err)
	}
	return n
}

func (o *soakOwner) compare() {
	t := o.workload.t
	t.Helper()
	stored := map[string][]int{}
	rows, err := o.workload.db.Query(t.Context(), `SELECT name, nominal FROM events WHERE instance_id = $1`, o.scope.InstanceID)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		var nominal int
		if err := rows.Scan(&name, &nominal); err != nil {
			t.Fatal(err)
		}
		stored[name] = append(stored[name], nominal)
	}
	for name, found := range stored {
		if e := o.events[name]; len(found) != 1 || !o.uncertain[name] && (e == nil || found[0] != e.nominal) {
			t.Errorf("%s is stored as %v, acknowledged is %+v", name, found, e)
		}
	}
	for name := range o.events {
		if !o.uncertain[name] && len(stored[name]) == 0 {
			t.Errorf("%s is lost", name)
		}
	}
	o.compareHistory()
	o.compareImports()
}

// compareHistory counts the changes, of which each has a revision.
func (o *soakOwner) compareHistory() {
	t, id := o.workload.t, o.scope.InstanceID
	if got := o.number(`SELECT count(*) FROM changes WHERE instance_id = $1 AND resource = 'events'`,
		id); got < o.changes || got > o.changes+o.doubtful {
		t.Errorf("the history has %d changes of events, want %d and up to %d more", got, o.changes, o.doubtful)
	}
	if gaps := o.number(`SELECT i.revision - count(v.number) FROM instances i LEFT JOIN revisions v ON v.instance_id = i.id WHERE i.id = `+
		`$1 GROUP BY i.id`,
		id); gaps != 0 {
		t.Errorf("%d revisions are missing", gaps)
	}
}

// compareImports: each that was acknowledged was done, none was done twice, and stored are the uploads of those that were done.
func (o *soakOwner) compareImports() {
	t := o.workload.t
	for _, job := range o.jobs {
		if o.number(`SELECT count(*) FROM jobs WHERE sid = $1 AND state = 'done'`, job) != 1 {
			t.Errorf("the import %s is not done", job)
		}
	}
	done := o.number(`SELECT count(*) FROM jobs WHERE instance_id = $1 AND state = 'done'`, o.scope.InstanceID)
	files := o.number(`SELECT count(*) FROM stored_files WHERE user_id = $1`, o.scope.UserID)
	twice := o.number(`SELECT count(*) FROM changes WHERE instance_id = $1 AND resource = 'types' AND before IS NOT NULL`, o.scope.InstanceID)
	if done < len(o.jobs) || done > len(o.jobs)+o.lost || files != done || twice != 0 {
		t.Errorf("%d imports were acknowledged and %d not answered; %d are done, %d stored, %d written twice", len(o.jobs), o.lost, done, files,
			twice)
	}
}
