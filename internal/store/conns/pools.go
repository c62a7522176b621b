package conns

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"quartermaster/internal/gate"
)

// closing is how long the connections may take to end; a server that hangs does not keep the process from ending.
const closing = 3 * time.Second

type patientKey struct{}

// Patiently returns a context whose statements on PostgreSQL may take long: for background work that nobody waits for and that
// would only start over.
func Patiently(ctx context.Context) context.Context {
	return context.WithValue(ctx, patientKey{}, true)
}

// Pools are the connections to PostgreSQL: those of requests, and those of long work, which has its own limits and leaves
// requests their connections.
type Pools struct {
	ordinary, patient pool
	end               context.CancelFunc // of what watches over them
}

// OpenPools returns connections to the server that config names, all of them patient if so asked. It fails when the server does not answer.
func OpenPools(ctx context.Context, config *pgx.ConnConfig, patient bool) (Pools, error) {
	p := newPools(config, patient)
	if err := Reach(ctx, p.ordinary.db); err != nil { // by which others see that the database is in use
		return Pools{}, errors.Join(err, p.Close())
	}
	return p, nil
}

func newPools(config *pgx.ConnConfig, patient bool) Pools {
	open, end := context.WithCancel(context.Background())
	long := newPool(config, unhurried)
	if patient {
		return Pools{long, long, end}
	}
	short := hurried
	short.pulse = newPulse(open, config)
	return Pools{newPool(config, short), long, end}
}

func (p Pools) of(ctx context.Context) pool {
	if ctx.Value(patientKey{}) != nil {
		return p.patient
	}
	return p.ordinary
}

// Transact implements Writer.
func (p Pools) Transact(ctx context.Context, _ Mode, fn func(Runner) error) error {
	return p.of(ctx).transact(ctx, fn)
}

// Query runs a query outside of a transaction. The driver keeps the statements of each connection prepared.
func (p Pools) Query(ctx context.Context, text string, args []any) (*sql.Rows, func() error, error) {
	return p.of(ctx).query(ctx, text, args)
}

// Named returns the connections by what they are for.
func (p Pools) Named() map[string]*sql.DB {
	return map[string]*sql.DB{"requests": p.ordinary.db, "long work": p.patient.db}
}

// Close ends all connections. It waits for them no longer than three seconds.
func (p Pools) Close() error {
	p.end()
	var all sync.WaitGroup
	ended := make(chan struct{})
	all.Go(func() { _ = p.ordinary.db.Close() })
	all.Go(func() { _ = p.patient.db.Close() })
	go func() { all.Wait(); close(ended) }()
	select {
	case <-ended:
	case <-time.After(closing):
	}
	return nil
}

// queued is how many may wait for each connection of a pool. The others would have given up before it is their turn.
const queued = 8

// pool hands out connections. Nobody waits longer than acquire for one.
type pool struct {
	db      *sql.DB
	acquire time.Duration
	turns   *gate.Gate
	pulse   *pulse
}

func newPool(config *pgx.ConnConfig, l limits) pool {
	turns := gate.New(gate.Limits{Name: "database connections", Total: int64(l.conns), Waiters: queued * l.conns, Patient: l.acquire})
	return pool{connect(config, l), l.acquire, turns, l.pulse}
}

// attempts is how many connections are tried when they turn out to be dead before anything was sent.
const attempts = 3

// with returns a connection on which fn has succeeded. Where one turns out to be dead before anything was sent, it tries another.
func (p pool) with(ctx context.Context, fn func(*sql.Conn) error) (c connection, err error) {
	for range attempts {
		if c, err = p.take(ctx); err != nil {
			return c, err
		}
		if err = fn(c.Conn); err == nil {
			return c, nil
		}
		_ = c.Close()
		if !errors.Is(err, driver.ErrBadConn) {
			return c, err
		}
	}
	return c, err
}

// connection is one that was taken from a pool.
type connection struct {
	*sql.Conn
	leave func()
}

// Close gives the connection back.
func (c connection) Close() error {
	defer c.leave()
	return c.Conn.Close()
}

// take waits for a connection that is free and answers, unless the server is known not to.
func (p pool) take(ctx context.Context) (c connection, err error) {
	if err := p.pulse.known(); err != nil {
		return c, err
	}
	ctx, cancel := context.WithTimeout(ctx, p.acquire)
	defer cancel()
	ctx, end := p.pulse.watching(ctx)
	defer end()
	if c.leave, err = p.turns.Enter(ctx, 1); err != nil {
		return c, err
	}
	if c.Conn, err = p.db.Conn(ctx); err != nil {
		c.leave()
	}
	return c, err
}

func (p pool) query(ctx context.Context, text string, args []any) (rows *sql.Rows, done func() error, err error) {
	conn, err := p.with(ctx, func(conn *sql.Conn) error {
		rows, err = conn.QueryContext(ctx, text, args...)
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	return rows, conn.Close, nil
}
