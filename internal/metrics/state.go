package metrics

import (
	"context"
	"database/sql"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

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

// Watch adds the metrics of a state.
func (m *Metrics) Watch(s State) { m.registry.MustRegister(collector{s}) }

func desc(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc(namespace+"_"+name, help, labels, nil)
}

var (
	connections    = desc("database_connections", "Connections to the database.", "pool", "state")
	maxConnections = desc("database_connections_max", "How many connections to the database there may be, 0 for any number.", "pool")
	waits          = desc("database_waits_total", "How often someone waited for a connection.", "pool")
	waited         = desc("database_wait_seconds_total", "How long they waited.", "pool")
	jobs           = desc("jobs", "Jobs that wait or run, and those of the last seven days that have failed.", "kind", "state")
	oldest         = desc("jobs_oldest_seconds", "How long ago the first job that waits or runs was queued.", "state")
	heartbeat      = desc("worker_heartbeat_seconds", "How long ago the worker of this process gave a sign of life.")
	up             = desc("up", "Whether a part that the service needs answers within two seconds.", "part")
)

// collector asks the parts of a state at once.
type collector struct{ State }

// Describe implements prometheus.Collector.
func (c collector) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{connections, maxConnections, waits, waited, jobs, oldest, heartbeat, up} {
		to <- d
	}
}

func gauge(to chan<- prometheus.Metric, d *prometheus.Desc, value float64, labels ...string) {
	to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value, labels...)
}

// Collect implements prometheus.Collector. What does not answer is left out.
func (c collector) Collect(to chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), asking)
	defer cancel()
	var all sync.WaitGroup
	defer all.Wait()
	all.Go(func() { _ = parallel.Caught(func() error { c.queue(ctx, to); return nil }) })
	for part, check := range c.Parts {
		all.Go(func() {
			value := 1.0
			if parallel.Caught(func() error { return check(ctx) }) != nil {
				value = 0
			}
			gauge(to, up, value, part)
		})
	}
	c.pools(to)
}

func (c collector) pools(to chan<- prometheus.Metric) {
	for name, s := range c.Pools() {
		gauge(to, connections, float64(s.InUse), name, "in use")
		gauge(to, connections, float64(s.Idle), name, "idle")
		gauge(to, maxConnections, float64(s.MaxOpenConnections), name)
		to <- prometheus.MustNewConstMetric(waits, prometheus.CounterValue, float64(s.WaitCount), name)
		to <- prometheus.MustNewConstMetric(waited, prometheus.CounterValue, s.WaitDuration.Seconds(), name)
	}
}

func (c collector) queue(ctx context.Context, to chan<- prometheus.Metric) {
	if age, err := c.Heartbeat(ctx); err == nil {
		gauge(to, heartbeat, age.Seconds())
	}
	counts, err := c.Jobs(ctx)
	if err != nil {
		return
	}
	ages := map[string]time.Duration{queue.Queued: 0, queue.Running: 0}
	for _, n := range counts {
		gauge(to, jobs, float64(n.Jobs), n.Kind, n.State)
		if age, waits := ages[n.State]; waits {
			ages[n.State] = max(age, n.Oldest)
		}
	}
	for state, age := range ages {
		gauge(to, oldest, age.Seconds(), state)
	}
}
