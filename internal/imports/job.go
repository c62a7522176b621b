package imports

import (
	"context"
	"encoding/json"
	"errors"
	"runtime"

	"quartermaster/internal/outcome"
	"quartermaster/internal/queue"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// Run does an import that is a job. It returns a queue.Failure if the instance was deleted, or if the upload is not complete or no archive
// that can be read. Done a second time, it finds unchanged what was imported the first time.
func (s *Service) Run(ctx context.Context, job queue.Job, progress func(done, total int, what say.Message)) ([]byte, error) {
	var p payload
	if err := json.Unmarshal(job.Payload, &p); err != nil {
		return nil, err
	}
	result, err := s.runJob(ctx, job, p, progress)
	if err != nil && p.changesNothing() {
		return nil, err
	}
	if isOver(ctx, err) && result.Failed() && !isCutOffAgain(job, err) {
		if failed := s.withdraw(ctx, job.Scope.UserID, p); failed != nil {
			return nil, failed // so that there is another attempt
		}
	}
	return result.AppendJSON(nil), err
}

// runJob waits until there is room for its files, and gives back at its end the memory of files that are large, before the next job needs
// as much.
func (s *Service) runJob(ctx context.Context, job queue.Job, p payload, progress func(done, total int, what say.Message)) (Result, error) {
	leave, err := s.large.Enter(ctx, p.Bytes)
	if err != nil {
		return Result{}, err
	}
	defer leave()
	defer runtime.GC()
	files, err := s.load(ctx, job.SID)
	if err != nil {
		return Result{}, err
	}
	scope := job.Scope
	result, err := s.run(ctx, scope, files, p.Order, func(done, total int, path string) { progress(done, total, outcome.File(path)) })
	err = queue.Refused(err)
	if errors.Is(err, store.ErrNotFound) {
		return Result{}, queue.Failure(say.New("instance-deleted"))
	}
	var refused validate.Errors
	if errors.As(err, &refused) {
		return Result{}, queue.Failure(say.Plain(refused.First()))
	}
	return result, err
}

// isOver reports whether a job that came to such an end is not begun again.
func isOver(ctx context.Context, err error) bool {
	var failure queue.Failure
	return err == nil || errors.As(err, &failure) || errors.Is(context.Cause(ctx), queue.ErrCancelled)
}

// isCutOffAgain reports whether a job was cut off that was begun before: an earlier attempt may have imported what this one has not
// reached.
func isCutOffAgain(job queue.Job, err error) bool { return job.Begun && err != nil }

// withdraw removes an upload of which nothing was imported.
func (s *Service) withdraw(ctx context.Context, userID int64, p payload) error {
	if p.Batch == "" {
		return nil
	}
	return s.uploads.WithdrawBatch(ctx, userID, p.Batch)
}

// Cancel ends a job of the user, as queue.Jobs.Cancel does and with its errors. What it has imported stays.
func (s *Service) Cancel(ctx context.Context, userID int64, sid string) error {
	job, err := s.jobs.Cancel(ctx, userID, sid, s.drop)
	if err != nil || job == nil {
		return err
	}
	return s.Clear(ctx, *job)
}

// drop removes the upload of a job that ends without having been begun. Kinds of jobs without uploads name none.
func (s *Service) drop(ctx context.Context, tx *store.Tx, job queue.Job) error {
	var p payload
	if err := json.Unmarshal(job.Payload, &p); err != nil || job.Begun || p.Batch == "" {
		return err
	}
	var owner int64
	const text = `SELECT i.user_id FROM jobs j JOIN instances i ON i.id = j.instance_id WHERE j.sid = $1`
	err := tx.QueryRow(ctx, text, job.SID).Scan(&owner)
	if errors.Is(err, store.ErrNotFound) {
		owner, err = job.UserID, nil
	}
	if err != nil {
		return err
	}
	return s.uploads.DropBatch(ctx, tx, owner, p.Batch)
}
