package control

import (
	"context"
	"errors"
	"sync"
	"time"

	"quartermaster/internal/gameserver"
	"quartermaster/internal/store"
)

// keptFor is how long a status is shown again before the game server is asked once more.
const keptFor = 10 * time.Second

var (
	// ErrNoAddress is returned for an instance without the server's address, or without the port that is needed.
	ErrNoAddress = errors.New("the instance does not say where its game server is")
	// ErrNoRCon is returned for an instance without access to RCon.
	ErrNoRCon = errors.New("RCon is not set up")
	// errPlayerLeft is returned where a number is no longer that of the player who is to be kicked.
	errPlayerLeft = errors.New("the player is not on the server any more")
)

// Service asks and commands the game servers of instances.
type Service struct {
	db     *store.DB
	client gameserver.Client
	now    func() time.Time

	mu   sync.Mutex
	kept map[int64]*kept // by instance
}

// New returns a service that reaches game servers with client.
func New(db *store.DB, client gameserver.Client, now func() time.Time) *Service {
	return &Service{db: db, client: client, now: now, kept: map[int64]*kept{}}
}

// querier is a database or a transaction.
type querier interface {
	QueryRow(ctx context.Context, query string, args ...any) store.Row
}
