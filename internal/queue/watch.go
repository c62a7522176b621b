package queue

import (
	"context"
	"encoding/json"
	"sync"
	"time"
)

const (
	// maxWatches is how many watches of a user a process serves at once.
	maxWatches = 8
	// watchedEvery is how often a watch looks at its job.
	watchedEvery = 500 * time.Millisecond
	// quiet is how long a watch says nothing before it says that it still watches.
	quiet = 15 * time.Second
)

// Progress is how far a job is.
type Progress struct {
	State string `json:"state"`
	Done  int64  `json:"done"`
	Total int64  `json:"total"`
	What  string `json:"what"` // what it is about
}

// Ended tells whether nothing will change any more.
func (p Progress) Ended() bool { return p.State != Queued && p.State != Running }

// Progress returns how far a job of the user is. It returns store.ErrNotFound when there is none.
func (j *Jobs) Progress(ctx context.Context, userID int64, sid string) (p Progress, err error) {
	const text = `SELECT state, done, total, what FROM jobs WHERE sid = $1 AND user_id = $2`
	return p, j.db.QueryRow(ctx, text, sid, userID).Scan(&p.State, &p.Done, &p.Total, &p.What)
}

// Watcher is told about a job.
type Watcher interface {
	Changed(Progress) error // at first, and when the job has got further
	Quiet() error           // nothing has changed for 15 seconds
}

// EventWriter takes server-sent events.
type EventWriter interface {
	Send(name string, data []byte) error
	Beat() error // says nothing, and that the stream goes on
}

// Stream is a watcher that sends the progress as JSON: in events named progress, and in the last one, named end.
type Stream struct{ Events EventWriter }

// Changed implements Watcher.
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

// Quiet implements Watcher.
func (s Stream) Quiet() error { return s.Events.Beat() }

// Watch tells the watcher about a job of the user until the job has ended, ctx ends, the service stops or the watcher fails.
// It returns ErrTooMany, before anything is told, when the user watches too much already.
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

// watches counts those of each user.
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
