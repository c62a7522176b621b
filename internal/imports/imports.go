// Package imports reads uploaded files into the records of an instance: at once, or as a job where that takes longer than a
// client waits.
package imports

import (
	"context"
	"encoding/json"

	"quartermaster/internal/archive"
	"quartermaster/internal/blob"
	"quartermaster/internal/mission"
	"quartermaster/internal/queue"
	"quartermaster/internal/store"
)

// Kind is what the queue calls an import.
const Kind = "import"

// What is imported at once, at most.
const (
	maxFiles = 50
	maxBytes = 2 << 20 // unpacked
)

// IsLarge tells whether files are imported as a job.
func IsLarge(s archive.Size) bool { return s.Files > maxFiles || s.Bytes > maxBytes }

// Order is what is to be imported, and how.
type Order struct {
	Files  []mission.Upload // as they were uploaded, ZIPs among them
	Mode   mission.Mode
	DryRun bool   // tell what would change, and change nothing
	Queued bool   // as a job
	Batch  string // under which the upload is stored; empty where it is not
}

// Outcome is the result of an order, or the job that will have it.
type Outcome struct {
	Result Result
	Job    string // its public identifier; empty where there is none
}

// Service runs imports. It is the queue's handler of those that are jobs.
type Service struct {
	missions *mission.Service
	blobs    blob.Store
	jobs     *queue.Jobs
	uploads  Uploads
}

// Uploads are what users have imported; see stored.Service.
type Uploads interface {
	WithdrawBatch(ctx context.Context, userID int64, batch string) error
}

var _ queue.Handler = (*Service)(nil)

// New returns a service that keeps in blobs what waits in jobs, and withdraws uploads of which nothing could be imported.
func New(missions *mission.Service, blobs blob.Store, jobs *queue.Jobs, uploads Uploads) *Service {
	return &Service{missions: missions, blobs: blobs, jobs: jobs, uploads: uploads}
}

// Import carries an order out, or queues it. It returns queue.ErrTooMany when the user has too many jobs.
func (s *Service) Import(ctx context.Context, scope store.Scope, o Order) (done Outcome, err error) {
	if o.Queued {
		done.Job, err = s.queue(ctx, scope, o)
	} else {
		done.Result, err = s.run(ctx, scope, o, nil)
	}
	return done, err
}

func (s *Service) run(ctx context.Context, scope store.Scope, o Order, progress func(done, total int, what string)) (Result, error) {
	files, err := archive.Expand(o.Files...)
	if err != nil {
		return Result{}, queue.Failure(err.Error() + ".")
	}
	options := mission.Options{Mode: o.Mode, Progress: progress}
	if !o.DryRun {
		reports, err := s.missions.Import(ctx, scope, files, options)
		if err == nil {
			// Files are asked for next, and are known then. What fails here fails again there, and is told there.
			_, _ = s.missions.Generate(ctx, scope)
		}
		return Result{Files: reports}, err
	}
	reports, changes, err := s.missions.Rehearse(ctx, scope, files, options)
	return rehearsed(reports, changes), err
}

// payload is what a job knows beside its files.
type payload struct {
	Mode   mission.Mode `json:"mode"`
	DryRun bool         `json:"dry_run"`
	Batch  string       `json:"batch"`
}

func (s *Service) queue(ctx context.Context, scope store.Scope, o Order) (sid string, err error) {
	text, err := json.Marshal(payload{o.Mode, o.DryRun, o.Batch})
	if err != nil {
		return "", err
	}
	job := queue.Job{UserID: scope.UserID, InstanceID: scope.InstanceID, Kind: Kind, Payload: text}
	return s.jobs.Add(ctx, job, func(ctx context.Context, sid string) error { return s.keep(ctx, sid, o.Files) })
}
