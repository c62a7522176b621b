package cli

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"quartermaster/internal/pgtest"
	"quartermaster/internal/store"
)

// TestAKeyedRequestOfAKilledServerIsDoneOnce kills a server within its request, before and after its work is stored, and repeats that.
func TestAKeyedRequestOfAKilledServerIsDoneOnce(t *testing.T) {
	t.Parallel()
	url := pgtest.URL(t)
	serve := func() (started, func()) {
		return play(t, t.TempDir(), "--database-url", url, "--secret-key", replicaKey)
	}
	second, _ := serve()
	c := newCustomer(t, dataFlags{Data: t.TempDir(), DatabaseURL: url, SecretKey: replicaKey})
	c.run(`CREATE FUNCTION hang() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_advisory_xact_lock(4711); RETURN NEW; END'`)
	for _, test := range []struct {
		name, hangs string
		want        int // of the repetition
	}{
		{"Before", `BEFORE INSERT ON events FOR EACH ROW WHEN (NEW.name = 'Before')`, http.StatusCreated},
		{"After", `BEFORE UPDATE ON idempotency_keys FOR EACH ROW WHEN (NEW.key = 'After' AND NEW.status > 1)`, http.StatusConflict},
	} {
		table := strings.Fields(test.hangs)[3]
		c.run(`CREATE TRIGGER hang ` + test.hangs + ` EXECUTE FUNCTION hang()`)
		first, kill := serve()
		hanging := make(chan struct{})
		release := c.hold(hanging)
		go func() { _, _ = c.post(first, test.name) }()
		<-hanging
		kill()
		release()
		c.run(`DROP TRIGGER hang ON ` + table)
		if status, text := c.post(second, test.name); status != http.StatusConflict || !strings.Contains(text, "still running") {
			t.Errorf("%s: at once: %d %s", test.name, status, text)
		}
		c.run(`UPDATE idempotency_keys SET expires_at = expires_at - 60000000 WHERE status < 2`) // a minute passes
		if status, text := c.post(second, test.name); status != test.want {
			t.Errorf("%s: after a minute: %d %s, want %d", test.name, status, text, test.want)
		}
		var n int
		err := c.db.QueryRow(t.Context(), `SELECT count(*) FROM events WHERE name = $1`, test.name).Scan(&n)
		if err != nil || n != 1 {
			t.Errorf("%s: %d events, %v", test.name, n, err)
		}
	}
}

// post creates an event, with its name as the key.
func (c customer) post(server started, name string) (int, string) {
	req, err := http.NewRequestWithContext(context.Background(), http.MethodPost,
		"http://"+server.address+"/api/v1/instances/"+c.instance+"/events",
		strings.NewReader(`{"name":"`+name+`","nominal":1,"min":0,"max":0,"lifetime":1}`))
	if err != nil {
		return 0, err.Error()
	}
	req.Header.Set("Authorization", "Bearer "+c.token)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Idempotency-Key", name)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, err.Error()
	}
	defer resp.Body.Close()
	return resp.StatusCode, textOf(c.t, resp.Body)
}

func (c customer) run(statement string) {
	c.t.Helper()
	if _, err := c.db.Exec(c.t.Context(), statement); err != nil {
		c.t.Fatalf("%s: %v", statement, err)
	}
}

// hold has the triggers hang until they are released, and closes hanging when one does.
func (c customer) hold(hanging chan<- struct{}) (release func()) {
	c.t.Helper()
	held, end, ended := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	go func() {
		ended <- c.db.Tx(c.t.Context(), func(tx *store.Tx) error {
			if _, err := tx.Exec(c.t.Context(), `SELECT pg_advisory_xact_lock(4711)`); err != nil {
				return err
			}
			close(held)
			<-end
			return nil
		})
	}()
	<-held
	go func() {
		defer close(hanging)
		for waiting := 0; waiting == 0 && c.t.Context().Err() == nil; time.Sleep(10 * time.Millisecond) {
			_ = c.db.QueryRow(c.t.Context(),
				`SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = 4711 AND NOT granted`).Scan(&waiting)
		}
	}()
	return func() {
		close(end)
		if err := <-ended; err != nil {
			c.t.Error(err)
		}
	}
}
