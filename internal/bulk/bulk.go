package bulk

import (
	"context"

	"quartermaster/internal/outcome"
	"quartermaster/internal/record"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// Request asks for the same change of many records.
type Request struct {
	Resource   *record.Resource
	Q          string   // a filter; empty for none
	SIDs       []string // the records; nil for all that the filter finds
	Except     []string // records to leave out
	Operations []record.Operation
	Expect     *int64                   // how many records the caller thinks are chosen; any other number is a Mismatch. nil for any
	Revision   func(number int64) error // called with the revision that the change is made on; nil for any. Its error ends the change
}

// Change is what becomes of one record.
type Change struct {
	Resource *record.Resource
	Old, New record.Row // New is nil for a record that is deleted
	Clamped  bool       // a value was kept within its bounds

	content *store.Content // the new one of a kept file, whose id New gets when it is stored
}

// Result is what a change does, or in a preview would do.
type Result struct {
	Matched, Unchanged, Clamped int64
	Changes                     []Change      // of the records that differ, in the order of their ids
	Referring                   []Change      // of other records, which name renamed ones
	Deleted                     []store.Count // of records that go with deleted ones
	Base                        int64         // the revision that it was worked out on
	Revision                    int64         // that it made; 0 for a preview, and where nothing differs
}

// Mismatch is how many records are chosen where another number was expected.
type Mismatch struct{ Matched, Expected int64 }

// Says says both.
func (m Mismatch) Says() say.Message {
	return say.New("other-number", "n", m.Matched, "expected", m.Expected)
}

func (m Mismatch) Error() string { return outcome.Sentence(m.Says()) }

// Problem lists what is wrong with one operation of a request.
type Problem struct {
	Operation int
	Problems  validate.Errors
}

// Error returns the first message.
func (p *Problem) Error() string { return p.Problems.First() }

func problem(operation int, field, sentence string) error {
	return &Problem{operation, validate.Refusal(field, sentence)}
}

// Preview works out a change without making it; nobody has to wait for it. It returns validate.Errors of q, sids or except, a
// *Problem of an operation, and store.ErrNotFound when the instance does not belong to the user.
func (s *Service) Preview(ctx context.Context, scope store.Scope, req Request) (*Result, error) {
	return s.preview(ctx, s.db.View(scope), req)
}

func (s *Service) preview(ctx context.Context, view *store.View, req Request) (*Result, error) {
	where, err := s.Selection(ctx, view.Scope, req)
	if err != nil {
		return nil, err
	}
	return newPlan(view, s.db, req, where, false).run(ctx)
}

// Apply makes a change at once, as one revision. Its errors are those of Preview, that of req.Revision, a Mismatch, and validate.Errors of
// operations where two records would get the same name or one that is needed is gone.
func (s *Service) Apply(ctx context.Context, scope store.Scope, req Request) (*Result, error) {
	where, err := s.Selection(ctx, scope, req)
	if err != nil {
		return nil, err
	}
	o := order{kind: kindBulk, summary: req.summary(), steps: []chosen{{req, where}}}
	n, err := s.matched(ctx, scope, o)
	if err != nil {
		return nil, err
	}
	done, err := s.apply(ctx, scope, o, n)
	if err != nil {
		return nil, err
	}
	return done[0], nil
}

func (req Request) summary() say.Message {
	words := make([]string, len(req.Operations))
	for i, o := range req.Operations {
		words[i] = o.String()
	}
	return say.New("bulk", "resource", req.Resource.Path, "operations", words)
}

// Selection returns the conditions that choose the records of a request. Its errors are those of Where.
func (s *Service) Selection(ctx context.Context, scope store.Scope, req Request) ([]record.Condition, error) {
	where, err := s.Where(ctx, scope, req.Resource, req.Q)
	if req.SIDs != nil {
		where = append(where, record.Condition{Any: []record.Match{{Test: record.Listed, Among: req.SIDs}}})
	}
	if req.Except != nil {
		where = append(where, record.Condition{Not: true, Any: []record.Match{{Test: record.Listed, Among: req.Except}}})
	}
	return where, err
}

// write stores the changes.
func (r *Result) write(ctx context.Context, e *store.Edit) error {
	byResource := map[*record.Resource][]Change{}
	for _, c := range append(r.Changes, r.Referring...) {
		byResource[c.Resource] = append(byResource[c.Resource], c)
	}
	for _, res := range record.All() { // in an order in which each comes after those that it refers to
		if err := writeChanges(ctx, e, res, byResource[res]); err != nil {
			return err
		}
	}
	return nil
}

func writeChanges(ctx context.Context, e *store.Edit, res *record.Resource, changes []Change) error {
	var before, after, gone []record.Row
	for _, c := range changes {
		if c.New == nil {
			gone = append(gone, c.Old)
		} else {
			before, after = append(before, c.Old), append(after, c.New)
		}
	}
	if err := storeContents(ctx, e, changes); err != nil {
		return err
	}
	if len(after) > 0 {
		if err := e.UpdateAll(ctx, res, before, after); err != nil {
			return err
		}
	}
	if len(gone) == 0 {
		return nil
	}
	return e.DeleteWithDependents(ctx, res, gone)
}
