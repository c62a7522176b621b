package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// The errors that callers tell apart. Everything else is a failure of the database.
var (
	ErrNotFound  = errors.New("not found")
	ErrTaken     = errors.New("already taken")
	ErrReadOnly  = errors.New("built in, and not to be changed")
	ErrReference = errors.New("refers to something that is not there, or is still referred to")
)

// domainError turns what a driver says into one of the errors above, by code.
func (db *DB) domainError(ctx context.Context, err error) error {
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return contextError(ctx, err)
	case errors.Is(err, sql.ErrNoRows):
		return ErrNotFound
	}
	switch db.dialect.violation(err) {
	case uniqueViolation:
		return fmt.Errorf("%w: %w", ErrTaken, err)
	case foreignKeyViolation:
		return fmt.Errorf("%w: %w", ErrReference, err)
	}
	return err
}

// contextError says why the context ended: drivers only report, in words of their own, that something was interrupted.
func contextError(ctx context.Context, err error) error {
	if err == nil || ctx.Err() == nil || errors.Is(err, ctx.Err()) {
		return err
	}
	return fmt.Errorf("%w: %w", ctx.Err(), err)
}
