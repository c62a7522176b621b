package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"

	"quartermaster/internal/outage"
)

// The errors that callers distinguish, beside those of package outage. All others are failures of the database.
var (
	ErrNotFound  = errors.New("not found")
	ErrTaken     = errors.New("already taken")
	ErrReadOnly  = errors.New("built in, and not to be changed")
	ErrReference = errors.New("refers to something that is not there, or is still referred to")
	ErrFull      = errors.New("there are as many as there may be")
	ErrEmptied   = errors.New("the database is empty, and there are data beside it that belong to another one")
)

// domainError maps an error of the driver to one of the errors above, by code.
func (db *DB) domainError(ctx context.Context, err error) error {
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return contextError(ctx, err)
	case db.closed.Load():
		return kindred(outage.ErrUnavailable, err)
	}
	return named(db.dialect, err)
}

// named is domainError for a context that has not ended.
func named(d dialect, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, sql.ErrNoRows):
		return ErrNotFound
	}
	if kind := d.kind(err); kind != nil {
		return kindred(kind, err)
	}
	if isConnectionLost(err) {
		return kindred(outage.ErrUnavailable, err)
	}
	return outage.Of(err)
}

func kindred(kind, err error) error {
	if errors.Is(err, kind) {
		return err
	}
	return fmt.Errorf("%w: %w", kind, err)
}

// isConnectionLost reports whether a connection was lost, or could not be had in time. It is for a context that has not ended.
func isConnectionLost(err error) bool {
	for _, lost := range []error{driver.ErrBadConn, sql.ErrConnDone, sql.ErrTxDone, context.Canceled, context.DeadlineExceeded} {
		if errors.Is(err, lost) {
			return true
		}
	}
	return false
}

// contextError adds why the context ended: drivers only report that something was interrupted.
func contextError(ctx context.Context, err error) error {
	if err == nil || ctx.Err() == nil || errors.Is(err, ctx.Err()) {
		return err
	}
	return fmt.Errorf("%w: %w", ctx.Err(), err)
}

// found returns ErrNotFound for a statement that should have changed a row and did not.
func found(n int64, err error) error {
	if err == nil && n == 0 {
		err = ErrNotFound
	}
	return err
}
