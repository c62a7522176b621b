// Package imports reads uploaded files into the records of an instance: at once, or as a job where that takes longer than a
// client waits.
package imports

import (
	"context"
	"encoding/json"
	"errors"

	"quartermaster/internal/archive"
	"quartermaster/internal/blob"
	"quartermaster/internal/mission"
	"quartermaster/internal/queue"
	"quartermaster/internal/store"
)

// Kind is the name of imports in the queue.
const Kind = "import"

// Larger imports are jobs.
const (
	maxFiles = 50
	maxBytes = 2 << 20 // unpacked
)

// Order holds the options of an import.
type Order struct {
	Mode   mission.Mode
	DryRun bool // report what would change, and change nothing
	Queued bool // as a job
}

// Outcome is the result of an order, or the job that will have it.
type Outcome struct {
	Result Result
	Job    string // its public identifier; may be empty
}

// Service runs imports. It is the queue's handler of those that are jobs.
type Service struct {
	missions *mission.Service
	blobs    blob.Store
	jobs     *queue.Jobs
	uploads  Uploads
}

// Uploads are the stored uploads; see stored.Service.
type Uploads interface {
	WithdrawBatch(ctx context.Context, userID int64, batch string) error
}

var _ queue.Handler = (*Service)(nil)

// New returns a service that keeps in blobs what waits in jobs, and withdraws uploads of which nothing could be imported.
func New(missions *mission.Service, blobs blob.Store, jobs *queue.Jobs, uploads Uploads) *Service {
	return &Service{missions: missions, blobs: blobs, jobs: jobs, uploads: uploads}
}

// Import stores an upload and imports its files, or queues that. Of a dry run, and when no file could be imported, nothing stays
// stored; an upload without an intake is not stored. It returns queue.ErrTooMany when the user has too many jobs, and stored.LimitError when the plan has no room.
func (s *Service) Import(ctx context.Context, scope store.Scope, u *Upload, o Order) (Outcome, error) {
	if o.DryRun || u.Intake == nil {
		return s.begin(ctx, scope, u, o, "")
	}
	if err := u.Intake.Store(ctx); err != nil {
		return Outcome{}, err
	}
	done, err := s.begin(ctx, scope, u, o, u.Intake.Batch())
	if err != nil || done.Job == "" && done.Result.Failed() {
		err = errors.Join(err, u.Intake.Withdraw(ctx))
	}
	return done, err
}

// begin imports the files of an upload, which is stored as that batch, or queues it.
func (s *Service) begin(ctx context.Context, scope store.Scope, u *Upload, o Order, batch string) (done Outcome, err error) {
	if !o.Queued {
		done.Result, err = s.run(ctx, scope, u.Files, o, nil)
		return done, err
	}
	text, err := json.Marshal(payload{o.Mode, o.DryRun, batch})
	if err != nil {
		return done, err
	}
	job := queue.Job{UserID: scope.UserID, InstanceID: scope.InstanceID, Kind: Kind, Payload: text}
	done.Job, err = s.jobs.Add(ctx, job, func(ctx context.Context, sid string) error { return s.store(ctx, sid, u.Files) })
	return done, err
}

func (s *Service) run(ctx context.Context, scope store.Scope, uploads []archive.File, o Order, progress func(done, total int, what string)) (Result, error) {
	files, err := archive.Expand(uploads...)
	if err != nil {
		return Result{}, queue.Failure(err.Error() + ".")
	}
	options := mission.Options{Mode: o.Mode, Progress: progress}
	if !o.DryRun {
		reports, err := s.missions.Import(ctx, scope, files, options)
		return Result{Files: reports}, err
	}
	reports, changes, err := s.missions.Rehearse(ctx, scope, files, options)
	return rehearsed(reports, changes), err
}

// payload is stored with a job, beside its files.
type payload struct {
	Mode   mission.Mode `json:"mode"`
	DryRun bool         `json:"dry_run"`
	Batch  string       `json:"batch"` // under which the upload is stored; empty where it is not
}
