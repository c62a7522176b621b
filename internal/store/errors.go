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
	ErrReference = errors.New("refers to something that is not there, or is still referred to")
	ErrReadOnly  = errors.New("built-in records are read-only")
)

// domainError turns what a driver says into one of the errors above, by code.
func (db *DB) domainError(err error) error {
	switch {
	case err == nil, errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
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
