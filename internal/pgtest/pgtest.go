// Package pgtest gives tests fresh databases on a throw-away PostgreSQL server.
//
// The server is made from the PostgreSQL programs that are installed on the
// machine, once per test process and only when a test asks for a database. It
// listens on a socket in its own temporary directory, so that test processes
// never meet. Where PostgreSQL is not installed, the tests that ask for it are
// skipped.
package pgtest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"
)

// errUnavailable marks the reasons to skip a test.
var errUnavailable = errors.New("PostgreSQL is not available")

// cleanupTimeout bounds the drop of a database, so that a stuck server cannot
// hang a test run.
const cleanupTimeout = 30 * time.Second

// process is the server of this test process; starting one takes more than a second.
var process lazyServer

// URL creates an empty database and returns its postgres:// URL. The database
// is dropped, and its connections are closed, when the test ends. A test that
// asks on a machine without PostgreSQL is skipped.
func URL(t testing.TB) string {
	t.Helper()
	srv := started(t)
	name, err := srv.create(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { after(t, srv.drop, name) })
	return srv.url(name)
}

// FilledURL is URL for a copy of a database that fill has filled. Fill runs once in a test process, so all calls must pass the
// same one, and it closes its connections before it returns. What a test stores is taken out again, and the copy given to another.
func FilledURL(t testing.TB, fill func(ctx context.Context, url string) error) string {
	t.Helper()
	srv := started(t)
	name, err := srv.filled(t.Context(), fill)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { after(t, srv.takeBack, name) })
	return srv.url(name)
}

// started returns the running server.
func started(t testing.TB) *server {
	t.Helper()
	srv, err := process.get()
	if errors.Is(err, errUnavailable) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatalf("start PostgreSQL: %v", err)
	}
	return srv
}

// Main runs the tests of a package, stops the server if one of them started it,
// and returns the exit code for os.Exit. Without it the server stops as well,
// but only after the test process has ended.
func Main(m *testing.M) int {
	code := m.Run()
	if err := process.stop(); err != nil {
		fmt.Printf("stop PostgreSQL: %v\n", err)
		return max(code, 1)
	}
	return code
}

// after ends the use of a database.
func after(t testing.TB, end func(context.Context, string) error, name string) {
	ctx, cancel := context.WithTimeout(context.Background(), cleanupTimeout)
	defer cancel()
	if err := end(ctx, name); err != nil {
		t.Error(err)
	}
}

// lazyServer starts its server when it is first needed.
type lazyServer struct {
	once sync.Once
	srv  *server
	err  error
}

func (l *lazyServer) get() (*server, error) {
	l.once.Do(func() { l.srv, l.err = start() })
	return l.srv, l.err
}

// stop stops the server, and prevents its start if it has not been needed.
func (l *lazyServer) stop() error {
	l.once.Do(func() { l.err = errors.New("the test process is ending") })
	if l.srv == nil {
		return nil
	}
	return l.srv.stop()
}
