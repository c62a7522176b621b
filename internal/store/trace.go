package store

import (
	"context"
	"database/sql"
)

// Trace is told of each transaction that writes: the statements that it ran, when it has ended.
type Trace func(statements []string)

// traced is a writer that tells of what it runs.
type traced struct {
	writer
	tell Trace
}

func (t traced) transact(ctx context.Context, fn func(runner) error) error {
	var seen tracedRunner
	defer func() { t.tell(seen.statements) }()
	return t.writer.transact(ctx, func(run runner) error {
		seen.runner = run
		return fn(&seen)
	})
}

type tracedRunner struct {
	runner
	statements []string
}

func (r *tracedRunner) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	r.statements = append(r.statements, query)
	return r.runner.ExecContext(ctx, query, args...)
}

func (r *tracedRunner) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	r.statements = append(r.statements, query)
	return r.runner.QueryContext(ctx, query, args...)
}
