package metrics

import (
	"context"
	"database/sql"
	"sync"
	"time"

	"quartermaster/internal/parallel"
	"quartermaster/internal/queue"
)

// asking is how long what is asked for its state may take: what takes longer counts as lost.
const asking = 2 * time.Second

// State is what is asked whenever the metrics are read.
type State struct {
	Pools     func() map[string]sql.DBStats // connections to the database, by what they are for
	Jobs      func(context.Context) ([]queue.Count, error)
	Heartbeat func(context.Context) (time.Duration, error) // the age of the last one of this process
	Parts     map[string]func(context.Context) error       // what the service needs, by name: an error when it does not answer
}

// Watch adds the metrics of a state. It is called before the handler.
func (m *Metrics) Watch(s State) { m.state = &s }

// asked are the metrics of a state at one moment.
type asked struct {
	connections, maxConnections, waits, waited *family
	jobs, oldest, heartbeat, up                *family
}

func newAsked() *asked {
	return &asked{
		connections: newFamily(gauge, "quartermaster_database_connections", "Connections to the database.", "pool", "state"),
		maxConnections: newFamily(gauge, "quartermaster_database_connections_max",
			"How many connections to the database there may be, 0 for any number.", "pool"),
		waits:  newFamily(counter, "quartermaster_database_waits_total", "How often someone waited for a connection.", "pool"),
		waited: newFamily(counter, "quartermaster_database_wait_seconds_total", "How long they waited.", "pool"),
		jobs: newFamily(gauge, "quartermaster_jobs", "Jobs that wait or run, and those of the last seven days that have failed.",
			"kind", "state"),
		oldest: newFamily(gauge, "quartermaster_jobs_oldest_seconds", "How long ago the first job that waits or runs was queued.", "state"),
		heartbeat: newFamily(gauge, "quartermaster_worker_heartbeat_seconds",
			"How long ago the worker of this process gave a sign of life."),
		up: newFamily(gauge, "quartermaster_up", "Whether a part that the service needs answers within two seconds.", "part"),
	}
}

// families asks all parts at once. What does not answer is left out.
func (s *State) families(ctx context.Context) []*family {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), asking)
	defer cancel()
	a := newAsked()
	var all sync.WaitGroup
	all.Go(func() { _ = parallel.Caught(func() error { s.queue(ctx, a); return nil }) })
	for part, check := range s.Parts {
		all.Go(func() {
			value := 1.0
			if parallel.Caught(func() error { return check(ctx) }) != nil {
				value = 0
			}
			a.up.set(value, part)
		})
	}
	s.pools(a)
	all.Wait()
	return []*family{a.connections, a.maxConnections, a.waits, a.waited, a.jobs, a.oldest, a.heartbeat, a.up}
}

func (s *State) pools(a *asked) {
	for name, pool := range s.Pools() {
		a.connections.set(float64(pool.InUse), name, "in use")
		a.connections.set(float64(pool.Idle), name, "idle")
		a.maxConnections.set(float64(pool.MaxOpenConnections), name)
		a.waits.set(float64(pool.WaitCount), name)
		a.waited.set(pool.WaitDuration.Seconds(), name)
	}
}

func (s *State) queue(ctx context.Context, a *asked) {
	if age, err := s.Heartbeat(ctx); err == nil {
		a.heartbeat.set(age.Seconds())
	}
	counts, err := s.Jobs(ctx)
	if err != nil {
		return
	}
	ages := map[string]time.Duration{queue.Queued: 0, queue.Running: 0}
	for _, n := range counts {
		a.jobs.set(float64(n.Jobs), n.Kind, n.State)
		if age, waits := ages[n.State]; waits {
			ages[n.State] = max(age, n.Oldest)
		}
	}
	for state, age := range ages {
		a.oldest.set(age.Seconds(), state)
	}
}
