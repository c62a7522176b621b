package cli

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// TestServersAreReplaced one after the other behind their balancer, while clients read and write: no request fails.
func TestServersAreReplaced(t *testing.T) {
	t.Parallel()
	const clients = 4
	f := newFleet(t, "--drain", "2s")
	c := newCustomer(t, dataFlags{Data: t.TempDir(), DatabaseURL: f.direct, SecretKey: replicaKey})
	over := make(chan struct{})
	var all sync.WaitGroup
	var sent atomic.Int64
	for i := range clients {
		all.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-over:
					return
				case <-time.After(20 * time.Millisecond): // the machine is to be busy, not overloaded
				}
				sent.Add(1)
				if err := c.createsOrLists(f.balancer, fmt.Sprintf("Event%d-%d", i, n), n%3 == 0); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for _, m := range f.members {
		before := sent.Load()
		if code := m.stop(); code != exitOK {
			t.Errorf("the server ended with %d", code)
		}
		m.start(t)
		f.awaitReady("http://" + m.address)
		if n := sent.Load() - before; n < clients {
			t.Errorf("only %d requests while a server was replaced", n)
		}
	}
	close(over)
	all.Wait()
	t.Logf("%d requests", sent.Load())
}

// createsOrLists sends one request, each over a connection that the client keeps.
func (c customer) createsOrLists(at, event string, creates bool) error {
	method, body, want := http.MethodGet, "", http.StatusOK
	if creates {
		method, body, want = http.MethodPost, `{"name":"`+event+`","nominal":1,"min":0,"max":0,"lifetime":1}`, http.StatusCreated
	}
	req, err := http.NewRequestWithContext(context.Background(), method, at+"/api/v1/instances/"+c.instance+"/events", strings.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+c.token)
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode != want {
		err = fmt.Errorf("%s: %d %.200s", method, resp.StatusCode, text)
	}
	return err
}
