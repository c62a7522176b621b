package schedule

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"quartermaster/internal/outcome"
	"quartermaster/internal/queue"
	"quartermaster/internal/record"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
)

// Kind is the name of runs in the queue.
const Kind = "schedule"

// Work is what a schedule starts.
type Work interface {
	// Run does it for the instance of an order and returns what was done, as package outcome says it. It returns a Held for what is held back,
	// and a queue.Failure for what cannot be done; after any other error it is called again. It may call progress at any time.
	Run(ctx context.Context, o Order, progress func(done, total int, what say.Message)) (result say.Message, err error)
}

// Order is one run of a schedule.
type Order struct {
	Scope        store.Scope
	WhileRunning bool // deliveries are made although the game server runs
}

// Held says why something was held back. Its sentence is in package outcome.
type Held say.Message

func (h Held) Error() string { return outcome.Sentence(say.Message(h)) }

// Service starts what is due, and is the queue's handler of the runs.
type Service struct {
	db    *store.DB
	jobs  *queue.Jobs
	works map[string]Work // by what schedules do
	now   func() time.Time
}

var _ queue.Handler = (*Service)(nil)

// New returns a service. What works does not name fails when it is due.
func New(db *store.DB, jobs *queue.Jobs, works map[string]Work, now func() time.Time) *Service {
	return &Service{db: db, jobs: jobs, works: works, now: now}
}

// maxDue is how many runs are started at once.
const maxDue = 20

// run is a run that is due.
type run struct {
	id, userID, instanceID int64
	sid, what, expression  string
	zone                   string
	dueAt                  int64
	whileRunning           bool
}

// StartDue makes jobs of the runs that are due. A user with too many jobs waits. It goes on behind a schedule that fails, and returns the
// errors together, with the sid of each.
func (s *Service) StartDue(ctx context.Context) error {
	list, err := s.due(ctx)
	if err != nil {
		return err
	}
	var failed []error
	for _, r := range list {
		if err := s.start(ctx, r); err != nil && !errors.Is(err, queue.ErrTooMany) {
			failed = append(failed, fmt.Errorf("schedule %s: %w", r.sid, err))
		}
	}
	return errors.Join(failed...)
}

func (s *Service) due(ctx context.Context) (list []run, err error) {
	const text = `SELECT r.id, r.sid, r.what, r.cron, r.time_zone, r.next_at, r.while_running = 1, i.user_id, i.id FROM schedules r
		JOIN instances i ON i.id = r.instance_id
		WHERE r.enabled = 1 AND r.next_at <= $1 ORDER BY r.next_at LIMIT $2`
	rows, err := s.db.Query(ctx, text, s.now().UnixMicro(), maxDue)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var r run
		if err := rows.Scan(&r.id, &r.sid, &r.what, &r.expression, &r.zone, &r.dueAt, &r.whileRunning, &r.userID, &r.instanceID); err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	return list, rows.Err()
}

// errElsewhere is returned for a run that another service has, or that was changed meanwhile.
var errElsewhere = errors.New("the run is not due any more")

// start queues the job of a run. Its sid follows from the run: whoever queues the same one finds it there, and only moves the schedule
// on, which the first one may have died before.
func (s *Service) start(ctx context.Context, r run) error {
	payload, err := json.Marshal(payload{r.sid, r.what, r.whileRunning})
	if err != nil {
		return err
	}
	job := queue.Job{SID: r.job(), UserID: r.userID, InstanceID: r.instanceID, Kind: Kind, Payload: payload}
	_, err = s.jobs.Add(ctx, job, func(ctx context.Context, sid string) error { return s.moveOn(ctx, r, sid) })
	if errors.Is(err, store.ErrTaken) {
		err = s.moveOn(ctx, r, job.SID)
	}
	if errors.Is(err, errElsewhere) {
		err = nil
	}
	return err
}

// payload is what a job has to know.
type payload struct {
	Schedule, What string
	WhileRunning   bool
}

// moveOn claims a run in one statement: next_at must be what it was, or the job that of the same run.
func (s *Service) moveOn(ctx context.Context, r run, job string) error {
	times, problems := record.ReadTimes(r.expression, r.zone)
	if len(problems) > 0 {
		return problems
	}
	now := s.now()
	next, upcoming := times.After(laterOf(now, time.UnixMicro(r.dueAt))) // behind a clock that is ahead
	const text = `UPDATE schedules SET next_at = $1, upcoming = $2, last_at = $3, last_job = $4, last_status = NULL, last_result = NULL
		WHERE id = $5 AND enabled = 1 AND (next_at = $6 OR last_job = $4)`
	n, err := s.db.Exec(ctx, text, next, upcoming, now.UnixMicro(), job, r.id, r.dueAt)
	if err == nil && n == 0 {
		err = errElsewhere
	}
	return err
}

func laterOf(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// job returns the sid of the run's job.
func (r run) job() string {
	const signs = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	digest := sha256.Sum256(fmt.Appendf(nil, "%s %d", r.sid, r.dueAt))
	var sid strings.Builder
	for _, b := range digest[:len(r.sid)] {
		sid.WriteByte(signs[int(b)%len(signs)])
	}
	return sid.String()
}
