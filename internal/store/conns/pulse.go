package conns

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"quartermaster/internal/outage"
)

const (
	// suspicious is how long a statement of a request runs until PostgreSQL is asked whether it answers at all.
	suspicious = 2 * time.Second
	// dead is how long PostgreSQL may take to say anything to a new client.
	dead = 2500 * time.Millisecond
	// askedAgain is the pause between questions to a server that does not answer.
	askedAgain = 250 * time.Millisecond
)

// errHangs ends what waits for a PostgreSQL that says nothing to anybody.
var errHangs = fmt.Errorf("PostgreSQL does not answer: %w", outage.ErrUnavailable)

// pulse tells a PostgreSQL that hangs from one that works slowly: it asks over a connection of its own as soon as a statement is
// suspicious. While nothing answers, requests fail at once. It is safe for concurrent use; nil takes everything for alive.
type pulse struct {
	ask func(context.Context) error // an error when nothing answers

	mu    sync.Mutex
	lost  bool
	asked chan struct{} // closed when the question under way is answered, or has taken too long; nil without one
	ended context.Context
}

func newPulse(ended context.Context, config *pgx.ConnConfig) *pulse {
	return &pulse{ended: ended, ask: func(ctx context.Context) error { return saysAnything(ctx, config) }}
}

// saysAnything returns nil when the server says anything, be it that it takes no more clients.
func saysAnything(ctx context.Context, config *pgx.ConnConfig) error {
	conn, err := pgconn.ConnectConfig(ctx, config.Config.Copy())
	if err == nil {
		return conn.Close(ctx)
	}
	if refused := (*pgconn.PgError)(nil); errors.As(err, &refused) {
		return nil
	}
	return err
}

// check returns errHangs when the server does not answer. Who asks at the same time shares one question.
func (p *pulse) check() error {
	p.mu.Lock()
	if p.asked == nil && !p.lost {
		p.asked = make(chan struct{})
		go p.question(p.asked)
	}
	asked := p.asked
	p.mu.Unlock()
	if asked != nil {
		<-asked
	}
	return p.known()
}

// known returns errHangs while the server is known not to answer. It does not wait.
func (p *pulse) known() error {
	if p == nil {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.lost {
		return errHangs
	}
	return nil
}

// question asks until the server answers, and lets those who wait go on after the first time.
func (p *pulse) question(asked chan struct{}) {
	for p.ended.Err() == nil {
		ctx, cancel := context.WithTimeout(p.ended, dead)
		err := p.ask(ctx)
		cancel()
		if p.note(err, asked); err == nil {
			return
		}
		asked = nil
		select {
		case <-p.ended.Done():
		case <-time.After(askedAgain):
		}
	}
}

func (p *pulse) note(err error, asked chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lost = err != nil
	if asked != nil {
		p.asked = nil
		close(asked)
	}
}

// watching returns a context that ends early when the server does not answer any more. The caller calls end.
func (p *pulse) watching(ctx context.Context) (watched context.Context, end func()) {
	if p == nil {
		return ctx, func() {}
	}
	watched, stop := context.WithCancelCause(ctx)
	begun := time.AfterFunc(suspicious, func() { p.watch(watched, stop) })
	return watched, func() { begun.Stop(); stop(nil) }
}

func (p *pulse) watch(ctx context.Context, stop context.CancelCauseFunc) {
	for ctx.Err() == nil {
		if err := p.check(); err != nil {
			stop(err)
			return
		}
		select {
		case <-ctx.Done():
		case <-time.After(suspicious):
		}
	}
}
