package schedule

import (
	"context"
	"encoding/json"
	"errors"

	"quartermaster/internal/outcome"
	"quartermaster/internal/queue"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
)

// How runs end; see record.Schedule.
const (
	done     = "done"
	heldBack = "held"
	failed   = "failed"
	skipped  = "skipped" // it was too late for it
)

// Run does the work of a run and notes at its schedule how it has ended. It returns a queue.Failure for what was held back or cannot be
// done.
func (s *Service) Run(ctx context.Context, job queue.Job, progress func(done, total int, what say.Message)) ([]byte, error) {
	var p payload
	if err := json.Unmarshal(job.Payload, &p); err != nil {
		return nil, err
	}
	work := s.works[p.What]
	if work == nil {
		return nil, s.end(ctx, p, job, failed, queue.Failure(say.New("unknown-work")))
	}
	if p.Ends != 0 && p.Ends <= s.now().UnixMicro() {
		return nil, s.end(ctx, p, job, skipped, queue.Failure(say.New("layer-missed")))
	}
	order := Order{
		Scope: job.Scope, Job: job.SID, WhileRunning: p.WhileRunning, Layer: p.Layer, Off: p.Off, Recipe: p.Recipe, Text: p.Text, By: p.By,
	}
	result, err := work.Run(ctx, order, progress)
	var held Held
	var failure queue.Failure
	switch {
	case errors.As(err, &held):
		return nil, s.end(ctx, p, job, heldBack, queue.Failure(held))
	case errors.As(err, &failure):
		return nil, s.end(ctx, p, job, failed, failure)
	case err != nil:
		return nil, err
	}
	answer, err := json.Marshal(struct {
		Result string `json:"result"`
	}{outcome.Sentence(result)})
	return answer, errors.Join(err, s.note(ctx, p, job, done, result))
}

// end notes why a run was not done, and returns the reason for its job.
func (s *Service) end(ctx context.Context, p payload, job queue.Job, status string, reason queue.Failure) error {
	if err := s.note(ctx, p, job, status, say.Message(reason)); err != nil {
		return err
	}
	return reason
}

func (s *Service) note(ctx context.Context, p payload, job queue.Job, status string, result say.Message) error {
	const text = `UPDATE schedules SET last_status = $1, last_result = $2 WHERE sid = $3 AND last_job = $4`
	_, err := s.db.Exec(context.WithoutCancel(ctx), text, status, outcome.Stored(result), p.Schedule, job.SID)
	return err
}

// Clear implements queue.Handler. It never fails: nothing but its row belongs to a job.
func (s *Service) Clear(context.Context, queue.Job) error { return nil }

// HasOn reports whether a schedule has a layer of an instance on now, and will turn it off later.
func HasOn(ctx context.Context, db *store.DB, scope store.Scope, layer string) (bool, error) {
	var n int
	const text = `SELECT count(*) FROM schedules WHERE instance_id = $1 AND layer = $2 AND enabled = 1 AND ends_at > $3`
	err := db.QueryRow(ctx, text, scope.InstanceID, layer, db.Now()).Scan(&n)
	return n > 0, err
}
