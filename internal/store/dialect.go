package store

import (
	"errors"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/ncruces/go-sqlite3"
)

// dialect is what differs between the two databases.
type dialect interface {
	// name is what health reports call the database.
	name() string
	// contains is a condition that is true when expr contains the escaped pattern of the given argument, in any letter case.
	contains(expr, arg string, ascii bool) string
	// sortText orders text by code point, as both databases then agree.
	sortText(expr string) string
	// forUpdate ends a SELECT that locks its row until the transaction ends.
	forUpdate() string
	// maxParams is how many arguments a bulk statement takes.
	maxParams() int
	// violation tells which constraint an error of the driver stands for.
	violation(err error) violation
}

type violation uint8

const (
	noViolation violation = iota
	uniqueViolation
	foreignKeyViolation
)

type sqliteDialect struct{}

func (sqliteDialect) name() string { return "sqlite" }

// contains relies on SQLite's LIKE, which ignores the case of A to Z; only other letters need the slower fold().
func (sqliteDialect) contains(expr, arg string, ascii bool) string {
	if ascii {
		return expr + ` LIKE ` + arg + ` ESCAPE '\'`
	}
	return `fold(` + expr + `) LIKE fold(` + arg + `) ESCAPE '\'`
}

func (sqliteDialect) sortText(expr string) string { return expr }

// forUpdate needs nothing: SQLite has one writer at a time.
func (sqliteDialect) forUpdate() string { return "" }

// maxParams is far below SQLite's limit: there, statements of some hundred arguments are the fastest.
func (sqliteDialect) maxParams() int { return 480 }

func (sqliteDialect) violation(err error) violation {
	switch {
	case errors.Is(err, sqlite3.CONSTRAINT_UNIQUE), errors.Is(err, sqlite3.CONSTRAINT_PRIMARYKEY):
		return uniqueViolation
	case errors.Is(err, sqlite3.CONSTRAINT_FOREIGNKEY):
		return foreignKeyViolation
	}
	return noViolation
}

type postgres struct{}

func (postgres) name() string { return "pgsql" }

func (postgres) contains(expr, arg string, _ bool) string {
	return `lower(` + expr + `) LIKE lower(` + arg + `) ESCAPE '\'`
}

func (postgres) sortText(expr string) string { return expr + ` COLLATE "C"` }

func (postgres) forUpdate() string { return " FOR UPDATE" }

func (postgres) maxParams() int { return 30_000 }

func (postgres) violation(err error) violation {
	var pg *pgconn.PgError
	if !errors.As(err, &pg) {
		return noViolation
	}
	switch pg.Code {
	case "23505":
		return uniqueViolation
	case "23503":
		return foreignKeyViolation
	}
	return noViolation
}
