package lint

import (
	"context"
	"database/sql"
	"fmt"
	"sync"
	"time"

	"quartermaster/internal/store"
)

const (
	maxRemembered = 50_000 // findings of all instances together
	maxAge        = 15 * time.Minute
)

// state identifies what findings are made of: as long as it is the same, the findings are.
type state struct {
	revision, deletions int64 // of the instance, and of what its records refer to
	catalog, categories int64
	logs                int64
	worldSize           sql.Null[int64] // of the map
}

// stateColumns selects a state of instances i; conditions on them follow.
const stateColumns = `i.revision, u.record_changes, (SELECT COALESCE(max(c.id), 0) FROM classnames c),
	(SELECT COALESCE(max(c.updated_at), 0) FROM categories c WHERE c.user_id = u.id),
	(SELECT m.world_size FROM maps m WHERE m.id = i.map_id),
	(SELECT COALESCE(sum(l.id), 0) FROM server_logs l WHERE l.instance_id = i.id)
	FROM instances i JOIN users u ON u.id = i.user_id`

// columns are where the values of stateColumns go.
func (s *state) columns() []any {
	return []any{&s.revision, &s.deletions, &s.catalog, &s.categories, &s.worldSize, &s.logs}
}

// digest is equal for equal states, on every server.
func (s state) digest() string {
	return fmt.Sprint(s.revision, s.deletions, s.catalog, s.categories, s.worldSize.V, s.logs)
}

// state returns the state of an instance, or store.ErrNotFound.
func (s *Service) state(ctx context.Context, scope store.Scope) (now state, err error) {
	const query = "SELECT " + stateColumns + " WHERE i.id = $1 AND i.user_id = $2"
	return now, s.db.QueryRow(ctx, query, scope.InstanceID, scope.UserID).Scan(now.columns()...)
}

// cache remembers the findings of instances. It is safe for concurrent use.
type cache struct {
	mu    sync.Mutex
	known map[store.Scope]outcome
	size  int // findings
}

// outcome holds the findings of an instance in a state.
type outcome struct {
	state state
	until time.Time
	found []Finding
}

func (c *cache) get(scope store.Scope, is state, now time.Time) ([]Finding, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	last, ok := c.known[scope.Owners()]
	if !ok || last.state != is || !now.Before(last.until) {
		return nil, false
	}
	return last.found, true
}

// put remembers findings; when there are too many, those of all other instances are forgotten.
func (c *cache) put(scope store.Scope, fresh outcome) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(fresh.found) > maxRemembered {
		return
	}
	c.size += len(fresh.found) - len(c.known[scope.Owners()].found)
	if c.size > maxRemembered {
		clear(c.known)
		c.size = len(fresh.found)
	}
	c.known[scope.Owners()] = fresh
}

// Forget frees the findings of an instance in a state that is over.
func (s *Service) Forget(scope store.Scope) {
	c := &s.cache
	c.mu.Lock()
	defer c.mu.Unlock()
	c.size -= len(c.known[scope.Owners()].found)
	delete(c.known, scope)
}

// told returns a finding without the record that it is about, which would stay in memory.
func (f Finding) told() Finding {
	f.about = nil
	if f.Fix != nil {
		f.Fix = &Fix{Says: f.Fix.Says, rule: f.Fix.rule}
	}
	return f
}
