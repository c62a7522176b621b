package pgtest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"sync/atomic"

	_ "github.com/jackc/pgx/v5/stdlib" // the "pgx" driver
)

// server is a running PostgreSQL whose socket and data lie in dir.
type server struct {
	dir   string
	admin *sql.DB
	halt  func() error // stops the processes and removes dir
	count atomic.Int64 // databases created so far
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

// url names a database through the server's socket directory.
func (s *server) url(database string) string {
	u := url.URL{
		Scheme:   "postgres",
		User:     url.User("postgres"),
		Path:     "/" + database,
		RawQuery: url.Values{"host": {s.dir}}.Encode(),
	}
	return u.String()
}

func (s *server) create(ctx context.Context) (string, error) {
	name := fmt.Sprintf("test_%d", s.count.Add(1))
	if _, err := s.admin.ExecContext(ctx, "CREATE DATABASE "+name); err != nil {
		return "", fmt.Errorf("create database %s: %w", name, err)
	}
	return name, nil
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
