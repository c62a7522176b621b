package delivery

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"quartermaster/internal/blob"
	"quartermaster/internal/lint"
	"quartermaster/internal/mission"
	"quartermaster/internal/queue"
	"quartermaster/internal/remote"
	"quartermaster/internal/store"
	"quartermaster/internal/stored"
)

// Kind is the name of deliveries in the queue.
const Kind = "delivery"

var (
	// ErrBusy is returned while another delivery of the instance waits or runs.
	ErrBusy = errors.New("another delivery of the instance is under way")
	// ErrOtherServer is returned for a rollback of a delivery that another server has got.
	ErrOtherServer = errors.New("the delivery went to another server than the present one")
	// ErrNoCopies is returned for a rollback whose copies are no longer kept.
	ErrNoCopies = errors.New("the copies that the rollback needs are no longer kept")
)

// Place is an open connection to the files of an instance's game server.
type Place interface {
	remote.Server
	// Path returns where a generated file is on the server; "" for one that has no place there.
	Path(generated string) string
	// Address names the server and the folder: another address is another server.
	Address() string
}

// Places opens the game servers of instances.
type Places interface {
	// Open connects to the game server of an instance, or returns target.ErrNone. Its other errors are in words for the owner.
	Open(ctx context.Context, scope store.Scope) (Place, error)
}

// GameStatus says whether a game server runs.
type GameStatus struct {
	Known   bool // it could be asked
	Running bool
	Players int
}

// Game is what deliveries have to do with the game servers of instances while they run.
type Game interface {
	Status(ctx context.Context, scope store.Scope) (GameStatus, error)
	// LoadBans has a server that runs read its lists of bans again, if it takes commands.
	LoadBans(ctx context.Context, scope store.Scope) error
}

// Merger takes in what somebody has changed on the game servers of instances; see pull.Service.
type Merger interface {
	// TakeIn merges files of the server with the records, in one revision. Its errors are in words for the owner, or failures of the
	// service.
	TakeIn(ctx context.Context, scope store.Scope, paths []string, m Merge) error
}

// Merge says what counts where the server and the instance have both changed a value.
type Merge struct {
	Prefer  mission.Side    `json:"prefer,omitempty"` // Mine when empty
	Choices mission.Choices `json:"choices,omitempty"`
}

// Lint finds problems in the records of instances; see lint.Service.
type Lint interface {
	Check(ctx context.Context, scope store.Scope) ([]lint.Finding, error)
}

// Config holds what a service works with.
type Config struct {
	DB       *store.DB
	Missions *mission.Service
	Lint     Lint
	Blobs    blob.Store
	Jobs     *queue.Jobs
	Stored   *stored.Service // for files that wait on the disk
	Places   Places
	Merger   Merger // nil where there are no merges
	Game     Game   // nil where game servers are not asked
	Logger   *slog.Logger
	// Pause is the time before a lost connection is opened again; it doubles with each attempt. 0 for a second.
	Pause time.Duration
}

// Service plans and makes deliveries. It is the queue's handler of those that are jobs.
type Service struct{ Config }

var _ queue.Handler = (*Service)(nil)

// New returns a service.
func New(c Config) *Service {
	if c.Pause == 0 {
		c.Pause = time.Second
	}
	if c.Logger == nil {
		c.Logger = slog.Default()
	}
	return &Service{c}
}

// Side says which version of a file counts.
type Side string

// The sides.
const (
	Mine   Side = "mine"   // that of the instance
	Server Side = "server" // that which lies on the server
)

// Options say what a delivery sends, and why nothing holds it back. The zero value sends what differs, and nothing that somebody has
// changed on the server.
type Options struct {
	Paths    []string        `json:"paths,omitempty"`   // nil for all that differ
	Prefer   Side            `json:"prefer,omitempty"`  // of files that were changed on the server; empty for Server
	Choices  map[string]Side `json:"choices,omitempty"` // the same of single files, by their paths
	Delete   []string        `json:"delete,omitempty"`  // files that were delivered and are gone from the instance
	Merge    *Merge          `json:"merge,omitempty"`   // takes in first what was changed on the server and would stay; nil for no merge
	Override bool            `json:"override,omitempty"`
	Reason   string          `json:"reason,omitempty"` // of Override
}
