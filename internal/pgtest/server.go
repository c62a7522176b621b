package pgtest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"sync"
	"sync/atomic"

	_ "github.com/jackc/pgx/v5/stdlib" // the "pgx" driver
)

// server is a running PostgreSQL with its socket and data in dir.
type server struct {
	dir   string
	admin *sql.DB
	halt  func() error // stops the processes and removes dir
	count atomic.Int64 // databases created so far

	fillOnce sync.Once
	template string // the name of the filled database
	fillErr  error
}

func newServer(dir string, halt func() error) (*server, error) {
	s := &server{dir: dir, halt: halt}
	admin, err := sql.Open("pgx", s.url("postgres"))
	if err != nil {
		return nil, errors.Join(err, halt())
	}
	s.admin = admin
	return s, nil
}

// url returns the URL of a database by the server's socket.
func (s *server) url(database string) string {
	u := url.URL{
		Scheme:   "postgres",
		User:     url.User("postgres"),
		Path:     "/" + database,
		RawQuery: url.Values{"host": {s.dir}}.Encode(),
	}
	return u.String()
}

// emptyTemplate is the database that PostgreSQL copies for new ones by default.
const emptyTemplate = "template1"

// create makes an empty database and returns its name.
func (s *server) create(ctx context.Context) (string, error) {
	return s.copyOf(ctx, emptyTemplate)
}

func (s *server) copyOf(ctx context.Context, template string) (string, error) {
	name := fmt.Sprintf("test_%d", s.count.Add(1))
	if _, err := s.admin.ExecContext(ctx, "CREATE DATABASE "+name+" TEMPLATE "+template); err != nil {
		return "", fmt.Errorf("create database %s: %w", name, err)
	}
	return name, nil
}

// filled returns the name of the database that fill has filled once; it stays until the server stops.
func (s *server) filled(ctx context.Context, fill func(ctx context.Context, url string) error) (string, error) {
	s.fillOnce.Do(func() {
		if s.template, s.fillErr = s.create(ctx); s.fillErr == nil {
			s.fillErr = fill(ctx, s.url(s.template))
		}
	})
	return s.template, s.fillErr
}

func (s *server) drop(ctx context.Context, name string) error {
	if _, err := s.admin.ExecContext(ctx, "DROP DATABASE "+name+" WITH (FORCE)"); err != nil {
		return fmt.Errorf("drop database %s: %w", name, err)
	}
	return nil
}

func (s *server) stop() error {
	return errors.Join(s.admin.Close(), s.halt())
}
