package store

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// group is a transaction of SQLite in which one member after the other works, each in its own goroutine and all but the first in a
// savepoint. The last one commits for all, and none returns before that. A member that fails takes back only its own work.
type group struct {
	joinable bool          // false for a transaction that is alone
	until    time.Time     // when it stops taking new members
	open     bool          // there is work of members that succeeded
	ended    chan struct{} // closed once it is committed or rolled back
	err      error         // why it could not be committed; may be read once it has ended
}

// groupError says why a group was not committed. Every member gets it, even one that has failed itself: the reason may have been the
// work of another one, which is gone.
type groupError struct{ error }

func (e groupError) Unwrap() error { return e.error }

// errRolledBack means that SQLite has rolled back the transaction and the function that worked in it has not noticed.
var errRolledBack = errors.New("SQLite has rolled the transaction back")

// transact runs fn in a transaction and returns once that is committed or rolled back.
func (s *single) transact(ctx context.Context, m mode, fn func(runner) error) error {
	g, err := s.turns.take(ctx, m)
	if err != nil {
		return err
	}
	if g == nil {
		g = &group{joinable: m == grouped, until: time.Now().Add(s.joining), ended: make(chan struct{})}
	}
	err = s.member(ctx, g, fn)
	<-g.ended
	if g.err != nil {
		return groupError{g.err}
	}
	return err
}

// member does the work of one member while it has the turn.
func (s *single) member(ctx context.Context, g *group, fn func(runner) error) error {
	defer s.leave(g)
	if g.open {
		return s.join(ctx, g, fn)
	}
	return s.begin(ctx, g, fn)
}

// begin runs the first member. An error or an interrupt takes back the whole transaction, in which there is nothing else yet.
func (s *single) begin(ctx context.Context, g *group, fn func(runner) error) error {
	if err := s.revive(ctx); err != nil {
		return err
	}
	if _, err := s.ExecContext(ctx, "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	err := s.run(ctx, s, fn)
	g.open = err == nil
	return err
}

// join runs a later member.
func (s *single) join(ctx context.Context, g *group, fn func(runner) error) (err error) {
	ended := context.WithoutCancel(ctx)
	if _, err := s.ExecContext(ended, "SAVEPOINT member"); err != nil {
		g.fail(err)
		return err
	}
	failed := true
	defer func() {
		if failed {
			s.takeBack(ended, g, err)
		}
	}()
	if err := s.run(ctx, uninterrupted{s}, fn); err != nil {
		return err
	}
	_, err = s.ExecContext(ended, "RELEASE member")
	failed = err != nil
	return err
}

// run calls fn and makes sure that the transaction is still open.
func (s *single) run(ctx context.Context, statements runner, fn func(runner) error) error {
	if err := fn(statements); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if !s.inTransaction() {
		return errRolledBack
	}
	return nil
}

// takeBack rolls back the work of a member that failed with err or panicked. Where SQLite has already rolled back everything, as it
// does on some failures of the disk, the whole group has failed.
func (s *single) takeBack(ctx context.Context, g *group, err error) {
	_, back := s.ExecContext(ctx, "ROLLBACK TO member")
	if back == nil {
		_, back = s.ExecContext(ctx, "RELEASE member")
	}
	if back != nil {
		g.fail(errors.Join(err, back))
	}
}

func (g *group) fail(err error) { g.open, g.err = false, err }

// leave passes the turn on, or ends the transaction.
func (s *single) leave(g *group) {
	s.closeRows()
	if g.open && g.joinable && time.Now().Before(g.until) && s.turns.pass(g) {
		return
	}
	defer s.turns.free()
	defer close(g.ended)
	ctx := context.Background()
	if g.open {
		g.err = errRolledBack // if the driver panics
		_, g.err = s.ExecContext(ctx, "COMMIT")
	}
	if !g.open || g.err != nil {
		_, _ = s.ExecContext(ctx, "ROLLBACK") // which fails when SQLite has done so by itself
	}
}

// uninterrupted runs the statements of a member that has joined a group to their end: on an interrupt, SQLite would roll back the work
// of all members. Once the context has ended, no further statement begins.
type uninterrupted struct{ *single }

func (u uninterrupted) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return u.single.ExecContext(context.WithoutCancel(ctx), query, args...)
}

func (u uninterrupted) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return u.single.QueryContext(context.WithoutCancel(ctx), query, args...)
}
