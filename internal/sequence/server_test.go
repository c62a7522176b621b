package sequence

import (
	"bufio"
	"bytes"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"quartermaster/internal/cli"
	"quartermaster/internal/pgtest"
	"quartermaster/internal/storetest"
)

// asProgram is set for the processes of the test that are to be the program.
const asProgram = "QM_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		os.Exit(cli.Run(os.Args[1:]))
	}
	storetest.Cases(12)
	pgtest.Main(m)
}

// server is the program, serving in a process of its own.
type server struct {
	url   string
	flags []string // where its data are
}

var readyLine = regexp.MustCompile(`address=(http://\S+)`)

// serve starts the program on a database of its own; it ends with the test.
func serve(t *testing.T) server {
	t.Helper()
	s := server{flags: []string{"--data", t.TempDir()}}
	if os.Getenv("QM_TEST_POSTGRES") != "" {
		s.flags = append(s.flags, "--database-url", pgtest.URL(t))
	}
	command := s.command("serve", "--addr", "127.0.0.1:0", "--rate-limit", "0", "--platinum-limits", "100000000,100000000,1000GiB")
	log, err := command.StderrPipe()
	check(t, err)
	check(t, command.Start())
	t.Cleanup(func() {
		_ = command.Process.Signal(os.Interrupt)
		_ = command.Wait()
	})
	lines := bufio.NewScanner(log)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if found := readyLine.FindStringSubmatch(lines.Text()); found != nil {
			s.url = found[1]
			go watch(t, lines)
			return s
		}
	}
	t.Fatal("the server ended before it was ready")
	return s
}

// watch shows what the server logs as an error: the cause of a 500.
func watch(t *testing.T, lines *bufio.Scanner) {
	for lines.Scan() {
		if strings.Contains(lines.Text(), "level=ERROR") {
			_, _ = io.WriteString(os.Stderr, t.Name()+": "+lines.Text()+"\n")
		}
	}
}

func (s server) command(args ...string) *exec.Cmd {
	command := exec.Command(os.Args[0], append(args, s.flags...)...) //nolint:noctx // ends with the test
	command.Env = append(slices.DeleteFunc(os.Environ(), func(e string) bool { return strings.HasPrefix(e, "QM_") }), asProgram+"=1")
	return command
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// user is somebody who is signed in, in the browser and with a token.
type user struct {
	server server
	token  string
	pages  *http.Client
}

const password = "correct horse battery"

// newUser makes an account of the plan with access to the API.
func (s server) newUser(t *testing.T, email string) *user {
	t.Helper()
	add := s.command("user", "add", "--email", email, "--name", "Somebody", "--password", "-", "--plan", "platinum")
	add.Stdin = strings.NewReader(password + "\n")
	out, err := add.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	token, err := s.command("token", "new", "--email", email).Output()
	check(t, err)
	jar, err := cookiejar.New(nil)
	check(t, err)
	u := &user{server: s, token: strings.TrimSpace(string(token)), pages: &http.Client{
		Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	form := page(u.page(t, "/login").body).form("/login")
	form.fields.Set("email", email)
	form.fields.Set("password", password)
	if r := u.submit(t, form); r.status != http.StatusFound && r.status != http.StatusSeeOther {
		t.Fatalf("signing in: %d", r.status)
	}
	return u
}

// reply is an answer, read to its end.
type reply struct {
	request string // for messages
	status  int
	body    []byte
}

// fataler is a test, or one sequence of it.
type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

// send sends a request of the API.
func (u *user) send(t fataler, method, path, contentType string, body []byte) reply {
	t.Helper()
	return u.do(t, http.DefaultClient, method, path, contentType, body)
}

// page opens a page of the browser.
func (u *user) page(t fataler, path string) reply {
	t.Helper()
	return u.do(t, u.pages, http.MethodGet, path, "", nil)
}

// submit sends a form of a page.
func (u *user) submit(t fataler, f form) reply {
	t.Helper()
	return u.do(t, u.pages, http.MethodPost, f.action, "application/x-www-form-urlencoded", []byte(f.fields.Encode()))
}

// do sends a request. No answer may be a failure of the server.
func (u *user) do(t fataler, client *http.Client, method, path, contentType string, body []byte) reply {
	t.Helper()
	request, err := http.NewRequest(method, u.server.url+path, bytes.NewReader(body)) //nolint:noctx // ends with the test
	if err != nil {
		t.Fatalf("%s %s: %v", method, path, err)
	}
	if contentType != "" {
		request.Header.Set("Content-Type", contentType)
	}
	if client == http.DefaultClient {
		request.Header.Set("Authorization", "Bearer "+u.token)
	}
	return exchange(t, client, request, shortened(body))
}

// table reads a list as CSV.
func (u *user) table(t fataler, path string) reply {
	t.Helper()
	request, err := http.NewRequest(http.MethodGet, u.server.url+path, nil) //nolint:noctx // ends with the test
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	request.Header.Set("Authorization", "Bearer "+u.token)
	request.Header.Set("Accept", "text/csv")
	return exchange(t, http.DefaultClient, request, "")
}

func exchange(t fataler, client *http.Client, request *http.Request, body string) reply {
	t.Helper()
	what := request.Method + " " + request.URL.RequestURI() + " " + body
	response, err := client.Do(request)
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode >= http.StatusInternalServerError {
		t.Fatalf("%s: %d %s %v", what, response.StatusCode, shortened(content), err)
	}
	return reply{what, response.StatusCode, content}
}

const longest = 2000 // bytes of a body that messages show

func shortened(body []byte) string {
	if len(body) > longest {
		return string(body[:longest]) + "..."
	}
	if text, err := url.QueryUnescape(string(body)); err == nil {
		return text
	}
	return string(body)
}
