package schedule

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"quartermaster/internal/outcome"
	"quartermaster/internal/queue"
	"quartermaster/internal/record"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
)

// Kinds are the names of runs in the queue: of those that wait for game servers, and of those that change the instance, which do not wait
// for them.
const (
	Kind       = "schedule"
	ChangeKind = "schedule-change"
)

// kindOf returns the kind of the jobs of a schedule.
func kindOf(what string) string {
	if what == record.ScheduledLayer || what == record.ScheduledRecipe {
		return ChangeKind
	}
	return Kind
}

// Work is what a schedule starts.
type Work interface {
	// Run does it for the instance of an order and returns what was done, as package outcome says it. It returns a Held for what is held back,
	// and a queue.Failure for what cannot be done; after any other error it is called again. It may call progress at any time.
	Run(ctx context.Context, o Order, progress func(done, total int, what say.Message)) (result say.Message, err error)
}

// Order is one run of a schedule.
type Order struct {
	Scope        store.Scope
	Job          string // the sid of the run's job
	WhileRunning bool   // deliveries are made although the game server runs
	Layer        string // the sid of a layer, which goes off if Off is set
	Off          bool
	Recipe       string // the sid of a recipe
	Text         string // of an announcement
	By           string // who has planned it; empty where the account is gone
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
	record.Schedule
	userID, instanceID int64
	dueAt              int64
	layerIsOn          bool
	lastStatus         string // as it is stored
}

// StartDue makes jobs of the runs that are due. A user with too many jobs waits. It goes on behind a schedule that fails, and returns the
// errors together, with the sid of each.
func (s *Service) StartDue(ctx context.Context) error {
	failed := []error{s.follow(ctx)}
	list, err := s.due(ctx)
	if err != nil {
		return errors.Join(failed[0], err)
	}
	for _, r := range list {
		if err := s.start(ctx, r); err != nil && !errors.Is(err, queue.ErrTooMany) {
			failed = append(failed, fmt.Errorf("schedule %s: %w", r.SID, err))
		}
	}
	return errors.Join(failed...)
}

const selectRuns = `SELECT r.id, r.sid, r.what, r.cron, r.time_zone, r.next_at, r.while_running = 1, i.user_id, i.id, r.at_time, r.layer,
	r.until_time, r.span, r.minutes_before, r.recipe, r.message, r.planned_at, r.begun_at, r.ends_at, COALESCE(r.last_status, ''),
	r.planned_by,
	COALESCE(l.state, '') = 'on' FROM schedules r
	JOIN instances i ON i.id = r.instance_id
	LEFT JOIN layers l ON l.sid = r.layer AND l.instance_id = r.instance_id WHERE r.enabled = 1 AND `

func (s *Service) due(ctx context.Context) (list []run, err error) {
	return s.runs(ctx, selectRuns+`r.next_at <= $1 ORDER BY r.next_at LIMIT $2`, s.now().UnixMicro(), maxDue)
}

func (s *Service) runs(ctx context.Context, text string, args ...any) (list []run, err error) {
	rows, err := s.db.Query(ctx, text, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var r run
		if err := rows.Scan(&r.ID, &r.SID, &r.What, &r.Cron, &r.TimeZone, &r.dueAt, &r.WhileRunning, &r.userID, &r.instanceID, &r.At, &r.Layer,
			&r.Until, &r.For, &r.Before, &r.Recipe, &r.Text, &r.PlannedAt, &r.BegunAt, &r.EndsAt, &r.lastStatus, &r.By,
			&r.layerIsOn); err != nil {
			return nil, err
		}
		if r.Cron != nil && *r.Cron == "" {
			r.Cron = nil
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
	step, err := s.step(ctx, r)
	if err == nil && step.job {
		err = s.queue(ctx, r, step)
	} else if err == nil {
		err = s.moveOn(ctx, r, step, "")
	}
	if errors.Is(err, errElsewhere) {
		err = nil
	}
	return err
}

func (s *Service) queue(ctx context.Context, r run, step step) error {
	payload, err := json.Marshal(payloadOf(r, step))
	if err != nil {
		return err
	}
	job := queue.Job{
		SID: r.job(), UserID: r.userID, InstanceID: r.instanceID, Kind: kindOf(r.What), Payload: payload, OfInstance: true,
	}
	_, err = s.jobs.Add(ctx, job, func(ctx context.Context, sid string) error { return s.moveOn(ctx, r, step, sid) })
	if errors.Is(err, store.ErrTaken) {
		err = s.moveOn(ctx, r, step, job.SID)
	}
	return err
}

// payload is what a job has to know.
type payload struct {
	Schedule, What string
	WhileRunning   bool
	Layer, Recipe  string
	Text, By       string
	Off            bool
	Ends           int64 // when a layer that goes on goes off again; 0 for other runs
}

func payloadOf(r run, step step) payload {
	p := payload{Schedule: r.SID, What: r.What, WhileRunning: r.WhileRunning, Off: step.off}
	for to, from := range map[*string]*string{&p.Layer: r.Layer, &p.Recipe: r.Recipe, &p.Text: r.Text, &p.By: r.By} {
		if from != nil {
			*to = *from
		}
	}
	if !step.off && !step.then.Ends.IsZero() {
		p.Ends = step.then.Ends.UnixMicro()
	}
	return p
}

// moveOn claims a run in one statement: next_at must be what it was, or the job that of the same run.
func (s *Service) moveOn(ctx context.Context, r run, step step, job string) error {
	var args []any
	arg := func(value any) string {
		args = append(args, value)
		return "$" + strconv.Itoa(len(args))
	}
	text := `UPDATE schedules SET next_at = ` + arg(record.Stored(step.then.Next)) + `, upcoming = ` + arg(step.then.Upcoming) +
		`, planned_at = ` + arg(record.Stored(step.then.Planned)) + `, begun_at = ` + arg(record.Stored(step.then.Begun)) +
		`, ends_at = ` + arg(record.Stored(step.then.Ends))
	switch {
	case step.job:
		text += `, last_at = ` + arg(s.now().UnixMicro()) + `, last_job = ` + arg(job) + `, last_status = NULL, last_result = NULL`
	case !step.says.IsNone():
		text += `, last_at = ` + arg(s.now().UnixMicro()) + `, last_job = NULL, last_status = ` + arg(skipped) +
			`, last_result = ` + arg(outcome.Stored(step.says))
	}
	text += ` WHERE id = ` + arg(r.ID) + ` AND enabled = 1 AND (next_at = ` + arg(r.dueAt) + ` OR last_job = ` + arg(job) + `)`
	n, err := s.db.Exec(ctx, text, args...)
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
	digest := sha256.Sum256(fmt.Appendf(nil, "%s %d", r.SID, r.dueAt))
	var sid strings.Builder
	for _, b := range digest[:len(r.SID)] {
		sid.WriteByte(signs[int(b)%len(signs)])
	}
	return sid.String()
}
