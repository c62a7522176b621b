package store

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"quartermaster/internal/store/conns"
)

// Config says where the records are stored.
type Config struct {
	Dir         string      // folder of the SQLite file; made when missing
	DatabaseURL string      // postgres://...; empty for SQLite in Dir
	Key         []byte      // 32 bytes for encrypting secrets
	Unsynced    bool        // SQLite only: do not wait for the disk on commit; for tests
	Trace       conns.Trace // may be nil; for tests
	Observed    bool        // the observers of contexts are told of statements
	InSlices    bool        // SQLite only: EditInSlices lets others write in between; for the only process that does so
	PageMemory  int64       // SQLite only: bytes of pages that all connections together keep in memory; 0 for 24 MB
	Patient     bool        // PostgreSQL only: all statements may take as long as those of Patiently; for commands

	// MakeKey creates the first key of a database; it is called when Key is empty. With neither, the database is opened without
	// a key, and encrypted values can be neither written nor read.
	MakeKey func() ([]byte, error)
	Beside  Beside

	MachineClock func() time.Time // nil for that of this machine; for tests
	Clock        func() time.Time // nil for PostgreSQL's server's, or else MachineClock; for tests
}

// Beside says which other data of the service exist. An empty database is not the right one when there are some.
type Beside struct {
	Key   bool // a secret key in a file
	Files bool // files that users have stored
}

// DB is an open database. Its methods are safe for concurrent use.
type DB struct {
	reader     conns.Reader
	contents   conns.Reader // for large values
	writer     conns.Writer
	close      func() error       // closes all connections
	pools      map[string]*sql.DB // by what they are for
	dialect    dialect
	seal       sealer
	selections selections
	totals     *totals
	owned      *ownedCounts
	counts     *knownCounts
	copies     *rehearsalCopies // nil where rehearsals keep nobody from writing
	origin     *DB              // of a copy for a rehearsal; else nil
	slices     *slicing         // nil where edits are one transaction each
	now        func() time.Time
	closed     atomic.Bool
	revised    func(Scope) // told of revisions; nil where nobody is
	reserve    *reserve    // nil where the database has none
}

// Open opens the database that c names, migrates its tables and returns it. Several processes may open the same database at
// once.
//
// It returns ErrEmptied when an empty database is found beside other data, and ErrKeyMissing or ErrKeyOther when the key is not
// the one that the database was used with.
func Open(ctx context.Context, c Config) (*DB, error) {
	open := openSQLite
	if c.DatabaseURL != "" {
		open = openPostgres
	}
	db, err := open(ctx, c)
	if err != nil {
		return nil, err
	}
	db.selections, db.totals, db.owned, db.counts = newSelections(), newTotals(), newOwnedCounts(), newKnownCounts()
	if err := db.setClock(ctx, c); err != nil {
		return nil, errors.Join(err, db.close())
	}
	db.close = sync.OnceValue(db.close)
	if c.DatabaseURL == "" {
		if db.copies, err = newRehearsalCopies(c); err != nil {
			return nil, errors.Join(err, db.Close())
		}
	}
	if c.InSlices && c.DatabaseURL == "" {
		db.slices = newSlicing()
	}
	if c.Trace != nil {
		db.writer = conns.TraceWriter(db.writer, c.Trace)
	}
	if c.Observed {
		db.observe()
	}
	if err := db.unlock(ctx, c); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// unlock sets the key that secrets are sealed with.
func (db *DB) unlock(ctx context.Context, c Config) (err error) {
	key := c.Key
	if len(key) > 0 || c.MakeKey != nil {
		if key, err = db.adoptKey(ctx, c); err != nil {
			return err
		}
	}
	db.seal, err = newSealer(key)
	return err
}

// Close waits for the running transaction of SQLite and closes all connections, once.
func (db *DB) Close() error {
	db.closed.Store(true)
	return db.close()
}

// Driver names the kind of database: sqlite or pgsql.
func (db *DB) Driver() string { return db.dialect.name() }

// Ping runs a query that reads from the database.
func (db *DB) Ping(ctx context.Context) error {
	var n int64
	return db.QueryRow(ctx, `SELECT count(*) FROM maps`).Scan(&n)
}

// Now returns the time for timestamps of records: microseconds since 1970, in whole seconds.
func (db *DB) Now() int64 { return db.now().Unix() * 1_000_000 }

// Query reads rows. Statements are prepared once; arguments stand in the text as $1, $2, ... in order of appearance.
func (db *DB) Query(ctx context.Context, query string, args ...any) (*Rows, error) {
	return db.query(ctx, db.reader, query, args)
}

func (db *DB) query(ctx context.Context, from conns.Reader, text string, args []any) (*Rows, error) {
	rows, done, err := from.Query(ctx, text, args)
	if err != nil {
		return nil, db.domainError(ctx, err)
	}
	return &Rows{rows, db, ctx, done}, nil
}

// QueryRow reads one row. Its Scan returns the error, ErrNotFound when there is no row.
func (db *DB) QueryRow(ctx context.Context, query string, args ...any) Row {
	rows, err := db.Query(ctx, query, args...)
	return Row{rows: rows, err: err}
}

// Querier reads, in a transaction or outside.
type Querier interface {
	Query(ctx context.Context, query string, args ...any) (*Rows, error)
}

// Each runs a query and calls scan for each of its rows. Its error is the first one of scan, or else that of the query.
func Each(ctx context.Context, from Querier, query string, args []any, scan func(*Rows) error) error {
	rows, err := from.Query(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// collect is Each with the database's errors in the words of the domain.
func (db *DB) collect(ctx context.Context, from Querier, query string, args []any, scan func(*Rows) error) error {
	return Each(ctx, from, query, args, func(rows *Rows) error { return db.domainError(ctx, scan(rows)) })
}

// observe has the observers of contexts told of all statements from now on.
func (db *DB) observe() {
	name := "database transaction"
	if db.origin != nil {
		name = "rehearsal" // for which nobody waits
	}
	db.reader, db.contents, db.writer = conns.ObserveReader(db.reader), conns.ObserveReader(db.contents), conns.ObserveWriter(db.writer, name)
}

// Pools describes the connections to the database, by what they are for.
func (db *DB) Pools() map[string]sql.DBStats {
	stats := map[string]sql.DBStats{}
	for name, pool := range db.pools {
		stats[name] = pool.Stats()
	}
	return stats
}

// closeAll closes everything and returns what went wrong.
func closeAll(closers ...func() error) error {
	var errs []error
	for _, closeOne := range closers {
		errs = append(errs, closeOne())
	}
	return errors.Join(errs...)
}
