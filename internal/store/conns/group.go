package conns

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

// GroupError says why a group was not committed. Every member gets it, even one that has failed itself: the reason may have been the
// work of another one, which is gone.
type GroupError struct{ error }

func (e GroupError) Unwrap() error { return e.error }

// errRolledBack means that SQLite has rolled back the transaction and the function that worked in it has not noticed.
var errRolledBack = errors.New("SQLite has rolled the transaction back")

// Transact runs fn in a transaction and returns once that is committed or rolled back.
func (s *Single) Transact(ctx context.Context, m Mode, fn func(Runner) error) error {
	g, err := s.Turns.take(ctx, m)
	if err != nil {
		return err
	}
	if g == nil {
		g = &group{joinable: m == Grouped, until: time.Now().Add(s.Joining), ended: make(chan struct{})}
	}
	err = s.member(ctx, g, fn)
	<-g.ended
	if g.err != nil {
		return GroupError{g.err}
	}
	return err
}

// member does the work of one member while it has the turn.
func (s *Single) member(ctx context.Context, g *group, fn func(Runner) error) error {
	defer s.leave(g)
	if g.open {
		return s.join(ctx, g, fn)
	}
	return s.begin(ctx, g, fn)
}

// begin runs the first member. An error or an interrupt takes back the whole transaction, in which there is nothing else yet.
func (s *Single) begin(ctx context.Context, g *group, fn func(Runner) error) error {
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
func (s *Single) join(ctx context.Context, g *group, fn func(Runner) error) (err error) {
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
func (s *Single) run(ctx context.Context, statements Runner, fn func(Runner) error) error {
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
func (s *Single) takeBack(ctx context.Context, g *group, err error) {
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
func (s *Single) leave(g *group) {
	s.closeRows()
	if g.open && g.joinable && time.Now().Before(g.until) && s.Turns.pass(g) {
		return
	}
	defer s.Turns.free()
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
type uninterrupted struct{ *Single }

func (u uninterrupted) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return u.Single.ExecContext(context.WithoutCancel(ctx), query, args...)
}

func (u uninterrupted) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return u.Single.QueryContext(context.WithoutCancel(ctx), query, args...)
}
