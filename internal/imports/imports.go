package imports

import (
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"time"

	"quartermaster/internal/archive"
	"quartermaster/internal/blob"
	"quartermaster/internal/gate"
	"quartermaster/internal/layers"
	"quartermaster/internal/mission"
	"quartermaster/internal/observe"
	"quartermaster/internal/queue"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// Kind is the name of imports in the queue.
const Kind = "import"

// Larger imports are jobs.
const (
	maxFiles = 50
	maxBytes = 2 << 20 // unpacked
)

// The jobs of one account that run side by side have no more files in memory than a single one may have, and all together twice as much:
// others wait.
const (
	jobsWaiting = 32
	jobPatience = 10 * time.Minute
)

// Order holds the options of an import.
type Order struct {
	Mode    mission.Mode    `json:"mode"`
	Prefer  mission.Side    `json:"prefer,omitempty"`  // of an update
	Choices mission.Choices `json:"choices,omitempty"` // of an update
	Base    string          `json:"base,omitempty"`    // of an update: what it begins with; see mission.Options
	DryRun  bool            `json:"dry_run"`           // report what would change, and change nothing
	Layer   string          `json:"layer,omitempty"`   // make a layer of that name of what would change; empty to import

	// Bases are, of an update that is no job, what it begins with in single files; see mission.Options.
	Bases    map[string]mission.Base `json:"-"`
	Queued   bool                    `json:"-"` // as a job
	Once     bool                    `json:"-"` // no layer is made where one that is not on does the same
	OtherMap `json:"-"`
}

// changesNothing reports whether the order imports nothing: then the upload is not stored either.
func (o Order) changesNothing() bool { return o.DryRun || o.Layer != "" }

// OtherMap says what becomes of files that seem to be from a server on another map than the instance's.
type OtherMap int

// What can become of them.
const (
	ImportAnyway OtherMap = iota // with a warning in the result
	Refuse                       // validate.Errors are returned, and nothing is imported
	Ask                          // the upload waits for the answer of its user
)

// Outcome is the result of an order, or the job that will have it.
type Outcome struct {
	Result Result
	Job    string // its public identifier; may be empty
	Held   string // the public identifier of the upload, if it waits for an answer; see Service.Held
}

// Service runs imports. It is the queue's handler of those that are jobs.
type Service struct {
	db       *store.DB
	missions *mission.Service
	layers   *layers.Service
	blobs    blob.Store
	jobs     *queue.Jobs
	uploads  Uploads
	previews *gate.Gate
	large    *gate.Gate // jobs, by the size of their files
}

// Uploads are the stored uploads; see stored.Service.
type Uploads interface {
	WithdrawBatch(ctx context.Context, userID int64, batch string) error
	DropBatch(ctx context.Context, tx *store.Tx, userID int64, batch string) error
	AssignBatch(ctx context.Context, tx *store.Tx, scope store.Scope, batch string) error
}

func newLarge() *gate.Gate {
	return gate.New(gate.Limits{Name: "memory for imports", Total: 2 * archive.MaxFile, Waiters: jobsWaiting, Patient: jobPatience})
}

var _ queue.Handler = (*Service)(nil)

// New returns a service that keeps in blobs what waits in jobs, and withdraws uploads of which nothing could be imported.
func New(db *store.DB, missions *mission.Service, blobs blob.Store, jobs *queue.Jobs, uploads Uploads) *Service {
	return &Service{
		db: db, missions: missions, layers: layers.New(db, missions.Packs()), blobs: blobs, jobs: jobs, uploads: uploads,
		previews: newPreviews(), large: newLarge(),
	}
}

// Import stores an upload and imports its files, or queues that, or holds it as the order says about other maps. Of a dry run, and when no
// file could be imported, nothing stays stored; an upload without an intake is not stored. The upload is stored at the moment when its
// import is done, or waits as a job or for an answer: never without one of them. Import returns queue.ErrTooMany when the user has too
// many jobs, stored.LimitError when the plan has no room, and validate.Errors where the order names a version of the game that nobody
// knows.
func (s *Service) Import(ctx context.Context, scope store.Scope, u *Upload, o Order) (Outcome, error) {
	if err := s.missions.CheckBase(ctx, scope, o.Base); err != nil {
		return Outcome{}, err
	}
	if o.changesNothing() || u.Intake == nil {
		return s.begin(ctx, scope, u, o)
	}
	question, err := s.question(ctx, scope, u, o)
	if err != nil {
		return Outcome{}, err
	}
	if err := u.prepare(ctx); err != nil {
		return Outcome{}, err
	}
	if question != nil {
		question.payload = payloadOf(u, o, u.Intake.Batch())
		held, err := s.hold(ctx, scope, u, *question)
		return Outcome{Held: held}, err
	}
	done, err := s.begin(ctx, scope, u, o)
	if err == nil && done.Job == "" && !done.Result.Failed() {
		err = s.publish(ctx, u)
	}
	return done, err
}

// publishing is how long storing an upload may take whose import is done; it goes on after the client has gone.
const publishing = 10 * time.Second

func (s *Service) publish(ctx context.Context, u *Upload) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), publishing)
	defer cancel()
	return s.db.Tx(ctx, func(tx *store.Tx) error { return u.Intake.Publish(ctx, tx) })
}

// begin imports the files of an upload, or queues it.
func (s *Service) begin(ctx context.Context, scope store.Scope, u *Upload, o Order) (done Outcome, err error) {
	if !o.Queued {
		done.Result, err = s.run(ctx, scope, u.Files, o, nil)
		return done, err
	}
	belongings := queue.Belongings{
		Prepare: func(ctx context.Context, sid string) error { return s.store(ctx, sid, u.Files) },
		Clear:   func(ctx context.Context, sid string) error { return s.blobs.Delete(ctx, keyOf(sid)) },
	}
	batch := ""
	if u.Intake != nil && !o.changesNothing() {
		batch = u.Intake.Batch()
		belongings.Store = u.Intake.Publish
		belongings.Drop = func(ctx context.Context, tx *store.Tx) error {
			return s.uploads.DropBatch(ctx, tx, scope.UserID, batch)
		}
	}
	text, err := json.Marshal(payloadOf(u, o, batch))
	if err != nil {
		return done, err
	}
	job := queue.Job{UserID: scope.Person(), InstanceID: scope.InstanceID, Kind: Kind, Payload: text, TakesIn: !o.changesNothing()}
	done.Job, err = s.jobs.AddWith(ctx, job, belongings)
	return done, err
}

func (s *Service) run(ctx context.Context, scope store.Scope, uploads []archive.File, o Order,
	progress func(done, total int, what string),
) (result Result, err error) {
	operation := observe.Operation{Name: "import", Details: []slog.Attr{slog.Int("files", len(uploads))}}
	if o.changesNothing() {
		operation.Name = "import preview"
	}
	ctx, end := observe.Begin(ctx, operation)
	defer func() { end(err) }()
	files, err := expand(uploads)
	if err != nil {
		return Result{}, err
	}
	warnings, err := s.warnings(ctx, scope, files)
	if err != nil {
		return Result{}, err
	}
	options := mission.Options{Mode: o.Mode, Prefer: o.Prefer, Choices: o.Choices, Base: o.Base, Bases: o.Bases, Progress: progress}
	if !o.changesNothing() {
		reports, err := s.missions.Import(ctx, scope, files, options)
		return Result{Files: reports, Warnings: warnings}, err
	}
	result, err = s.rehearse(ctx, scope, files, o, options)
	result.Warnings = append(warnings, result.Warnings...)
	return result, err
}

// rehearse reports what an import would change, and makes a layer of it where the order says so.
func (s *Service) rehearse(
	ctx context.Context, scope store.Scope, files []mission.Upload, o Order, options mission.Options,
) (Result, error) {
	var rows []layers.Row
	var left []string
	if o.Layer != "" {
		options.Seen = func(ctx context.Context, e *store.Edit, from int64) (err error) {
			rows, left, err = s.layers.Since(ctx, e, from)
			return err
		}
	}
	reports, changes, err := s.missions.Rehearse(ctx, scope, files, options)
	result := rehearsed(reports, changes)
	if err != nil || o.Layer == "" || result.Failed() {
		return result, err
	}
	if result.Warnings = leftOut(rows, left); o.DryRun || len(rows) == 0 {
		return result, nil
	}
	l, err := s.makeLayer(ctx, scope, o, rows)
	if err != nil {
		return result, layers.Full(err, "layer")
	}
	result.Layer = &MadeLayer{l.SID, l.Name, l.State, int(l.Rows)}
	return result, nil
}

func (s *Service) makeLayer(ctx context.Context, scope store.Scope, o Order, rows []layers.Row) (layers.Layer, error) {
	if o.Once {
		return s.layers.Propose(ctx, scope, o.Layer, rows)
	}
	return s.layers.Make(ctx, scope, layers.About{Name: o.Layer}, layers.Off, rows, false)
}

// leftOut says what is not part of a layer.
func leftOut(rows []layers.Row, left []string) (warnings []string) {
	if len(left) > 0 {
		warnings = append(warnings, "A layer holds no file that is not text or has passwords. Left out: "+strings.Join(left, ", ")+".")
	}
	if len(rows) == 0 {
		warnings = append(warnings, "The files would change nothing that a layer holds, so none is made.")
	}
	return warnings
}

// question returns what is to be asked about an upload before it is imported, or nil. It returns validate.Errors where the order
// refuses what it would ask about.
func (s *Service) question(ctx context.Context, scope store.Scope, u *Upload, o Order) (*Held, error) {
	if o.OtherMap == ImportAnyway {
		return nil, nil
	}
	files, err := expand(u.Files)
	if err != nil {
		return nil, err
	}
	text, err := s.missions.OtherMap(ctx, scope, files)
	switch {
	case err == nil && text == "" && o.OtherMap == Ask && o.Mode == mission.Update:
		return new(Held), nil // the conflicts are shown before
	case err != nil || text == "":
		return nil, err
	case o.OtherMap == Refuse:
		return nil, validate.Refusal("files", text)
	}
	return &Held{Question: text, Recognized: mission.Recognize(files, "")}, nil
}

// warnings returns what is odd about files as a whole.
func (s *Service) warnings(ctx context.Context, scope store.Scope, files []mission.Upload) ([]string, error) {
	text, err := s.missions.OtherMap(ctx, scope, files)
	if err != nil || text == "" {
		return nil, err
	}
	return []string{text}, nil
}

// payload is stored with a job, beside its files.
type payload struct {
	Order
	Batch string `json:"batch"`           // under which the upload is stored; empty where it is not
	Bytes int64  `json:"bytes,omitempty"` // of the files, as they were sent
}

func payloadOf(u *Upload, o Order, batch string) payload {
	p := payload{Order: o, Batch: batch}
	for _, f := range u.Files {
		p.Bytes += int64(len(f.Data))
	}
	return p
}
