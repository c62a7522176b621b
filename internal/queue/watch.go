package queue

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"quartermaster/internal/outcome"
)

const (
	// maxWatches is how many watches one process serves for a user at once.
	maxWatches = 8
	// watchedEvery is how often a watch reads its job.
	watchedEvery = 500 * time.Millisecond
	// quiet is how long a watch reports nothing before it calls Quiet.
	quiet = 15 * time.Second

	// shortly is how long a client waits for the end of a job before it is answered with the job, and awaitedEvery how often that looks.
	shortly      = 2 * time.Second
	awaitedEvery = 50 * time.Millisecond
)

// Progress is the state of a job.
type Progress struct {
	State string `json:"state"`
	Done  int64  `json:"done"`
	Total int64  `json:"total"`
	What  string `json:"what"` // what it is about; of a claim as it is stored
}

// Ended reports whether the job will not change any more.
func (p Progress) Ended() bool { return p.State != Queued && p.State != Running }

// Progress returns the progress of a job that the user has ordered, or store.ErrNotFound.
func (j *Jobs) Progress(ctx context.Context, userID int64, sid string) (p Progress, err error) {
	const text = `SELECT state, done, total, what FROM jobs WHERE sid = $1 AND user_id = $2`
	err = j.db.QueryRow(ctx, text, sid, userID).Scan(&p.State, &p.Done, &p.Total, &p.What)
	p.What = outcome.Shown(p.What)
	return p, err
}

// Watcher receives the progress of a job.
type Watcher interface {
	Changed(Progress) error // at first, and after progress
	Quiet() error           // nothing has changed for 15 seconds
}

// EventWriter takes server-sent events.
type EventWriter interface {
	Send(name string, data []byte) error
	Beat() error // an event without content
}

// Stream is a watcher that sends the progress as JSON in events named progress, the last one named end.
type Stream struct{ Events EventWriter }

// Changed implements Watcher, with the errors of the events.
func (s Stream) Changed(p Progress) error {
	data, err := json.Marshal(p)
	if err != nil {
		return err
	}
	if p.Ended() {
		return s.Events.Send("end", data)
	}
	return s.Events.Send("progress", data)
}

// Quiet implements Watcher, with the errors of the events.
func (s Stream) Quiet() error { return s.Events.Beat() }

// Watch reports to the watcher on a job of the user until the job ends, ctx ends, the service stops or the watcher fails.
// Before it reports anything it returns ErrTooMany when the user has too many watches.
func (j *Jobs) Watch(ctx context.Context, userID int64, sid string, watcher Watcher) error {
	if !j.watches.begin(userID) {
		return ErrTooMany
	}
	defer j.watches.end(userID)
	ticker := time.NewTicker(watchedEvery)
	defer ticker.Stop()
	var last Progress
	for told := time.Now(); ; {
		p, err := j.Progress(ctx, userID, sid)
		switch {
		case err != nil:
			return err
		case p != last:
			last, told, err = p, time.Now(), watcher.Changed(p)
		case time.Since(told) >= quiet:
			told, err = time.Now(), watcher.Quiet()
		}
		if err != nil || p.Ended() {
			return err
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return ctx.Err()
		case <-j.stopping:
			return nil
		}
	}
}

// Await waits for a job of the user to end, for two seconds at most. It returns store.ErrNotFound where there is none.
func (j *Jobs) Await(ctx context.Context, userID int64, sid string) error {
	ticker := time.NewTicker(awaitedEvery)
	defer ticker.Stop()
	for end := time.Now().Add(shortly); ; {
		p, err := j.Progress(ctx, userID, sid)
		if err != nil || p.Ended() || !time.Now().Before(end) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticker.C:
		}
	}
}

// watches counts the watches of each user.
type watches struct {
	mu sync.Mutex
	of map[int64]int
}

func (w *watches) begin(userID int64) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.of[userID] >= maxWatches {
		return false
	}
	w.of[userID]++
	return true
}

func (w *watches) end(userID int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.of[userID]--; w.of[userID] == 0 {
		delete(w.of, userID)
	}
}
