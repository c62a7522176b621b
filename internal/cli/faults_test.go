package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"quartermaster/internal/pgtest"
	"quartermaster/internal/redistest"
	"quartermaster/internal/remote/remotetest"
	"quartermaster/internal/s3/s3test"
)

const (
	// givesUpWithin is how long a request may wait for something that hangs: half of it is what busy processors add.
	givesUpWithin = time.Minute
	// undisturbed is how long all other requests may take meanwhile: less than any that waits for what hangs, with time for busy processors.
	undisturbed = 10 * time.Second
)

// patient is a server in a process of its own, with a customer whose file lies in a bucket.
type patient struct {
	customer
	server  started
	metrics string
	bucket  *remotetest.Proxy
	redis   *redistest.Server
	content string // the path of the file
}

func newPatient(t *testing.T) *patient {
	t.Helper()
	bucket, endpoint := remotetest.BeforeURL(t, s3test.Start(t))
	p := &patient{redis: redistest.Start(t), bucket: bucket, metrics: remotetest.UnusedAddress(t)}
	database, dir := pgtest.URL(t), t.TempDir()
	p.server, _ = play(t, dir, "--database-url", database, "--secret-key", replicaKey, "--redis-url", p.redis.URL, "--rate-limit", "1000000",
		"--metrics-addr", p.metrics,
		"--storage-url", s3test.Address(endpoint, "files"), "--storage-key", s3test.Key, "--storage-secret", s3test.Secret)
	p.customer = newCustomer(t, dataFlags{Data: dir, DatabaseURL: database, SecretKey: replicaKey})
	if got := p.upload(0); got.status != http.StatusOK {
		t.Fatalf("an upload: %+v", got)
	}
	var sid string
	if err := p.db.QueryRow(t.Context(), `SELECT sid FROM stored_files`).Scan(&sid); err != nil {
		t.Fatal(err)
	}
	p.content = "stored-files/" + sid + "/content"
	return p
}

// ending is what became of a request.
type ending struct {
	status int
	waits  bool // it has Retry-After
	whole  bool
	took   time.Duration
}

func (o ending) refused() bool {
	return o.status == http.StatusServiceUnavailable && o.waits && o.whole
}

func (p *patient) ask(method, path, kind string, body io.Reader) (o ending) {
	req, err := http.NewRequestWithContext(context.Background(), method, "http://"+p.server.address+"/api/v1/"+path, body)
	if err != nil {
		p.t.Error(err)
		return o
	}
	req.Header.Set("Authorization", "Bearer "+p.token)
	req.Header.Set("Content-Type", kind)
	began := time.Now()
	defer func() { o.took = time.Since(began) }()
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return o
	}
	defer resp.Body.Close()
	_, err = io.Copy(io.Discard, resp.Body)
	return ending{status: resp.StatusCode, waits: resp.Header.Get("Retry-After") != "", whole: err == nil}
}

// upload sends a file of 200 kB, which every n has its own of.
func (p *patient) upload(n int) ending {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("files[]", fmt.Sprintf("custom/part%d_types.xml", n))
	if err != nil {
		p.t.Error(err)
	}
	fmt.Fprintf(part, "<types>\n<!-- %s -->\n<type name=\"Item%d\"><nominal>1</nominal></type>\n</types>\n",
		strings.Repeat("0123456789", 20_000), n)
	_ = form.Close()
	return p.ask(http.MethodPost, "instances/"+p.instance+"/files", form.FormDataContentType(), &body)
}

func (p *patient) download() ending { return p.ask(http.MethodGet, p.content, "", nil) }

func (p *patient) list() ending {
	return p.ask(http.MethodGet, "instances/"+p.instance+"/events", "", nil)
}

// together does it so many times at once.
func together(n int, ask func(i int) ending) []ending {
	list := make([]ending, n)
	var all sync.WaitGroup
	for i := range list {
		all.Go(func() { list[i] = ask(i) })
	}
	all.Wait()
	return list
}

var goroutinesLine = regexp.MustCompile(`(?m)^go_goroutines (\d+)`)

func (p *patient) goroutines() int {
	p.t.Helper()
	resp, err := http.Get("http://" + p.metrics + "/metrics") //nolint:noctx // it is short
	if err != nil {
		p.t.Fatal(err)
	}
	defer resp.Body.Close()
	found := goroutinesLine.FindStringSubmatch(textOf(p.t, resp.Body))
	n, err := strconv.Atoi(found[1])
	if err != nil {
		p.t.Fatal(err)
	}
	return n
}

// settles fails when the server does not come back to its number of goroutines.
func (p *patient) settles(before int) {
	p.t.Helper()
	http.DefaultClient.CloseIdleConnections()
	for end := time.Now().Add(2 * time.Minute); ; time.Sleep(100 * time.Millisecond) {
		now := p.goroutines()
		if now <= before+30 { // connections that are kept
			return
		}
		if time.Now().After(end) {
			p.t.Errorf("%d goroutines, %d before", now, before)
			return
		}
	}
}

// TestAServerWhoseBucketFails refuses in time what needs the bucket, serves everything else as ever, and goes on when it is back.
func TestAServerWhoseBucketFails(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		fail func(*remotetest.Proxy)
	}{
		{"it is away", func(b *remotetest.Proxy) { b.LeaveAfter(0) }},
		{"it hangs", func(b *remotetest.Proxy) { b.StallAfter(0) }},
		{"it hangs in the middle of an answer or upload", func(b *remotetest.Proxy) { b.StallAfter(30_000) }},
		{"it leaves in the middle of an answer or upload", func(b *remotetest.Proxy) { b.LeaveAfter(30_000) }},
		{"it is as slow as to be of no use", func(b *remotetest.Proxy) { b.Slow(10) }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := newPatient(t)
			before := p.goroutines()
			tt.fail(p.bucket)
			var others []ending
			var all sync.WaitGroup
			all.Go(func() {
				for range 20 {
					others = append(others, p.list())
				}
			})
			needing := together(24, func(i int) ending {
				if i%2 == 0 {
					return p.upload(1 + i)
				}
				return p.download()
			})
			all.Wait()
			p.expect(needing, others)
			p.bucket.Heal()
			p.recovers()
			p.settles(before)
		})
	}
}

func (p *patient) expect(needing, others []ending) {
	p.t.Helper()
	for i, o := range needing {
		if !o.refused() || o.took > givesUpWithin {
			p.t.Errorf("request %d, which needs the bucket: %+v", i, o)
		}
	}
	for i, o := range others {
		if o.status != http.StatusOK || o.took > undisturbed {
			p.t.Errorf("request %d, which does not need it: %+v", i, o)
		}
	}
}

// recovers fails when the bucket is not used again within ten seconds, or if something that was refused is there.
func (p *patient) recovers() {
	p.t.Helper()
	var got ending
	for end := time.Now().Add(2 * time.Minute); time.Now().Before(end) && got.status != http.StatusOK; time.Sleep(100 * time.Millisecond) {
		got = p.upload(1000)
	}
	if down := p.download(); got.status != http.StatusOK || down.status != http.StatusOK || !down.whole {
		p.t.Errorf("the bucket is back: an upload %+v, a download %+v", got, down)
	}
	var files int
	if err := p.db.QueryRow(p.t.Context(), `SELECT count(*) FROM stored_files`).Scan(&files); err != nil || files != 2 {
		p.t.Errorf("%d files are stored, %v, want the first one and the last", files, err)
	}
}

// TestAServerWhoseRedisHangs answers everything, and counts alone until it is back.
func TestAServerWhoseRedisHangs(t *testing.T) {
	t.Parallel()
	p := newPatient(t)
	before := p.goroutines()
	const hangs = 4 * time.Second
	inRedis(t, p.redis, "CLIENT", "PAUSE", hangs.Milliseconds())
	end := time.Now().Add(hangs)
	for time.Now().Before(end) {
		for i, o := range together(30, func(int) ending { return p.list() }) {
			if o.status != http.StatusOK || o.took > undisturbed {
				t.Errorf("request %d: %+v", i, o)
			}
		}
	}
	p.settles(before)
	for end := time.Now().Add(2 * time.Minute); ; time.Sleep(100 * time.Millisecond) {
		if _, text := p.server.readiness(t); text == "ready\n" {
			return
		} else if time.Now().After(end) {
			t.Fatalf("Redis is back, and readiness says %s", text)
		}
	}
}
