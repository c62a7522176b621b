package cli

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/gomodule/redigo/redis"

	"quartermaster/internal/redistest"
)

// keysInRedis returns the keys that match.
func keysInRedis(t *testing.T, server *redistest.Server, pattern string) (keys []string) {
	t.Helper()
	keys, err := redis.Strings(askRedis(t, server, "KEYS", pattern))
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

// TestReplicasWhateverRedisDoes: what Redis forgets, or does not hear of, changes nothing of who is let in and what is carried out.
func TestReplicasWhateverRedisDoes(t *testing.T) {
	t.Parallel()
	r := newReplicas(t)
	t.Run("five guesses", r.answersFiveGuesses)
	t.Run("a session that has ended", r.keepsSessionsClosed)
	t.Run("a key", r.carriesOutOnce)
}

const replicaPassword = "a long password of nobody"

func (r *replicas) addUser(t *testing.T, email string) {
	t.Helper()
	args := []string{
		"user", "add", "--email", email, "--name", "N", "--password", replicaPassword, "--plan", "free", "--data", t.TempDir(), "--database-url",
		r.url, "--secret-key", replicaKey,
	}
	var said bytes.Buffer
	if code := run(t.Context(), args, streams{in: strings.NewReader(""), out: io.Discard, err: &said}); code != exitOK {
		t.Fatal(said.String())
	}
}

func (r *replicas) answersFiveGuesses(t *testing.T) {
	db := r.db(t)
	for name, before := range map[string]map[int]func(){ // the guesses
		"answers":     {},
		"forgets":     {2: func() { inRedis(t, r.redis, "FLUSHALL") }, 5: func() { inRedis(t, r.redis, "FLUSHALL") }},
		"goes":        {3: r.redis.Stop, 6: r.redis.Start},
		"comes back":  {0: r.redis.Stop, 3: r.redis.Start},
		"goes at end": {5: r.redis.Stop, 6: r.redis.Start},
		"hangs":       {1: func() { inRedis(t, r.redis, "CLIENT", "PAUSE", 700) }},
	} {
		email := strings.ReplaceAll(name, " ", "-") + "@example.org"
		r.addUser(t, email)
		r.awaitRedis(t)
		for i := range 7 {
			if happens := before[i]; happens != nil {
				happens()
			}
			guess, want := "wrong", "wrong"
			if i >= 5 {
				guess, want = replicaPassword, "wait"
			}
			if got := (&member{address: r.servers[i%2].address}).signIn(t, email, guess); got != want {
				t.Errorf("Redis %s: guess %d: %s, want %s", name, i, got, want)
			}
		}
		if name == "answers" && len(keysInRedis(t, r.redis, "*:failures:*")) == 0 {
			t.Error("nothing is noted of who has to wait: nothing is tested")
		}
		if _, err := db.Exec(t.Context(), `DELETE FROM throttle_windows`); err != nil { // all guesses come from one address
			t.Fatal(err)
		}
		inRedis(t, r.redis, "FLUSHALL")
	}
}

// visitor is a browser, to which both servers are one.
type visitor struct {
	t *testing.T
	http.Client
}

// sees returns whether a server takes the browser for signed in.
func (v *visitor) sees(server started) bool {
	v.t.Helper()
	answer, err := v.Get("http://" + server.address + "/instances") //nolint:noctx // it is short
	if err != nil {
		v.t.Fatal(err)
	}
	defer answer.Body.Close()
	return answer.Request.URL.Path == "/instances"
}

// post sends a form, with the token of a page.
func (v *visitor) post(server started, page, path string, form url.Values) {
	v.t.Helper()
	shown, err := v.Get("http://" + server.address + page) //nolint:noctx // it is short
	if err != nil {
		v.t.Fatal(err)
	}
	defer shown.Body.Close()
	found := formToken.FindStringSubmatch(textOf(v.t, shown.Body))
	if found == nil {
		v.t.Fatalf("%s has no token", page)
	}
	form.Set("_token", found[1])
	answer, err := v.PostForm("http://"+server.address+path, form) //nolint:noctx // it is short
	if err != nil {
		v.t.Fatal(err)
	}
	_ = answer.Body.Close()
}

func (r *replicas) keepsSessionsClosed(t *testing.T) {
	r.addUser(t, "signed-out@example.org")
	for i, server := range r.servers {
		r.awaitRedis(t)
		jar, err := cookiejar.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		v := &visitor{t, http.Client{Jar: jar}}
		v.post(server, "/login", "/login", url.Values{"email": {"signed-out@example.org"}, "password": {replicaPassword}})
		if !v.sees(r.servers[0]) || !v.sees(r.servers[1]) {
			t.Fatal("signed in at one server, and not at the other")
		}
		at := &url.URL{Scheme: "http", Host: server.address}
		cookies := jar.Cookies(at)
		copies := keysInRedis(t, r.redis, "*:session:*")
		inRedis(t, r.redis, "CLIENT", "PAUSE", 60_000, "WRITE")
		v.post(server, "/profile", "/logout", url.Values{})
		inRedis(t, r.redis, "CLIENT", "UNPAUSE")
		if left := keysInRedis(t, r.redis, "*:session:*"); len(copies) == 0 || len(left) < len(copies) {
			t.Errorf("there were %d copies, and are %d: nothing is tested", len(copies), len(left))
		}
		jar.SetCookies(at, cookies)
		if v.sees(r.servers[i]) || v.sees(r.servers[1-i]) {
			t.Error("a session that has ended is open")
		}
	}
}

// carriesOutOnce what comes at once to both servers, with one key.
func (r *replicas) carriesOutOnce(t *testing.T) {
	c := newCustomer(t, dataFlags{Data: t.TempDir(), DatabaseURL: r.url, SecretKey: replicaKey})
	const at = 24
	var all sync.WaitGroup
	send := func(server started) (status int, text string) {
		req, err := http.NewRequestWithContext(context.Background(), http.MethodPost,
			"http://"+server.address+"/api/v1/instances/"+c.instance+"/events",
			strings.NewReader(`{"name":"EventOnce","nominal":1,"min":0,"max":0,"lifetime":1}`))
		if err != nil {
			t.Error(err)
			return 0, ""
		}
		req.Header.Set("Authorization", "Bearer "+c.token)
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Idempotency-Key", "once")
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Error(err)
			return 0, ""
		}
		defer resp.Body.Close()
		body, _ := io.ReadAll(resp.Body)
		return resp.StatusCode, string(body)
	}
	for i := range at {
		all.Go(func() {
			if i == at/2 {
				inRedis(t, r.redis, "FLUSHALL")
			}
			status, text := send(r.servers[i%2])
			if status != http.StatusCreated && status != http.StatusConflict {
				t.Errorf("%d %s", status, text)
			}
		})
	}
	all.Wait()
	for _, server := range r.servers {
		if status, text := send(server); status != http.StatusCreated || !strings.Contains(text, "EventOnce") {
			t.Errorf("once more: %d %s", status, text)
		}
	}
	var n int
	if err := c.db.QueryRow(t.Context(), `SELECT count(*) FROM events WHERE name = 'EventOnce'`).Scan(&n); err != nil || n != 1 {
		t.Errorf("%d events, %v, want one", n, err)
	}
}
