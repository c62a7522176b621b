package conns

import (
	"context"
	"database/sql"
)

// Trace is called with the statements of each writing transaction when it has ended.
type Trace func(statements []string)

// TraceWriter returns a writer that reports the statements of each transaction.
func TraceWriter(w Writer, tell Trace) Writer { return traced{w, tell} }

// traced is a writer that reports its statements to a Trace.
type traced struct {
	Writer
	tell Trace
}

func (t traced) Transact(ctx context.Context, m Mode, fn func(Runner) error) error {
	var seen tracedRunner
	defer func() { t.tell(seen.statements) }()
	return t.Writer.Transact(ctx, m, func(run Runner) error {
		seen.Runner = run
		return fn(&seen)
	})
}

type tracedRunner struct {
	Runner
	statements []string
}

func (r *tracedRunner) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	r.statements = append(r.statements, query)
	return r.Runner.ExecContext(ctx, query, args...)
}

func (r *tracedRunner) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	r.statements = append(r.statements, query)
	return r.Runner.QueryContext(ctx, query, args...)
}
