package operation

import (
	"context"
	"errors"

	"quartermaster/internal/access"
	"quartermaster/internal/problem"
	"quartermaster/internal/queue"
	"quartermaster/internal/record"
)

// Jobs are what one can do about all jobs of an account, and InstanceJobs about those of an instance.
var (
	Jobs         = jobs(ofAccount)
	InstanceJobs = jobs()
)

func jobs(options ...option) []*Operation {
	options = append(options, of(record.Jobs))
	return []*Operation{
		defineEvents("watch job", "jobs/{job}/events", access.Read, "How far a job is, as server-sent events, until it has ended.", watchJob,
			append(options, about("Server-sent events with the progress of the job, until it ends. The last event has its final state."))...),
		define("cancel job", remove, "jobs/{job}", access.Edit, "Cancel a job that waits or runs. What an import has imported stays.", cancelJob,
			append(options, conflicts("The job has already ended."),
				unreviewed,
				about("Cancels a waiting job immediately, and a running one as soon as it can be stopped. What an import has imported is kept; "+
					"other jobs change everything or nothing."))...),
	}
}

// findJob returns who has ordered the job of the path, and its public identifier, or store.ErrNotFound where there is none in the scope.
func (c *Call) findJob(ctx context.Context) (user int64, sid string, err error) {
	sid = c.Param(record.Jobs.Param())
	row, err := c.DB.Get(ctx, record.Jobs, c.Scope, sid)
	if err == nil {
		user = row[record.Jobs.Index("user_id")].(int64)
	}
	return user, sid, err
}

// watchJob says how far a job is until it has ended.
func watchJob(ctx context.Context, call *Call, _ none) (Events, error) {
	user, sid, err := call.findJob(ctx)
	return func(to queue.EventWriter) error {
		err := call.Jobs.Watch(ctx, user, sid, queue.Stream{Events: to})
		if errors.Is(err, queue.ErrTooMany) {
			return problem.RateLimit.Usual()
		}
		return err
	}, err
}

// cancelJob ends a job that waits or runs.
func cancelJob(ctx context.Context, call *Call, _ none) (gone, error) {
	user, sid, err := call.findJob(ctx)
	if err == nil {
		err = call.Imports.Cancel(ctx, user, sid)
	}
	if errors.Is(err, queue.ErrEnded) {
		err = problem.JobEnded.Usual()
	}
	return gone{}, err
}
