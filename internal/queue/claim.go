package queue

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"quartermaster/internal/outcome"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
)

const (
	// lease is how long a job belongs to a worker that gives no sign of life.
	lease = 45 * time.Second
	// renewed is the age at which a lease is renewed although the job has made no progress.
	renewed = lease / 4
	// notedEvery is how often the progress of a running job is stored.
	notedEvery = 500 * time.Millisecond
	// recordTime is how long recording the end of a job may take.
	recordTime = 10 * time.Second
)

// errLost is returned when another worker has taken the job, because this one gave no sign of life for too long.
var errLost = errors.New("the job was taken up by another worker")

// claim is a job that belongs to a worker while it runs.
type claim struct {
	Job
	jobs     *Jobs
	name     string // distinguishes it from other claims to the same job
	attempts int
	made     *store.Made // the revisions that this attempt makes
	stopped  bool        // the job was cancelled before it was taken up
	trace    string      // the traceparent of what queued the job
	override store.Override

	mu       sync.Mutex
	progress Progress
}

// claim takes a job of a lane that nobody works on and that no earlier one of its instance is before, or returns store.ErrNotFound: the
// oldest one of those accounts that have the fewest jobs running in the lane, on all servers. A lease that ends further ahead than twice
// its length was given by a wrong clock and counts for nothing; the second length allows for differing clocks.
func (j *Jobs) claim(ctx context.Context, l *lane) (*claim, error) {
	due, kinds := l.due()
	for {
		var id, leased int64
		now := j.db.Time()
		args := append(slices.Clone(kinds), now.UnixMicro(), now.Add(2*preparing).UnixMicro(), now.Add(2*lease).UnixMicro())
		if err := j.db.QueryRow(ctx, due, args...).Scan(&id, &leased); err != nil {
			return nil, err
		}
		c, err := j.take(ctx, id, leased)
		if !errors.Is(err, store.ErrNotFound) {
			return c, err
		}
	}
}

// due returns the query for the job that is next, and its arguments but for the last three, which are times.
func (l *lane) due() (text string, args []any) {
	running, args := l.kinds("r.kind", 1)
	ofLane, _ := l.kinds("j.kind", 1)
	earlier, _ := l.kinds("e.kind", 1)
	others, satisfied := among("j.user_id", "NOT IN", l.satisfied(), 1+len(args))
	args = append(args, satisfied...)
	leases := fmt.Sprintf(`j.lease_until <= $%d OR j.lease_until > $%d OR j.lease_until > $%d AND j.state = '%s'`, len(args)+1, len(args)+2,
		len(args)+3, Running)
	return `SELECT j.id, j.lease_until FROM jobs j LEFT JOIN (SELECT r.user_id, count(*) AS jobs FROM jobs r
			WHERE r.finished_at IS NULL AND r.state = '` + Running + `' AND ` + running + ` GROUP BY r.user_id) busy ON busy.user_id = j.user_id
		WHERE j.finished_at IS NULL AND ` + others + ` AND (` + leases + `) AND ` + ofLane + `
		AND NOT EXISTS (SELECT 1 FROM jobs e WHERE e.instance_id = j.instance_id AND e.finished_at IS NULL AND e.id < j.id AND ` + earlier + `)
		ORDER BY COALESCE(busy.jobs, 0), j.id LIMIT 1`, args
}

// take takes the job with that lease, or returns store.ErrNotFound when another worker was faster.
func (j *Jobs) take(ctx context.Context, id, leased int64) (*claim, error) {
	const text = `UPDATE jobs SET state = $1, claim = $2, lease_until = $3, attempts = attempts + 1, started_at = COALESCE(started_at, $4)
		WHERE id = $5 AND finished_at IS NULL AND lease_until = $6
		RETURNING sid, user_id, instance_id, kind, payload, attempts, cancelled = 1, started_at, done, total, what, traceparent,
			COALESCE(override, ''), token_id, of_instance = 1`
	c := &claim{jobs: j, name: store.NewSID(), progress: Progress{State: Running}}
	now := j.db.Time()
	var by store.Orderer
	err := j.db.Tx(ctx, func(tx *store.Tx) error {
		var instance sql.Null[int64]
		var started int64
		row := tx.QueryRow(ctx, text, Running, c.name, now.Add(lease).UnixMicro(), now.UnixMicro(), id, leased)
		err := row.Scan(&c.SID, &c.UserID, &instance, &c.Kind, &c.Payload, &c.attempts, &c.stopped, &started, &c.progress.Done,
			&c.progress.Total, &c.progress.What, &c.trace, &c.override.Reason,
			&by.TokenID, &by.OfInstance)
		c.InstanceID, c.Begun = instance.V, started < now.UnixMicro()
		return err
	})
	if err == nil && c.InstanceID != 0 {
		by.UserID = c.UserID
		c.Scope, err = j.db.ScopeOfOrderer(ctx, by, c.InstanceID)
	}
	if errors.Is(err, store.ErrNotFound) && c.SID != "" { // who has ordered it may nothing any more
		err = nil
	}
	return c, err
}

// note remembers the progress of the job.
func (c *claim) note(done, total int, what say.Message) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.progress.Done, c.progress.Total, c.progress.What = int64(done), int64(total), outcome.Stored(what)
}

func (c *claim) noted() Progress {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.progress
}

// maintain stores the progress and renews the lease until ctx ends. It returns ErrCancelled, or errLost, when the work is to stop.
func (c *claim) maintain(ctx context.Context) error {
	ticker := time.NewTicker(notedEvery)
	defer ticker.Stop()
	var written Progress
	last := time.Now()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
		if c.isCancelled(ctx) {
			return ErrCancelled
		}
		if written == c.noted() && time.Since(last) < renewed {
			continue
		}
		written, last = c.noted(), time.Now()
		if err := c.renew(ctx); errors.Is(err, errLost) {
			return err
		}
	}
}

// renew returns errLost when the job no longer belongs to the claim. Other errors need no answer: when no renewal succeeds, the
// lease ends.
func (c *claim) renew(ctx context.Context) error {
	p := c.noted()
	return c.update(ctx, `UPDATE jobs SET lease_until = $1, done = $2, total = $3, what = $4`,
		c.jobs.db.Time().Add(lease).UnixMicro(), p.Done, p.Total, p.What)
}

// finish ends the job in a state, with a result, which may be empty, or the reason for its failure.
func (c *claim) finish(ctx context.Context, state string, result []byte, reason say.Message) error {
	if len(result) == 0 {
		result = []byte("{}")
	}
	p := c.noted()
	first, last := c.revisions()
	return c.update(ctx, `UPDATE jobs SET state = $1, result = $2, error = $3, finished_at = $4, done = $5, total = $6, what = $7,
		first_revision = COALESCE(first_revision, $8), revision = COALESCE($9, revision)`,
		state, string(result), sql.Null[string]{V: outcome.Stored(reason), Valid: !reason.IsNone()}, c.jobs.db.Time().UnixMicro(), p.Done,
		p.Total, p.What, first,
		last)
}

// revisions returns the first and the last revision that the job has made; no first one where others were made in between, or by an
// attempt before this one.
func (c *claim) revisions() (first, last sql.Null[int64]) {
	from, to, alone := c.made.Of(c.InstanceID)
	return sql.Null[int64]{V: from, Valid: alone && !c.Begun}, sql.Null[int64]{V: to, Valid: to > 0}
}

// release returns the job to the queue; workers may take it after a delay. Unless the attempt counts, it is as if it had not
// been made.
func (c *claim) release(ctx context.Context, after time.Duration, counts bool) error {
	attempts := c.attempts
	if !counts {
		attempts--
	}
	return c.update(ctx, `UPDATE jobs SET state = $1, lease_until = $2, attempts = $3`, Queued, c.jobs.db.Time().Add(after).UnixMicro(),
		attempts)
}

// update runs a statement on the job while it belongs to the claim, and returns errLost otherwise.
func (c *claim) update(ctx context.Context, set string, args ...any) error {
	ctx, cancel := context.WithTimeout(ctx, recordTime)
	defer cancel()
	text := fmt.Sprintf("%s WHERE sid = $%d AND claim = $%d", set, len(args)+1, len(args)+2)
	n, err := c.jobs.db.Exec(ctx, text, append(args, c.SID, c.name)...)
	if err == nil && n == 0 {
		return errLost
	}
	return err
}
