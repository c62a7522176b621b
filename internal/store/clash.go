package store

import (
	"errors"

	"quartermaster/internal/record"
)

// Clash is an ErrTaken or ErrReference with what it is about: records that could not be stored or deleted because of others.
type Clash struct {
	Resource *record.Resource
	Title    string // of the record, where it was one alone; else empty
	Deletes  bool   // others still refer to a record that was to be deleted; otherwise one refers to what is not there
	cause    error
}

func (c *Clash) Error() string { return c.Resource.Path + " " + c.Title + ": " + c.cause.Error() }

func (c *Clash) Unwrap() error { return c.cause }

// clash adds to an error of the database which records it is about, if it is one of the two.
func clash(err error, r *record.Resource, rows []record.Row, deletes bool) error {
	if !errors.Is(err, ErrTaken) && !errors.Is(err, ErrReference) {
		return err
	}
	c := &Clash{Resource: r, Deletes: deletes, cause: err}
	if len(rows) == 1 {
		c.Title = r.TitleOf(rows[0])
	}
	return c
}
