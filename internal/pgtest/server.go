package pgtest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

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
	copies   *pool  // of the filled database
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

// create makes an empty database and returns its name.
func (s *server) create(ctx context.Context) (string, error) {
	return s.copyOf(ctx, "template1") // which PostgreSQL copies by default
}

func (s *server) copyOf(ctx context.Context, template string) (string, error) {
	name := fmt.Sprintf("test_%d", s.count.Add(1))
	if _, err := s.admin.ExecContext(ctx, "CREATE DATABASE "+name+" TEMPLATE "+template); err != nil {
		return "", fmt.Errorf("create database %s: %w", name, err)
	}
	return name, nil
}

// filled returns the name of a copy of the database that fill has filled once.
func (s *server) filled(ctx context.Context, fill func(ctx context.Context, url string) error) (string, error) {
	s.fillOnce.Do(func() { s.fillErr = s.fillTemplate(ctx, fill) })
	if s.fillErr != nil {
		return "", fmt.Errorf("fill a database: %w", s.fillErr)
	}
	select {
	case name := <-s.copies.unused:
		return name, nil
	default:
		return s.copyOf(ctx, s.template)
	}
}

// fillTemplate makes the filled database, which stays until the server stops.
func (s *server) fillTemplate(ctx context.Context, fill func(ctx context.Context, url string) error) (err error) {
	if s.template, err = s.create(ctx); err != nil {
		return err
	}
	if err := fill(ctx, s.url(s.template)); err != nil {
		return err
	}
	return s.within(s.template, func(db *sql.DB) (err error) {
		s.copies, err = newPool(ctx, db)
		return err
	})
}

// within runs do with a connection to the database of this name.
func (s *server) within(name string, do func(*sql.DB) error) error {
	db, err := sql.Open("pgx", s.url(name))
	if err != nil {
		return err
	}
	db.SetMaxOpenConns(1)
	return errors.Join(do(db), db.Close())
}

// takeBack keeps a copy of the filled database for another test, or drops it where the test changed its tables or is still
// connected to it.
func (s *server) takeBack(ctx context.Context, name string) error {
	restored := false
	if s.deserted(ctx, name) {
		err := s.within(name, func(db *sql.DB) (err error) {
			restored, err = s.copies.restored(ctx, db)
			return err
		})
		if err != nil {
			return fmt.Errorf("restore database %s: %w", name, err)
		}
	}
	if restored {
		select {
		case s.copies.unused <- name:
			return nil
		default:
		}
	}
	return s.drop(ctx, name)
}

// deserted reports whether nobody is connected to a database; it waits a moment for connections that are closed already.
func (s *server) deserted(ctx context.Context, name string) bool {
	const moments = 200
	for range moments {
		var connected bool
		err := s.admin.QueryRowContext(ctx, "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = $1)", name).Scan(&connected)
		if err != nil || !connected {
			return err == nil
		}
		time.Sleep(time.Millisecond)
	}
	return false
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
