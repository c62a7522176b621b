package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"testing"
	"time"

	"quartermaster/internal/account"
	"quartermaster/internal/pgtest"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// playedEnv holds the arguments of the server that a copy of this test program plays, and apartEnv how far its machine's clock is off.
const (
	playedEnv = "QM_TEST_PLAY_SERVER"
	apartEnv  = "QM_TEST_CLOCK_APART"
)

// TestPlayedServer is the body of a process that is killed. On its own it does nothing.
func TestPlayedServer(t *testing.T) {
	if args := os.Getenv(playedEnv); args != "" {
		apart, _ := time.ParseDuration(os.Getenv(apartEnv))
		clock := func() time.Time { return time.Now().Add(apart) }
		ctx, stop := signal.NotifyContext(t.Context(), os.Interrupt)
		code := run(ctx, strings.Split(args, "\n"), streams{in: strings.NewReader(""), out: io.Discard, err: os.Stdout, clock: clock})
		stop()
		os.Exit(code)
	}
}

// play serves in a process of its own, which kill ends as a crash would.
func play(t *testing.T, dir string, flags ...string) (server started, kill func()) {
	t.Helper()
	return playApart(t, 0, dir, flags...)
}

// playApart is play on a machine whose clock is that far off.
func playApart(t *testing.T, apart time.Duration, dir string, flags ...string) (server started, kill func()) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestPlayedServer$")
	args := append([]string{"serve", "--data", dir, "--addr", "127.0.0.1:0", "--rate-limit", "0"}, flags...)
	cmd.Env = append(os.Environ(), playedEnv+"="+strings.Join(args, "\n"), apartEnv+"="+apart.String())
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	return awaitReady(t, cmd, out)
}

// awaitReady starts a server, and waits until it says in its output that it is ready.
func awaitReady(t *testing.T, cmd *exec.Cmd, out io.Reader) (server started, kill func()) {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	kill = func() { _ = cmd.Process.Kill(); _ = cmd.Wait() }
	t.Cleanup(kill)
	stop := func() int { _ = cmd.Process.Signal(os.Interrupt); _ = cmd.Wait(); return cmd.ProcessState.ExitCode() }
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if found := readyLine.FindStringSubmatch(lines.Text()); found != nil {
			go func() { _, _ = io.Copy(io.Discard, out) }()
			return started{address: found[1], pid: cmd.Process.Pid, stop: stop}, kill
		}
	}
	t.Fatal("the server ended before it was ready")
	return started{}, nil
}

// customer is a user of a server, with an instance.
type customer struct {
	t        *testing.T
	db       *store.DB
	token    string
	instance string
}

// newCustomer makes them in the data that a server has made.
func newCustomer(t *testing.T, data dataFlags) customer {
	t.Helper()
	db, err := data.open(t.Context(), store.Config{Patient: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	accounts, err := account.New(db, account.Options{})
	if err != nil {
		t.Fatal(err)
	}
	user := storetest.User(t, db)
	token, err := accounts.NewToken(t.Context(), user)
	if err != nil {
		t.Fatal(err)
	}
	_, sid := storetest.Instance(t, db, user)
	return customer{t, db, token, sid}
}

// send returns the status and the body, which the test closes in the end.
func (c customer) send(server started, method, path, kind string, body io.Reader) (int, io.Reader) {
	c.t.Helper()
	req, err := http.NewRequestWithContext(context.Background(), method, "http://"+server.address+"/api/v1/"+path, body)
	if err != nil {
		c.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+c.token)
	req.Header.Set("Content-Type", kind)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() { _ = resp.Body.Close() })
	return resp.StatusCode, resp.Body
}

const importedFiles = 40

// begin queues an import of many files and returns when some of them are read.
func (c customer) begin(server started) (job string) {
	c.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for i := range importedFiles {
		part, err := form.CreateFormFile("files[]", fmt.Sprintf("custom/part%d_types.xml", i))
		if err != nil {
			c.t.Fatal(err)
		}
		_, _ = io.WriteString(part, "<types>\n")
		for n := range 200 {
			fmt.Fprintf(part, "<type name=\"Item_%d_%d\"><nominal>%d</nominal></type>\n", i, n, n)
		}
		_, _ = io.WriteString(part, "</types>\n")
	}
	_ = form.Close()
	var answer struct {
		Data struct{ Job struct{ SID string } }
	}
	status, text := c.send(server, http.MethodPost, "instances/"+c.instance+"/files?async=1", form.FormDataContentType(), &body)
	if err := json.NewDecoder(text).Decode(&answer); err != nil || status != http.StatusAccepted {
		c.t.Fatalf("status %d, %v", status, err)
	}
	job = answer.Data.Job.SID
	for { // its progress is told too seldom to be caught in the middle
		var state string
		var types int
		err := c.db.QueryRow(c.t.Context(), `SELECT state, (SELECT count(*) FROM types) FROM jobs WHERE sid = $1`, job).Scan(&state, &types)
		switch {
		case err != nil || state != "queued" && state != "running":
			c.t.Fatalf("the job is %s before anybody could be killed, %v", state, err)
		case state == "running" && types > 0:
			return job
		}
	}
}

// expectImported waits for the end of the job; an import is one stored file.
func (c customer) expectImported(server started, job string, within time.Duration) {
	c.t.Helper()
	began := time.Now()
	_, events := c.send(server, http.MethodGet, "jobs/"+job+"/events", "", nil)
	_, _ = io.Copy(io.Discard, events) // until the job has ended
	var types, files int
	var state string
	err := c.db.QueryRow(c.t.Context(),
		`SELECT j.state, (SELECT count(*) FROM types), (SELECT count(*) FROM stored_files) FROM jobs j WHERE j.sid = $1`, job).
		Scan(&state, &types, &files)
	if err != nil || state != "done" || types != importedFiles*200 || files != 1 {
		c.t.Errorf("%s with %d types and %d stored files, %v", state, types, files, err)
	}
	if took := time.Since(began); took > within {
		c.t.Errorf("the job was done after %v, want %v at most", took, within)
	}
}

// TestAKilledServersJobsAreTakenUp on SQLite at the next start, long before its lease is over.
func TestAKilledServersJobsAreTakenUp(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first, kill := play(t, dir)
	c := newCustomer(t, dataFlags{Data: dir})
	job := c.begin(first)
	kill()
	second, _ := play(t, dir)
	c.expectImported(second, job, 40*time.Second)
}

// TestAnotherServerTakesOver on PostgreSQL when the lease of the one that was killed is over, and not before: both share the
// data folder.
func TestAnotherServerTakesOver(t *testing.T) {
	t.Parallel()
	dir, url := t.TempDir(), pgtest.URL(t)
	first, kill := play(t, dir, "--database-url", url)
	c := newCustomer(t, dataFlags{Data: dir, DatabaseURL: url})
	job := c.begin(first)
	second, _ := play(t, dir, "--database-url", url)
	kill()
	var claims int
	const leased = `SELECT count(*) FROM jobs WHERE sid = $1 AND attempts = 1 AND (state = 'done' OR lease_until > $2 AND lease_until < $3)`
	now := c.db.Time()
	if err := c.db.QueryRow(t.Context(), leased, job, now.UnixMicro(), now.Add(55*time.Second).UnixMicro()).Scan(&claims); err != nil ||
		claims != 1 {
		t.Errorf("the job of the dead server, which is to be free within a minute: %d, %v", claims, err)
	}
	// a minute passes
	if _, err := c.db.Exec(t.Context(), `UPDATE jobs SET lease_until = 0 WHERE sid = $1 AND state = 'running'`, job); err != nil {
		t.Fatal(err)
	}
	c.expectImported(second, job, 2*time.Minute)
}
