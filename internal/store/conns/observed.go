package conns

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

// statementOf describes a statement, which holds names and placeholders and never values.
func statementOf(name, text string) observe.Operation {
	return observe.Operation{
		Name: name, Remote: true, Details: []slog.Attr{slog.String("db.query.text", text[:min(len(text), longestStatement)])},
	}
}

// ObserveReader returns a reader that tells the observers of contexts of its queries.
func ObserveReader(r Reader) Reader { return observedReader{r} }

// observedReader tells observers of its queries.
type observedReader struct{ Reader }

// Query counts the reading of the rows as a part of the query.
func (o observedReader) Query(ctx context.Context, text string, args []any) (*sql.Rows, func() error, error) {
	ctx, end := observe.Begin(ctx, statementOf("database query", text))
	rows, done, err := o.Reader.Query(ctx, text, args)
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

// ObserveWriter returns a writer that tells the observers of contexts of its transactions, under the name, and of their statements.
func ObserveWriter(w Writer, name string) Writer { return observedWriter{w, name} }

// observedWriter tells observers of its transactions and their statements.
type observedWriter struct {
	Writer
	name string // of a transaction
}

// Transact counts a transaction that was rolled back because its caller refused something as one that has worked.
func (o observedWriter) Transact(ctx context.Context, m Mode, fn func(Runner) error) error {
	ctx, end := observe.Begin(ctx, observe.Operation{Name: o.name, Remote: true})
	var inner error
	err := o.Writer.Transact(ctx, m, func(run Runner) error {
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

type observedRunner struct{ Runner }

func (r observedRunner) ExecContext(ctx context.Context, text string, args ...any) (sql.Result, error) {
	ctx, end := observe.Begin(ctx, statementOf("database statement", text))
	result, err := r.Runner.ExecContext(ctx, text, args...)
	end(err)
	return result, err
}

func (r observedRunner) QueryContext(ctx context.Context, text string, args ...any) (*sql.Rows, error) {
	inner, end := observe.Begin(ctx, statementOf("database statement", text))
	rows, err := r.Runner.QueryContext(inner, text, args...)
	end(err)
	return rows, err
}
