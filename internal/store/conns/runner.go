package conns

import (
	"context"
	"database/sql"
)

// Runner runs statements inside a transaction.
type Runner interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// Reader runs queries outside of transactions.
type Reader interface {
	// Query returns rows, and done, to be called when they are closed; nil where that is not needed.
	Query(ctx context.Context, text string, args []any) (rows *sql.Rows, done func() error, err error)
}

// Writer runs transactions that write.
type Writer interface {
	// Transact runs fn in a transaction, which is committed when it returns nil, and else rolled back.
	Transact(ctx context.Context, m Mode, fn func(Runner) error) error
}
