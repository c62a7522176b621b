package queue

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"quartermaster/internal/gate"
	"quartermaster/internal/parallel"
	"quartermaster/internal/store"
)

// How many jobs one process runs side by side, of which one account has gate.Share at most.
const (
	computingAtOnce = 4
	remoteAtOnce    = 8
)

// lane is a sort of jobs that does not wait for other sorts. Within a lane the jobs of an instance run one after another, in the order
// in which they were queued.
type lane struct {
	only   []string // the kinds of its jobs; nil for all
	except []string // kinds that another lane has
	most   int      // jobs at once

	mu      sync.Mutex
	running map[int64]int // jobs by account
	all     int
}

// lanes returns the lanes of the worker's jobs: those that mostly wait for other machines, and all others.
func (w *Worker) lanes() []*lane {
	list := []*lane{{except: w.remote, most: computingAtOnce, running: map[int64]int{}}}
	if len(w.remote) > 0 {
		list = append(list, &lane{only: w.remote, most: remoteAtOnce, running: map[int64]int{}})
	}
	return list
}

// isFull reports whether no other job may begin.
func (l *lane) isFull() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all >= l.most
}

// satisfied returns the accounts that have as many jobs running as one may have.
func (l *lane) satisfied() (accounts []int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for account, n := range l.running {
		if int64(n) >= gate.Share(int64(l.most)) {
			accounts = append(accounts, account)
		}
	}
	return accounts
}

// count adds to the running jobs of an account.
func (l *lane) count(account int64, n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all += n
	if l.running[account] += n; l.running[account] == 0 {
		delete(l.running, account)
	}
}

// kinds returns the condition that a job is of the lane, with placeholders from $first on, and its arguments.
func (l *lane) kinds(column string, first int) (condition string, args []any) {
	if l.only != nil {
		return among(column, "IN", l.only, first)
	}
	return among(column, "NOT IN", l.except, first)
}

// among returns a condition on a column, with placeholders from $first on, and its arguments.
func among[T any](column, operator string, list []T, first int) (condition string, args []any) {
	if len(list) == 0 {
		return "1 = 1", nil
	}
	var marks []string
	for i, value := range list {
		marks, args = append(marks, fmt.Sprint("$", first+i)), append(args, value)
	}
	return column + " " + operator + " (" + strings.Join(marks, ", ") + ")", args
}

// runJobs starts jobs until ctx ends, and waits for those that run.
func (w *Worker) runJobs(ctx context.Context) {
	var running sync.WaitGroup
	defer running.Wait()
	lanes := w.lanes()
	for ctx.Err() == nil {
		for _, l := range lanes {
			w.fill(ctx, l, &running)
		}
		select {
		case <-ctx.Done():
		case <-w.jobs.wake:
		case <-time.After(pollEvery):
		}
	}
}

// fill starts jobs of a lane until it is full or none is due.
func (w *Worker) fill(ctx context.Context, l *lane, running *sync.WaitGroup) {
	for ctx.Err() == nil && !l.isFull() {
		var c *claim
		err := parallel.Caught(func() (err error) {
			c, err = w.jobs.claim(ctx, l)
			return err
		})
		if err != nil {
			if !errors.Is(err, store.ErrNotFound) && ctx.Err() == nil {
				w.logger.ErrorContext(ctx, "taking up a job failed", "error", err)
			}
			return
		}
		l.count(c.UserID, 1)
		running.Go(func() {
			defer w.jobs.LookAgain()
			defer l.count(c.UserID, -1)
			w.caught(ctx, "a job", func() error { w.runJob(ctx, c); return nil })
		})
	}
}

// LookAgain has a worker of this process look for jobs at once. It does not wait.
func (j *Jobs) LookAgain() {
	select {
	case j.wake <- struct{}{}:
	default:
	}
}
