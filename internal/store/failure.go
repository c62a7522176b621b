package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"net"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/ncruces/go-sqlite3"

	"quartermaster/internal/outage"
)

// IsFailure reports whether an error means that the database failed or could not be reached, and not that the data do not allow
// something.
func IsFailure(err error) bool {
	switch {
	case errors.Is(err, ErrTaken), errors.Is(err, ErrReference):
		return false // which wrap an error of the driver
	case errors.Is(err,
		outage.ErrUnavailable), errors.Is(err, outage.ErrFull), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded),
		errors.Is(err, driver.ErrBadConn), errors.Is(err, sql.ErrConnDone), errors.Is(err, sql.ErrTxDone):
		return true
	}
	var network net.Error
	return errors.As(err, &network) || isDriverError(err)
}

func isDriverError(err error) bool {
	var postgres *pgconn.PgError
	var connecting *pgconn.ConnectError
	var sqlite *sqlite3.Error
	var code sqlite3.ErrorCode
	var extended sqlite3.ExtendedErrorCode
	return errors.As(err, &postgres) || errors.As(err, &connecting) ||
		errors.As(err, &sqlite) || errors.As(err, &code) || errors.As(err, &extended)
}
