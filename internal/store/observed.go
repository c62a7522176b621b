package store

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"

	"quartermaster/internal/observe"
	"quartermaster/internal/outage"
)

// longestStatement is how much of a statement observers see, in bytes.
const longestStatement = 1000

// observe has the observers of contexts told of all statements from now on.
func (db *DB) observe() {
	name := "database transaction"
	if db.origin != nil {
		name = "rehearsal" // for which nobody waits
	}
	db.reader, db.contents, db.writer = observedReader{db.reader}, observedReader{db.contents}, observedWriter{db.writer, name}
}

// statementOf describes a statement, which holds names and placeholders and never values.
func statementOf(name, text string) observe.Operation {
	return observe.Operation{
		Name: name, Remote: true, Details: []slog.Attr{slog.String("db.query.text", text[:min(len(text), longestStatement)])},
	}
}

// observedReader tells observers of its queries.
type observedReader struct{ reader }

// query counts the reading of the rows as a part of the query.
func (o observedReader) query(ctx context.Context, text string, args []any) (*sql.Rows, func() error, error) {
	ctx, end := observe.Begin(ctx, statementOf("database query", text))
	rows, done, err := o.reader.query(ctx, text, args) //nolint:sqlclosecheck // the caller closes them
	if err != nil {
		end(err)
		return nil, nil, err
	}
	return rows, func() (err error) {
		if done != nil {
			defer func() { err = done() }() // also if an observer panics
		}
		end(rows.Err())
		return nil
	}, nil
}

// observedWriter tells observers of its transactions and their statements.
type observedWriter struct {
	writer
	name string // of a transaction
}

// transact counts a transaction that was rolled back because its caller refused something as one that has worked.
func (o observedWriter) transact(ctx context.Context, m mode, fn func(runner) error) error {
	ctx, end := observe.Begin(ctx, observe.Operation{Name: o.name, Remote: true})
	var inner error
	err := o.writer.transact(ctx, m, func(run runner) error {
		inner = fn(observedRunner{run})
		return inner
	})
	if refused := inner != nil && !errors.Is(inner, outage.ErrUnavailable) && !errors.Is(inner, outage.ErrFull); refused {
		end(nil)
	} else {
		end(err)
	}
	return err
}

type observedRunner struct{ runner }

func (r observedRunner) ExecContext(ctx context.Context, text string, args ...any) (sql.Result, error) {
	ctx, end := observe.Begin(ctx, statementOf("database statement", text))
	result, err := r.runner.ExecContext(ctx, text, args...)
	end(err)
	return result, err
}

func (r observedRunner) QueryContext(ctx context.Context, text string, args ...any) (*sql.Rows, error) {
	inner, end := observe.Begin(ctx, statementOf("database statement", text))
	rows, err := r.runner.QueryContext(inner, text, args...)
	end(err)
	return rows, err
}

// Pools describes the connections to the database, by what they are for.
func (db *DB) Pools() map[string]sql.DBStats {
	stats := map[string]sql.DBStats{}
	for name, pool := range db.pools {
		stats[name] = pool.Stats()
	}
	return stats
}
