package sequence

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"
)

// TestAnySequence does random things to two instances of one user. rapid's flags say how many sequences are run:
//
//	go test ./internal/sequence -rapid.checks=100000 -timeout 1h
//
// runs as many as an hour takes.
func TestAnySequence(t *testing.T) {
	t.Parallel()
	s := serve(t)
	corpus := append(ours(), genuine(t)...)
	var users atomic.Int64
	rapid.Check(t, func(rt *rapid.T) {
		u := s.newUser(t, fmt.Sprintf("u%d@example.org", users.Add(1)))
		servers := []*instance{newInstance(rt, u, corpus), newInstance(rt, u, corpus)}
		for range rapid.IntRange(1, 10).Draw(rt, "steps") {
			i := some(rt, "instance", servers)
			some(rt, "step", steps)(rt, i)
			for _, each := range servers {
				each.holds(rt, each == i)
			}
		}
		for _, each := range servers {
			each.takesItsOwn(rt)
		}
	})
}

// files are what an instance came out as, by path.
type files map[string]string

// moment is what an instance was at a revision.
type moment struct {
	revision int64
	files    files
}

// instance is one that a sequence is done to.
type instance struct {
	*user
	sid     string
	corpus  []folder
	now     moment
	past    []moment
	allowed func(path string, before, after string) string // says what is wrong with a change of a file
}

func newInstance(t fataler, u *user, corpus []folder) *instance {
	r := u.send(t, http.MethodPost, "/api/instance", "application/json", []byte(`{"name":"Test","map_id":1}`))
	if r.status != http.StatusCreated {
		t.Fatalf("%s: %d %s", r.request, r.status, r.body)
	}
	i := &instance{user: u, sid: member(r.body, "sid"), corpus: corpus}
	i.now = i.look(t)
	i.past = []moment{i.now}
	return i
}

// api sends a request about the instance on surface A.
func (i *instance) api(t fataler, method, path string, body []byte) reply {
	t.Helper()
	return i.send(t, method, "/api/v1/instances/"+i.sid+path, "application/json", body)
}

// look reads what the instance is now.
func (i *instance) look(t fataler) moment {
	var answer struct{ Data struct{ Revision int64 } }
	read(t, i.api(t, http.MethodGet, "", nil), &answer)
	return moment{answer.Data.Revision, unzip(t, i.api(t, http.MethodGet, "/files.zip", nil))}
}

// row is a file of the list of those that are generated.
type row struct {
	Path, Kind, Error string
	Broken            bool // it cannot be read, and is kept as it came
}

func (i *instance) list(t fataler) []row {
	var answer struct{ Data []row }
	read(t, i.api(t, http.MethodGet, "/files", nil), &answer)
	return answer.Data
}

// holds looks whether all that must hold after every step does.
func (i *instance) holds(t *rapid.T, touched bool) {
	t.Helper()
	after := i.look(t)
	i.compare(t, after, touched)
	for _, r := range i.list(t) {
		if r.Error != "" && !r.Broken {
			t.Fatalf("%s: %s", r.Path, r.Error)
		}
	}
	if after.revision != i.now.revision {
		i.past = append(i.past, after)
	}
	i.now = after
	if touched {
		i.accepts(t, "merge", true)
		i.pages(t)
	}
}

// compare looks at what has become of the files.
func (i *instance) compare(t *rapid.T, after moment, touched bool) {
	t.Helper()
	for path := range union(i.now.files, after.files) {
		before, now := i.now.files[path], after.files[path]
		switch {
		case before == now:
		case !touched:
			t.Fatalf("%s is another one, though the instance was not touched:\n%s", path, difference(before, now))
		default:
			if wrong := i.allowed(path, before, now); wrong != "" {
				t.Fatalf("%s: %s:\n%s", path, wrong, difference(before, now))
			}
		}
	}
}

// accepts looks whether what is generated is taken in again as unchanged.
func (i *instance) accepts(t fataler, mode string, dry bool) {
	t.Helper()
	if len(i.now.files) == 0 {
		return
	}
	query := "?mode=" + mode
	if dry {
		query += "&dry_run=1"
	}
	r := i.upload(t, query, []upload{{"server.zip", archive(t, i.now.files)}})
	broken := map[string]bool{}
	for _, f := range i.list(t) {
		broken[f.Path] = f.Broken
	}
	for _, f := range r {
		if f.Status == "failed" && broken[strings.TrimPrefix(f.Path, "server/")] {
			continue
		}
		if f.Status != "imported" || f.Created+f.Updated+f.Deleted > 0 {
			t.Fatalf("what was generated is not taken in as unchanged (%s): %+v\n%s", mode, f, i.now.files[f.Path])
		}
	}
}

// takesItsOwn imports what the instance came out as, which changes nothing.
func (i *instance) takesItsOwn(t fataler) {
	for _, mode := range []string{"merge", "replace"} {
		i.accepts(t, mode, false)
		i.same(t, i.now.files, i.look(t).files, "after its own output was imported ("+mode+")")
	}
}

func (i *instance) same(t fataler, want, got files, when string) {
	t.Helper()
	for path := range union(want, got) {
		if want[path] != got[path] {
			t.Fatalf("%s is another one %s:\n%s", path, when, difference(want[path], got[path]))
		}
	}
}

// pages opens what a person opens most.
func (i *instance) pages(t fataler) {
	for _, path := range []string{"", "/lint", "/history"} {
		if r := i.page(t, "/instances/"+i.sid+path); r.status != http.StatusOK {
			t.Fatalf("%s: %d", r.request, r.status)
		}
	}
	if r := i.api(t, http.MethodGet, "/lint", nil); r.status != http.StatusOK {
		t.Fatalf("%s: %d %s", r.request, r.status, r.body)
	}
}

// upload is a file that is sent.
type upload struct {
	name string
	data []byte
}

// report is what became of one.
type report struct {
	Path, Kind, Status, Error            string
	Created, Updated, Unchanged, Deleted int
	Warnings                             []string
}

func (i *instance) upload(t fataler, query string, uploads []upload) []report {
	t.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	for _, u := range uploads {
		part, err := w.CreateFormFile("files[]", u.name)
		if err == nil {
			_, err = part.Write(u.data)
		}
		if err != nil {
			t.Fatalf("%v", err)
		}
	}
	_ = w.Close()
	r := i.send(t, http.MethodPost, "/api/v1/instances/"+i.sid+"/files"+query, w.FormDataContentType(), body.Bytes())
	if r.status == http.StatusAccepted {
		return i.finished(t, r)
	}
	var answer struct{ Data struct{ Files []report } }
	read(t, r, &answer)
	return answer.Data.Files
}

// finished waits for a job and returns what it reports.
func (i *instance) finished(t fataler, r reply) []report {
	var job struct {
		Data struct {
			State  string
			Result struct{ Files []report }
		}
	}
	var queued struct {
		Data struct{ Job struct{ SID string } }
	}
	read(t, r, &queued)
	one := "/api/v1/jobs/" + queued.Data.Job.SID
	i.send(t, http.MethodGet, one+"/events", "", nil) // ends with the job
	read(t, i.send(t, http.MethodGet, one, "", nil), &job)
	if job.Data.State != "done" {
		t.Fatalf("%s: the job is %s", r.request, job.Data.State)
	}
	return job.Data.Result.Files
}

func read(t fataler, r reply, into any) {
	t.Helper()
	if err := json.Unmarshal(r.body, into); err != nil {
		t.Fatalf("%s: %d %s: %v", r.request, r.status, shortened(r.body), err)
	}
}

// member returns a member of a JSON object, or of its data, without quotes.
func member(body []byte, name string) string {
	var object, data map[string]json.RawMessage
	_ = json.Unmarshal(body, &object)
	if inner, wrapped := object["data"]; wrapped && json.Unmarshal(inner, &data) == nil {
		object = data
	}
	return strings.Trim(string(object[name]), `"`)
}

func unzip(t fataler, r reply) files {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(r.body), int64(len(r.body)))
	if err != nil {
		t.Fatalf("%s: %d %s: %v", r.request, r.status, shortened(r.body), err)
	}
	all := files{}
	for _, f := range archive.File {
		in, err := f.Open()
		if err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		data, err := io.ReadAll(in)
		if err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		all[f.Name] = string(data)
	}
	return all
}

func archive(t fataler, all files) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, path := range slices.Sorted(maps.Keys(all)) {
		part, err := w.Create(path)
		if err == nil {
			_, err = io.WriteString(part, all[path])
		}
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
	}
	_ = w.Close()
	return b.Bytes()
}

func union(a, b files) map[string]bool {
	all := map[string]bool{}
	for path := range a {
		all[path] = true
	}
	for path := range b {
		all[path] = true
	}
	return all
}

// difference shows the lines that two texts do not have in common, at their beginning and end.
func difference(before, after string) string {
	old, now := hunk(before, after)
	return "- " + strings.Join(head(old), "\n- ") + "\n+ " + strings.Join(head(now), "\n+ ")
}

func head(lines []string) []string { return lines[:min(len(lines), 25)] }

// hunk returns what is left of two texts without the lines that they begin and end with alike.
func hunk(before, after string) (old, now []string) {
	old, now = strings.SplitAfter(before, "\n"), strings.SplitAfter(after, "\n")
	for len(old) > 0 && len(now) > 0 && old[0] == now[0] {
		old, now = old[1:], now[1:]
	}
	for len(old) > 0 && len(now) > 0 && old[len(old)-1] == now[len(now)-1] {
		old, now = old[:len(old)-1], now[:len(now)-1]
	}
	return old, now
}
