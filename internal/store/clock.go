package store

import (
	"context"
	"sync/atomic"
	"time"

	"quartermaster/internal/store/conns"
)

const (
	// comparedEvery is how often the clock of the database's server is read.
	comparedEvery = 10 * time.Second
	// comparing is how long that may take; what arrives later says too little.
	comparing = time.Second
)

// clock tells the time of the database's server, which all processes on it share. In between it counts on with this machine's clock,
// whatever that shows, and whether or not somebody sets it.
type clock struct {
	machine func() time.Time
	read    func(ctx context.Context) (time.Time, error)
	last    atomic.Pointer[comparison]
}

// comparison is the time of both clocks at one moment.
type comparison struct{ machine, server time.Time }

// now returns the time of the server. It does not ask it.
func (c *clock) now() time.Time {
	last := c.last.Load()
	return last.server.Add(c.machine().Sub(last.machine))
}

// compare reads the clock of the server. Where that fails, the last comparison stays.
func (c *clock) compare(ctx context.Context, within time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	asked := c.machine()
	server, err := c.read(ctx)
	if err != nil {
		return err
	}
	c.last.Store(&comparison{machine: asked.Add(c.machine().Sub(asked) / 2), server: server})
	return nil
}

// follow compares the clocks until ctx ends.
func (c *clock) follow(ctx context.Context) {
	ticker := time.NewTicker(comparedEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			_ = c.compare(ctx, comparing) // a server that is away is noticed by those who need it
		}
	}
}

// setClock sets where db takes the time from.
func (db *DB) setClock(ctx context.Context, c Config) error {
	if c.MachineClock == nil {
		c.MachineClock = time.Now
	}
	if db.now = c.Clock; db.now != nil {
		return nil
	}
	if db.now = c.MachineClock; c.DatabaseURL == "" {
		return nil
	}
	return db.followClock(ctx, c.MachineClock)
}

// followClock makes the time of the server that of db, until db is closed.
func (db *DB) followClock(ctx context.Context, machine func() time.Time) error {
	c := &clock{machine: machine, read: db.serverTime}
	if err := c.compare(ctx, conns.ConnectTimeout); err != nil {
		return err
	}
	db.now = c.now
	following, stop := context.WithCancel(context.WithoutCancel(ctx))
	go c.follow(following)
	closeConnections := db.close
	db.close = func() error { stop(); return closeConnections() }
	return nil
}

// serverTime asks PostgreSQL for its time.
func (db *DB) serverTime(ctx context.Context) (time.Time, error) {
	var micros int64
	err := db.QueryRow(ctx, `SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint`).Scan(&micros)
	return time.UnixMicro(micros), err
}

// Time returns the time by which processes agree on what has expired and what is due: of PostgreSQL's server, of this machine with
// SQLite.
func (db *DB) Time() time.Time { return db.now() }
