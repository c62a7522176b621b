package queue

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"time"

	"quartermaster/internal/access"
	"quartermaster/internal/observe"
	"quartermaster/internal/outage"
	"quartermaster/internal/store"
)

// Job is work that outlives its request and the process that does it.
type Job struct {
	SID                string      // a new one if it is empty when the job is added
	UserID, InstanceID int64       // who has ordered it; the instance is 0 when it was deleted
	Scope              store.Scope // what its orderer has of the instance while it runs; not for one that is added
	Kind               string
	Payload            []byte // JSON
	Begun              bool   // a worker had begun it earlier
	TakesIn            bool   // it changes what players meet; not for one that runs
	OfInstance         bool   // nobody orders it: it runs as the owner, whether his account is disabled or not; not for one that runs
}

// The states of a job.
const (
	Queued    = "queued"
	Running   = "running"
	Done      = "done"
	Failed    = "failed"
	Cancelled = "cancelled" // by its user
)

const (
	// MaxWaiting is how many jobs of a user may wait or run at once.
	MaxWaiting = 5
	// KeptFor is how long an ended job can be read.
	KeptFor = 7 * 24 * time.Hour
	// preparing is how far ahead the lease of a job may end that is not begun: processes of earlier versions prepare one without renewing it.
	preparing = 5 * time.Minute
	// RetryAfter is how long a user with too many jobs should wait.
	RetryAfter = 10 * time.Second
)

// ErrTooMany is returned to a user who has MaxWaiting jobs, or too many watches.
var ErrTooMany = errors.New("too many at once")

// Jobs is the queue in the database. All servers on it share it, and any of their workers runs its jobs.
type Jobs struct {
	db       *store.DB
	stopping <-chan struct{}
	wake     chan struct{} // wakes a worker of this process
	queued   func()        // tells other processes of a job; nil where there are none
	watches  watches
	running  sync.Map // stops the jobs of this process, by public identifier
}

// NewJobs returns the jobs in db. All watches end when stopping is closed; it may be nil.
func NewJobs(db *store.DB, stopping <-chan struct{}) *Jobs {
	return &Jobs{db: db, stopping: stopping, wake: make(chan struct{}, 1), watches: watches{of: map[int64]int{}}}
}

// OnQueued has tell called after each job that is queued, so that workers of other processes look for it at once. It is called before the
// first one; tell must not wait.
func (j *Jobs) OnQueued(tell func()) { j.queued = tell }

// Belongings are what a job needs beside its row. Any part may be nil.
type Belongings struct {
	Store func(ctx context.Context, tx *store.Tx) error // in the transaction that makes the job
	// before any worker takes the job; when the process dies meanwhile, it is taken as it is
	Prepare func(ctx context.Context, sid string) error
	Clear   func(ctx context.Context, sid string) error   // what Prepare has made, after a failure
	Drop    func(ctx context.Context, tx *store.Tx) error // what Store has stored, in the transaction that forgets the job after a failure
}

// Add queues a job and returns its public identifier. prepare, which may be nil, stores what belongs to the job under that identifier;
// when it fails there is no job, and when the process dies meanwhile the job fails. Add returns ErrTooMany when the user has MaxWaiting
// jobs.
func (j *Jobs) Add(ctx context.Context, job Job, prepare func(ctx context.Context, sid string) error) (sid string, err error) {
	return j.AddWith(ctx, job, Belongings{Prepare: prepare})
}

// AddWith is Add for a job with belongings. There is never one without the other, whenever the process dies or loses the database: where
// the job cannot be forgotten after a failure, a worker takes it when its lease is over, and ends it.
func (j *Jobs) AddWith(ctx context.Context, job Job, b Belongings) (sid string, err error) {
	job.SID = cmp.Or(job.SID, store.NewSID())
	if err := j.insert(ctx, job, b); err != nil {
		return "", err
	}
	if b.Prepare != nil {
		if err := j.prepare(ctx, job.SID, b); err != nil {
			return "", errors.Join(err, j.discard(ctx, job.SID, b))
		}
	}
	j.LookAgain()
	if j.queued != nil {
		j.queued()
	}
	return job.SID, nil
}

// prepare makes a job ready, whose lease it ends then.
func (j *Jobs) prepare(ctx context.Context, sid string, b Belongings) error {
	prepared := j.renewUnbegun(ctx, sid)
	err := b.Prepare(ctx, sid)
	prepared()
	if err != nil {
		return err
	}
	return j.leaseUnbegun(ctx, sid, 0)
}

// discard removes a job that could not be prepared, with its belongings, unless a worker has taken it.
func (j *Jobs) discard(ctx context.Context, sid string, b Belongings) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTime)
	defer cancel()
	if b.Clear != nil {
		if err := b.Clear(ctx, sid); err != nil {
			return err
		}
	}
	return j.db.Tx(ctx, func(tx *store.Tx) error {
		n, err := tx.Exec(ctx, `DELETE FROM jobs WHERE sid = $1 AND claim = ''`, sid)
		if err != nil || n == 0 {
			return err
		}
		if b.Drop != nil {
			err = b.Drop(ctx, tx)
		}
		return errors.Join(err, tx.UndoesWork(ctx))
	})
}

// renewUnbegun renews the lease of a job that is being prepared, until the returned function is called.
func (j *Jobs) renewUnbegun(ctx context.Context, sid string) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		ticker := time.NewTicker(renewed)
		defer ticker.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
			}
			_ = j.leaseUnbegun(ctx, sid, j.db.Time().Add(lease).UnixMicro()) // when no renewal succeeds, the lease ends
		}
	}()
	return func() { cancel(); <-ended }
}

// errUnprepared is returned for a job that a worker has taken before it was prepared, because its lease could not be renewed.
var errUnprepared = fmt.Errorf("the job was not prepared in time: %w", outage.ErrUnavailable)

func (j *Jobs) leaseUnbegun(ctx context.Context, sid string, until int64) error {
	n, err := j.db.Exec(ctx, `UPDATE jobs SET lease_until = $1 WHERE sid = $2 AND claim = ''`, until, sid)
	if err == nil && n == 0 {
		err = errUnprepared
	}
	return err
}

// insert inserts a job, which no worker takes while it is prepared. Of several requests at once, none exceeds the limit.
func (j *Jobs) insert(ctx context.Context, job Job, b Belongings) error {
	const text = `INSERT INTO jobs (sid, user_id, instance_id, kind, state, payload, lease_until, created_at, traceparent, override,
		token_id, of_instance) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`
	return j.db.Tx(ctx, func(tx *store.Tx) error {
		tx.DoesWork()
		e := store.Edit{Tx: tx, Scope: store.Scope{UserID: job.UserID}}
		if err := e.LockUser(ctx); err != nil {
			return err
		}
		var waiting int
		const unfinished = `SELECT count(*) FROM jobs WHERE finished_at IS NULL AND (user_id = $1 OR user_id IN
			(SELECT p.id FROM users p JOIN users u ON u.program_of = p.program_of WHERE u.id = $2))` // programs of an instance wait as one
		err := tx.QueryRow(ctx, unfinished, job.UserID, job.UserID).Scan(&waiting)
		if err == nil && waiting >= MaxWaiting {
			err = ErrTooMany
		}
		if err != nil {
			return err
		}
		why := store.OverrideOf(ctx)
		if job.TakesIn && why == "" {
			err = refuseReviewed(ctx, tx, job.InstanceID)
		}
		if err != nil {
			return err
		}
		now := j.db.Time()
		leased, ofInstance := int64(0), 0
		if job.OfInstance {
			ofInstance = 1
		}
		if b.Prepare != nil {
			leased = now.Add(lease).UnixMicro()
		}
		if b.Store != nil {
			if err := b.Store(ctx, tx); err != nil {
				return err
			}
		}
		_, err = tx.Exec(ctx, text, job.SID, job.UserID, job.InstanceID, job.Kind, Queued, string(job.Payload),
			leased, now.UnixMicro(), observe.TraceOf(ctx).Parent, sql.Null[string]{V: why, Valid: why != ""},
			access.OriginOf(ctx).TokenID, ofInstance)
		return err
	})
}

// refuseReviewed returns store.ErrReviewed for an instance whose changes have to be approved, so that no job waits that would fail.
func refuseReviewed(ctx context.Context, tx *store.Tx, instanceID int64) error {
	e := store.Edit{Tx: tx, Scope: store.Scope{InstanceID: instanceID}}
	required, err := e.IsReviewed(ctx)
	if err == nil && required {
		err = store.ErrReviewed
	}
	return err
}

// TakeBack ends the leases of all jobs, so that workers can take them at once. It is for the start of a server beside which no
// other runs.
func (j *Jobs) TakeBack(ctx context.Context) error {
	_, err := j.db.Exec(ctx, `UPDATE jobs SET lease_until = 0 WHERE finished_at IS NULL`)
	return err
}

func (j *Jobs) forget(ctx context.Context, sid string) error {
	_, err := j.db.Exec(ctx, `DELETE FROM jobs WHERE sid = $1`, sid)
	return err
}

// ended returns the jobs that ended before a time, and the ended ones whose instance is gone.
func (j *Jobs) ended(ctx context.Context, before time.Time) (list []Job, err error) {
	const text = `SELECT sid, kind FROM jobs WHERE finished_at < $1 OR (finished_at IS NOT NULL AND instance_id IS NULL) ORDER BY id LIMIT 100`
	rows, err := j.db.Query(ctx, text, before.UnixMicro())
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var job Job
		if err := rows.Scan(&job.SID, &job.Kind); err != nil {
			return nil, err
		}
		list = append(list, job)
	}
	return list, rows.Err()
}

// Record notes in a transaction that a job has done its work in it: with this result, as that revision, or 0 for none. It returns
// ErrEnded for a job that has done so before, whose transaction must not be kept.
func (j *Jobs) Record(ctx context.Context, tx *store.Tx, sid string, revision int64, result []byte) error {
	const text = `UPDATE jobs SET first_revision = $1, revision = $1, result = $2 WHERE sid = $3 AND revision IS NULL`
	n, err := tx.Exec(ctx, text, revision, string(result), sid)
	if err == nil && n == 0 {
		err = ErrEnded
	}
	return err
}

// Recorded returns the result that Record has noted of a job, nil where it has not. It returns store.ErrNotFound if there is no such job.
func (j *Jobs) Recorded(ctx context.Context, sid string) (result []byte, err error) {
	var text sql.Null[string]
	err = j.db.QueryRow(ctx, `SELECT CASE WHEN revision IS NULL THEN NULL ELSE result END FROM jobs WHERE sid = $1`, sid).Scan(&text)
	if err != nil || !text.Valid {
		return nil, err
	}
	return []byte(text.V), nil
}
