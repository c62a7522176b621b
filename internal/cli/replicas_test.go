package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"
	"time"

	"quartermaster/internal/pgtest"
	"quartermaster/internal/redistest"
	"quartermaster/internal/s3"
	"quartermaster/internal/s3/s3test"
	"quartermaster/internal/store"
)

// replicas are two equal servers on one database, one Redis and one bucket; each has a data folder of its own.
type replicas struct {
	url, bucket string
	redis       *redistest.Server
	servers     [2]started
}

const replicaKey = "the same secret of both"

func newReplicas(t *testing.T) *replicas {
	t.Helper()
	r := &replicas{url: pgtest.URL(t), redis: redistest.Start(t), bucket: s3test.Address(s3test.Start(t), "files")}
	for i := range r.servers {
		r.servers[i] = start(t, t.TempDir(), "--database-url", r.url, "--secret-key", replicaKey, "--redis-url", r.redis.URL,
			"--storage-url", r.bucket, "--storage-key", s3test.Key, "--storage-secret", s3test.Secret)
	}
	return r
}

// db opens the database of both.
func (r *replicas) db(t *testing.T) *store.DB {
	t.Helper()
	db, err := dataFlags{Data: t.TempDir(), DatabaseURL: r.url, SecretKey: replicaKey}.open(t.Context(), store.Config{Patient: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// sendTypes sends a types file and returns the status and the answer.
func (c customer) sendTypes(server started, query, file string) (int, string) {
	c.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("files[]", file)
	if err != nil {
		c.t.Fatal(err)
	}
	_, _ = io.WriteString(part, "<types>\n<type name=\"Apple\"><nominal>1</nominal></type>\n</types>\n")
	_ = form.Close()
	status, text := c.send(server, http.MethodPost, "instances/"+c.instance+"/files"+query, form.FormDataContentType(), &body)
	return status, textOf(c.t, text)
}

func (c customer) get(server started, path string) (int, string) {
	c.t.Helper()
	status, text := c.send(server, http.MethodGet, path, "", nil)
	return status, textOf(c.t, text)
}

func textOf(t *testing.T, r io.Reader) string {
	t.Helper()
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestReplicasShareFilesAndJobs: what is uploaded to one is imported by any, read through the other, and gone from the bucket when the
// other deletes it.
func TestReplicasShareFilesAndJobs(t *testing.T) {
	t.Parallel()
	r := newReplicas(t)
	c := newCustomer(t, dataFlags{Data: t.TempDir(), DatabaseURL: r.url, SecretKey: replicaKey})
	for i := range 6 {
		status, text := c.sendTypes(r.servers[i%2], "?async=1", fmt.Sprintf("a%d_types.xml", i))
		var answer struct {
			Data struct{ Job struct{ SID string } }
		}
		if err := json.Unmarshal([]byte(text), &answer); err != nil || status != http.StatusAccepted {
			t.Fatalf("%d %s, %v", status, text, err)
		}
		if _, events := c.get(r.servers[(i+1)%2], "jobs/"+answer.Data.Job.SID+"/events"); !strings.Contains(events, `"state":"done"`) {
			t.Errorf("job %d: %s", i, events)
		}
	}
	var list struct{ Data []struct{ SID string } }
	_, text := c.get(r.servers[1], "stored-files?per_page=100")
	if err := json.Unmarshal([]byte(text), &list); err != nil || len(list.Data) != 6 {
		t.Fatalf("%d stored files, %v: %s", len(list.Data), err, text)
	}
	for i, file := range list.Data {
		path := "stored-files/" + file.SID
		if status, text := c.get(r.servers[i%2], path+"/content"); status != http.StatusOK || len(text) == 0 {
			t.Errorf("%s: %d %s", path, status, text)
		}
		if status, _ := c.send(r.servers[(i+1)%2], http.MethodDelete, path, "", nil); status != http.StatusOK {
			t.Errorf("delete %s: %d", path, status)
		}
	}
	if left := r.stored(t); len(left) > 0 {
		t.Errorf("the bucket still has %v", left)
	}
}

// stored returns the keys of stored files in the bucket.
func (r *replicas) stored(t *testing.T) (keys []string) {
	t.Helper()
	files, err := s3.Open(r.bucket, s3test.Key, s3test.Secret)
	if err != nil {
		t.Fatal(err)
	}
	defer files.Close()
	err = files.Keys(t.Context(), func(key string) error {
		if strings.HasPrefix(key, "stored/") {
			keys = append(keys, key)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

// TestReplicasCountTogether allows sixty requests a minute over both, and goes on while Redis is away, which readiness says.
func TestReplicasCountTogether(t *testing.T) {
	t.Parallel()
	r := newReplicas(t)
	c := newCustomer(t, dataFlags{Data: t.TempDir(), DatabaseURL: r.url, SecretKey: replicaKey})
	allowed := 0
	for i := range 70 {
		if status, _ := c.get(r.servers[i%2], "maps"); status == http.StatusOK {
			allowed++
		}
	}
	if allowed != 60 {
		t.Errorf("%d of 70 requests were allowed, want 60", allowed)
	}
	r.redis.Stop()
	for i, server := range r.servers {
		if status, text := c.get(server, "maps"); status != http.StatusOK {
			t.Errorf("server %d without Redis: %d %s", i, status, text)
		}
		if status, text := c.get(server, "health"); status != http.StatusOK || !strings.Contains(text, `"cache":{"status":"ok"}`) {
			t.Errorf("health of server %d without Redis: %d %s", i, status, text)
		}
		if status, text := server.readiness(t); status != http.StatusOK || !strings.Contains(text, "Redis does not answer") {
			t.Errorf("readiness of server %d without Redis: %d %s", i, status, text)
		}
	}
	r.redis.Start()
	r.awaitRedis(t)
}

// awaitRedis waits until all servers use Redis again.
func (r *replicas) awaitRedis(t *testing.T) {
	t.Helper()
	end := time.Now().Add(2 * time.Minute)
	for i := 0; i < len(r.servers); {
		switch status, text := r.servers[i].readiness(t); {
		case status == http.StatusOK && text == "ready\n":
			i++
		case time.Now().After(end):
			t.Fatalf("Redis is back, and readiness of server %d says %d %s", i, status, text)
		default:
			time.Sleep(20 * time.Millisecond)
		}
	}
}
