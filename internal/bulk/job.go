package bulk

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/queue"
	"quartermaster/internal/record"
	"quartermaster/internal/say"
	"quartermaster/internal/shape"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// The kinds of jobs.
const (
	kindBulk   = "bulk"
	kindRecipe = "recipe"
	kindUndo   = "undo"
	kindRevert = "revert"
)

// Kinds returns the kinds of jobs that the service handles.
func Kinds() []string { return []string{kindBulk, kindRecipe, kindUndo, kindRevert} }

var _ queue.Handler = (*Service)(nil)

// errChanged ends a job whose instance is not as it was when the job was asked for.
var errChanged = errors.New("bulk: the instance has changed")

// payload is stored with a job.
type payload struct {
	Summary string          `json:"summary,omitempty"` // as it is stored
	On      int64           `json:"on,omitempty"`      // the revision that the change is made on; 0 for any
	Steps   json.RawMessage `json:"steps,omitempty"`
	Undo    *store.Undo     `json:"undo,omitempty"`
	Revert  *store.Revert   `json:"revert,omitempty"`

	takesIn bool // see queue.Job
}

// enqueue makes a job of changes. One that depends on a revision is made on the one that was worked out.
func (s *Service) enqueue(ctx context.Context, scope store.Scope, o order, base int64) (string, error) {
	p := payload{Summary: o.summary.Stored(), Steps: stepsJSON(o.steps)}
	p.takesIn = slices.ContainsFunc(o.steps, func(c chosen) bool { return c.Resource.Reviewed() })
	if o.steps[0].Revision != nil {
		p.On = base
	}
	return s.add(ctx, scope, o.kind, p)
}

func (s *Service) add(ctx context.Context, scope store.Scope, kind string, p payload) (string, error) {
	text, err := json.Marshal(p)
	if err != nil {
		return "", err
	}
	job := queue.Job{UserID: scope.Person(), InstanceID: scope.InstanceID, Kind: kind, Payload: text, TakesIn: p.takesIn}
	return s.jobs.Add(ctx, job, nil)
}

func stepsJSON(steps []chosen) []byte {
	list := make([]any, len(steps))
	for i, step := range steps {
		o := new(jsontree.Object)
		o.Set("resource", step.Resource.Path)
		o.Set("q", step.Q)
		if step.SIDs != nil {
			o.Set("sids", step.SIDs)
		}
		if step.Except != nil {
			o.Set("except", step.Except)
		}
		if step.Expect != nil {
			o.Set("expect", *step.Expect)
		}
		operations := make([]any, len(step.Operations))
		for i, operation := range step.Operations {
			operations[i] = operation.Sent
		}
		o.Set("operations", operations)
		list[i] = o
	}
	return jsontree.AppendValue(nil, list)
}

// Run does a job. Its work and the note that it is done are one transaction, so that it is never done twice. It returns a queue.Failure
// where the change is refused, and where the instance has changed or is gone.
func (s *Service) Run(ctx context.Context, job queue.Job, progress func(done, total int, what say.Message)) ([]byte, error) {
	result, err := s.jobs.Recorded(ctx, job.SID)
	if err != nil || result != nil {
		return result, err
	}
	var p payload
	if err := json.Unmarshal(job.Payload, &p); err != nil {
		return nil, err
	}
	progress(0, 1, say.New("working-out"))
	err = s.work(ctx, job, p)
	progress(1, 1, say.Message{})
	if result, found := s.jobs.Recorded(context.WithoutCancel(ctx), job.SID); result != nil || found != nil {
		return result, found // also of one that was cancelled at the last moment
	}
	return nil, wordsOf(err)
}

func (s *Service) work(ctx context.Context, job queue.Job, p payload) error {
	scope := job.Scope
	noted := func(e *store.Edit, result []byte) error { return s.jobs.Record(ctx, e.Tx, job.SID, e.Number, result) }
	switch {
	case p.Undo != nil:
		p.Undo.Then = func(e *store.Edit, done store.Reverted) error {
			return noted(e, shape.Append(nil, Reverted(done, false)))
		}
		_, err := s.db.Undo(ctx, scope, *p.Undo)
		return err
	case p.Revert != nil:
		p.Revert.Then = func(e *store.Edit, done store.Reverted) error {
			return noted(e, shape.Append(nil, Reverted(done, false)))
		}
		_, err := s.db.Revert(ctx, scope, *p.Revert)
		return err
	}
	o, err := s.orderOf(ctx, scope, job.Kind, p)
	if err != nil {
		return err
	}
	o.finally = func(e *store.Edit, done []*Result) error { return noted(e, resultsJSON(job.Kind, done)) }
	_, err = s.apply(ctx, scope, o, store.Many)
	return err
}

// orderOf reads the changes of a job.
func (s *Service) orderOf(ctx context.Context, scope store.Scope, kind string, p payload) (o order, err error) {
	o = order{kind: kind, summary: say.Parse(p.Summary)}
	tree, err := jsontree.Parse(p.Steps)
	if err != nil {
		return o, err
	}
	var requests []Request
	for _, member := range jsontree.Members(tree) {
		req, err := requestOf(member.(*jsontree.Object))
		if err != nil {
			return o, err
		}
		requests = append(requests, req)
	}
	if p.On != 0 {
		requests[0].Revision = func(number int64) error {
			if number != p.On {
				return errChanged
			}
			return nil
		}
	}
	o.steps, err = s.choose(ctx, scope, requests)
	return o, err
}

func requestOf(o *jsontree.Object) (Request, error) {
	req := Request{Resource: record.InInstanceAt(o.Text("resource")), Q: o.Text("q"), SIDs: textsOf(o, "sids"), Except: textsOf(o, "except")}
	if expect, there := o.Get("expect"); there {
		req.Expect = new(validate.Int(expect))
	}
	if req.Resource == nil {
		return req, queue.Failure(say.New("no-resource", "resource", o.Text("resource")))
	}
	sent, _ := o.Get("operations")
	operations, problems := req.Resource.ReadOperations(sent)
	req.Operations = operations
	return req, problems.Err()
}

// textsOf returns a list of texts, nil where there is none.
func textsOf(o *jsontree.Object, name string) []string {
	if sent, there := o.Get(name); there {
		return record.TextsOf(sent)
	}
	return nil
}

// resultsJSON is the result of a job: what the request would have been answered without one.
func resultsJSON(kind string, done []*Result) []byte {
	if kind == kindBulk {
		return done[0].AppendJSON(nil, 1)
	}
	return jsontree.AppendList(nil, done, func(b []byte, step *Result) []byte { return step.AppendJSON(b, 1) })
}

// Clear implements queue.Handler. It never fails: nothing but its row belongs to a job.
func (s *Service) Clear(context.Context, queue.Job) error { return nil }
