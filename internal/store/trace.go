package store

import (
	"context"
	"database/sql"
)

// Trace is called with the statements of each writing transaction when it has ended.
type Trace func(statements []string)

// traced is a writer that reports its statements to a Trace.
type traced struct {
	writer
	tell Trace
}

func (t traced) transact(ctx context.Context, m mode, fn func(runner) error) error {
	var seen tracedRunner
	defer func() { t.tell(seen.statements) }()
	return t.writer.transact(ctx, m, func(run runner) error {
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
