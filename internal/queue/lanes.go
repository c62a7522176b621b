package queue

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"quartermaster/internal/store"
)

// How many jobs one process runs side by side.
const (
	computingAtOnce = 2
	remoteAtOnce    = 4
)

// lane is a sort of jobs that does not wait for other sorts. Within a lane the jobs of an instance run one after another, in the order
// in which they were queued.
type lane struct {
	only   []string      // the kinds of its jobs; nil for all
	except []string      // kinds that another lane has
	turns  chan struct{} // holds one element for each job that runs
}

// lanes returns the lanes of the worker's jobs: those that mostly wait for other machines, and all others.
func (w *Worker) lanes() []*lane {
	list := []*lane{{except: w.remote, turns: make(chan struct{}, computingAtOnce)}}
	if len(w.remote) > 0 {
		list = append(list, &lane{only: w.remote, turns: make(chan struct{}, remoteAtOnce)})
	}
	return list
}

// kinds returns the condition that a job is of the lane, with placeholders from $first on, and its arguments.
func (l *lane) kinds(column string, first int) (condition string, args []any) {
	list, operator := l.only, "IN"
	if list == nil {
		list, operator = l.except, "NOT IN"
	}
	if len(list) == 0 {
		return "1 = 1", nil
	}
	var marks []string
	for i, kind := range list {
		marks, args = append(marks, fmt.Sprint("$", first+i)), append(args, kind)
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
	for ctx.Err() == nil {
		select {
		case l.turns <- struct{}{}:
		default:
			return
		}
		c, err := w.jobs.claim(ctx, l)
		if err != nil {
			<-l.turns
			if !errors.Is(err, store.ErrNotFound) && ctx.Err() == nil {
				w.logger.ErrorContext(ctx, "taking up a job failed", "error", err)
			}
			return
		}
		running.Go(func() {
			w.runJob(ctx, c)
			<-l.turns
			w.jobs.LookAgain()
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
