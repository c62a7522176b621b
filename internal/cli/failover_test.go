package cli

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"quartermaster/internal/pgtest"
)

// failoverWriter adds events, one after the other, in turns through all servers.
type failoverWriter struct {
	customer
	servers []started
	name    string

	mu           sync.Mutex
	acknowledged []string
	refused      int // with 503
}

// work goes on until stop is closed.
func (w *failoverWriter) work(stop <-chan struct{}) {
	for n := 0; ; n++ {
		select {
		case <-stop:
			return
		default:
			w.add(fmt.Sprintf("Event%s%d", w.name, n), w.servers[n%len(w.servers)])
		}
	}
}

func (w *failoverWriter) add(name string, server started) {
	body := strings.NewReader(`{"name":"` + name + `","nominal":1,"min":0,"max":0,"lifetime":1}`)
	address := "http://" + server.address + "/api/v1/instances/" + w.instance + "/events"
	req, err := http.NewRequest(http.MethodPost, address, body) //nolint:noctx // the client has a limit
	if err != nil {
		w.t.Error(err)
		return
	}
	req.Header.Set("Authorization", "Bearer "+w.token)
	req.Header.Set("Content-Type", "application/json")
	resp, err := (&http.Client{Timeout: time.Minute}).Do(req)
	if err != nil {
		w.t.Errorf("%s: %v", name, err)
		return
	}
	defer resp.Body.Close()
	text, _ := io.ReadAll(resp.Body)
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case resp.StatusCode == http.StatusCreated:
		w.acknowledged = append(w.acknowledged, name)
	case resp.StatusCode == http.StatusServiceUnavailable && resp.Header.Get("Retry-After") != "":
		w.refused++
		time.Sleep(50 * time.Millisecond) // refusals are not what is tested
	default:
		w.t.Errorf("%s: %d %s", name, resp.StatusCode, text)
	}
}

// await waits until that many more events are acknowledged.
func (w *failoverWriter) await(more int) {
	w.t.Helper()
	w.mu.Lock()
	want := len(w.acknowledged) + more
	w.mu.Unlock()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		w.mu.Lock()
		n := len(w.acknowledged)
		w.mu.Unlock()
		if n >= want {
			return
		}
	}
	w.t.Fatal("nothing is written any more")
}

// TestAFailoverLosesNothing that was acknowledged: servers whose PostgreSQL dies go on with its synchronous standby, without a restart.
func TestAFailoverLosesNothing(t *testing.T) {
	t.Parallel()
	pair := pgtest.OwnPair(t)
	servers := make([]started, 2)
	for i := range servers {
		servers[i] = start(t, t.TempDir(), "--database-url", pair.URL, "--secret-key", replicaKey, "--rate-limit", "0")
	}
	data := dataFlags{Data: t.TempDir(), DatabaseURL: pair.URL, SecretKey: replicaKey}
	var all sync.WaitGroup
	stop, writers := make(chan struct{}), make([]*failoverWriter, 3)
	for i := range writers {
		writers[i] = &failoverWriter{customer: newCustomer(t, data), servers: servers, name: fmt.Sprintf("W%dN", i)}
		all.Go(func() { writers[i].work(stop) })
	}
	awaitAll := func() {
		for _, w := range writers {
			w.await(6)
		}
	}
	awaitAll()
	pair.End()
	began := time.Now()
	pair.Promote()
	awaitAll()
	t.Logf("all write again %v after the end of the primary", time.Since(began).Round(time.Millisecond))
	close(stop)
	all.Wait()
	for _, w := range writers {
		w.compare()
	}
}

// compare compares what was acknowledged with what the standby has.
func (w *failoverWriter) compare() {
	w.t.Helper()
	var stored, gaps int
	const counts = `SELECT (SELECT count(*) FROM events e WHERE e.instance_id = i.id), i.revision - (SELECT count(*)
		FROM revisions r WHERE r.instance_id = i.id)
		FROM instances i WHERE i.sid = $1`
	if err := w.db.QueryRow(w.t.Context(), counts, w.instance).Scan(&stored, &gaps); err != nil {
		w.t.Fatal(err)
	}
	if n := len(w.acknowledged); stored < n || stored > n+w.refused || gaps != 0 {
		w.t.Errorf("%d events are stored, %d were acknowledged and %d refused; %d revisions are missing", stored, n, w.refused, gaps)
	}
	for _, name := range w.acknowledged {
		var n int
		const text = `SELECT count(*) FROM events e JOIN instances i ON i.id = e.instance_id WHERE i.sid = $1 AND e.name = $2`
		if err := w.db.QueryRow(w.t.Context(), text, w.instance, name).Scan(&n); err != nil || n != 1 {
			w.t.Errorf("%s is stored %d times, %v", name, n, err)
		}
	}
}
