package cli

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"quartermaster/internal/account"
	"quartermaster/internal/notes"
	"quartermaster/internal/queue"
	"quartermaster/internal/shared"
	"quartermaster/internal/store"
	"quartermaster/internal/throttle"
)

// sharing is what servers do together in Redis, or each alone where there is none.
type sharing struct {
	redis *shared.Redis // nil where there is none
	// of requests, by this process alone while Redis does not answer; health asks probed, which no metric counts
	counting, probed throttle.Limiter
}

func newSharing(redisURL string, clock func() time.Time, logger *slog.Logger) (sharing, error) {
	local := throttle.NewMemory(clock)
	if redisURL == "" {
		return sharing{counting: local, probed: local}, nil
	}
	redis, err := shared.Open(redisURL, logger)
	if err != nil {
		return sharing{}, usageError{err}
	}
	both := throttle.NewFallback(shared.NewWindows(redis, clock), local)
	return sharing{redis: redis, counting: both, probed: both}, nil
}

// ping returns an error while there is a Redis that does not answer.
func (t sharing) ping(ctx context.Context) error {
	if t.redis == nil {
		return nil
	}
	return t.redis.Ping(ctx)
}

func (t sharing) close() error {
	if t.redis == nil {
		return nil
	}
	return t.redis.Close()
}

// notes are those of a sort.
func (t sharing) notes(sort string) notes.Notes {
	if t.redis == nil {
		return notes.None{}
	}
	return shared.NewNotes(t.redis, sort)
}

// The topics of messages between servers.
const (
	changedTopic = "changed"
	queuedTopic  = "queued"
)

// tell tells the other servers of revisions and jobs until ctx ends. When others tell of theirs, forget is called with the instance, and
// look has this server look for jobs.
func (t sharing) tell(ctx context.Context, db *store.DB, jobs *queue.Jobs, forget func(store.Scope), look func()) {
	if t.redis == nil {
		return
	}
	messages := shared.NewMessages(t.redis, store.NewSID())
	db.OnRevision(func(s store.Scope) { messages.Tell(changedTopic, fmt.Sprint(s.UserID, s.InstanceID)) })
	jobs.OnQueued(func() { messages.Tell(queuedTopic, "") })
	messages.On(changedTopic, func(text string) {
		var s store.Scope
		if _, err := fmt.Sscan(text, &s.UserID, &s.InstanceID); err == nil {
			forget(s)
		}
	})
	messages.On(queuedTopic, func(string) { look() })
	go messages.Run(ctx)
}

// failures counts failed sign-ins in the database; while somebody has to wait, it is not asked.
func (t sharing) failures(db *store.DB) throttle.Limiter {
	windows := account.NewWindows(db, db.Time)
	if t.redis == nil {
		return windows
	}
	return throttle.NewNoted(windows, t.notes("failures"), db.Time)
}
