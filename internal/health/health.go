// Package health tells whether the service and all that it stands on work.
package health

import (
	"context"
	"log/slog"
	"reflect"
	"strings"
	"time"

	"quartermaster/internal/blob"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/parallel"
	"quartermaster/internal/store"
	"quartermaster/internal/throttle"
)

const probeTimeout = 3 * time.Second

// Service probes what the service stands on.
type Service struct {
	DB     *store.DB
	Cache  throttle.Limiter
	Blobs  blob.Store
	Queue  string // its name
	Worker string // that of this process
	Logger *slog.Logger
	Clock  func() time.Time // which all processes agree on
}

// Report is what the probes have found.
type Report struct {
	_         struct{} `name:"Health"`
	Status    string   `field:"status" in:"healthy,unhealthy" example:"healthy"`
	Checks    checks   `field:"checks"`
	Timestamp moment   `field:"timestamp" example:"2026-05-29T09:55:00+00:00"`
}

type checks struct {
	_        struct{}   `name:"HealthChecks"`
	Database check      `field:"database"`
	Cache    check      `field:"cache"`
	Storage  check      `field:"storage"`
	Queue    queueCheck `field:"queue"`
}

type check struct {
	Status string `field:"status" in:"ok,failed" example:"ok"`
}

type queueCheck struct {
	Status       string `field:"status" in:"ok,failed" example:"ok"`
	Connection   string `field:"connection" example:"database"`
	Driver       string `field:"driver" example:"sqlite"`
	Queue        string `field:"queue" example:"default"`
	Verification string `field:"verification" help:"How the queue was checked." example:"heartbeat"`
}

// moment is a time to the second, with the offset in digits.
type moment time.Time

// LooksLike is the shape of times.
func (moment) LooksLike() reflect.Type { return reflect.TypeFor[time.Time]() }

// AppendJSON appends the time.
func (m moment) AppendJSON(b []byte) []byte {
	return jsontree.AppendString(b, time.Time(m).UTC().Format("2006-01-02T15:04:05-07:00"))
}

// Check runs all probes at once, each with a time of its own. It returns the names of those that have failed.
func (s *Service) Check(ctx context.Context) (report Report, failed []string) {
	probes := []struct {
		name string
		run  func(context.Context) error
	}{{"database", s.DB.Ping}, {"cache", s.probeCache}, {"storage", s.probeStorage}, {"queue", s.probeQueue}}
	results := make([]<-chan error, len(probes))
	for i, p := range probes {
		results[i] = probe(ctx, p.run)
	}
	status := make([]string, len(probes))
	for i, p := range probes {
		status[i] = "ok"
		if err := <-results[i]; err != nil {
			status[i], failed = "failed", append(failed, p.name)
			s.Logger.WarnContext(ctx, "health probe failed", "check", p.name, "error", err)
		}
	}
	queue := queueCheck{status[3], "database", s.DB.Driver(), s.Queue, "heartbeat"}
	found := checks{Database: check{status[0]}, Cache: check{status[1]}, Storage: check{status[2]}, Queue: queue}
	report = Report{Status: "healthy", Checks: found, Timestamp: moment(s.Clock())}
	if len(failed) > 0 {
		report.Status = "unhealthy"
	}
	return report, failed
}

// Failure is the error of a service that does not work.
type Failure struct {
	Report Report
	Failed []string // the checks
}

// Error names the checks.
func (f Failure) Error() string {
	return "These checks have failed: " + strings.Join(f.Failed, ", ") + "."
}

// probe runs a probe and returns where its result comes: after probeTimeout at the latest, even where a disk hangs, which no
// context interrupts.
func probe(ctx context.Context, run func(context.Context) error) <-chan error {
	ctx, cancel := context.WithTimeout(ctx, probeTimeout)
	ended, result := make(chan error, 1), make(chan error, 1)
	go func() { ended <- parallel.Caught(func() error { return run(ctx) }) }()
	go func() {
		defer cancel()
		select {
		case err := <-ended:
			result <- err
		case <-ctx.Done():
			result <- ctx.Err()
		}
	}()
	return result
}
