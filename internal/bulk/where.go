// Package bulk finds records by the filter language and changes many of them at once, in one edit.
package bulk

import (
	"context"
	"errors"
	"slices"
	"time"

	"quartermaster/internal/filter"
	"quartermaster/internal/lint"
	"quartermaster/internal/queue"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// Service works on the records of instances.
type Service struct {
	db     *store.DB
	jobs   *queue.Jobs // nil where everything is done at once
	linter *lint.Service
	now    func() time.Time
}

// New returns a service over the records of db, which leaves long work to jobs, or does it at once where these are nil. It is the queue's
// handler of its jobs.
func New(db *store.DB, linter *lint.Service, jobs *queue.Jobs, now func() time.Time) *Service {
	return &Service{db: db, jobs: jobs, linter: linter, now: now}
}

// Where compiles a filter for the records of a resource that the scope sees. What is wrong with it is validate.Errors of the
// field q; it returns store.ErrNotFound for an instance that the scope does not see.
func (s *Service) Where(ctx context.Context, scope store.Scope, r *record.Resource, q string) ([]record.Condition, error) {
	conditions, err := r.Where(q, s.now())
	var problem *filter.Error
	if errors.As(err, &problem) {
		return nil, notUnderstood(problem)
	}
	for _, c := range conditions {
		for i := range c.Any {
			if err := s.compute(ctx, scope, r, &c.Any[i]); err != nil {
				return nil, err
			}
		}
	}
	return conditions, err
}

func notUnderstood(err error) error {
	return validate.Errors{{Field: "q", Messages: []validate.Message{validate.IsNotUnderstood.With(err.Error())}}}
}

// compute replaces a test that the database cannot make by the records that it holds for.
func (s *Service) compute(ctx context.Context, scope store.Scope, r *record.Resource, m *record.Match) (err error) {
	switch m.Test {
	case record.HasProblem:
		m.Not = m.Text[0] == "none"
		m.Among, err = s.withProblem(ctx, scope, r, m.Text)
	case record.Used:
		m.Among, err = s.withUses(ctx, scope, r, m.Range)
	default:
		return nil
	}
	m.Test = record.Listed
	return err
}

// withProblem returns the records about which the lint has a finding: any for the words any and none, or those of a severity or
// a rule.
func (s *Service) withProblem(ctx context.Context, scope store.Scope, r *record.Resource, what record.Pattern) ([]string, error) {
	word := what[0]
	every := word == "any" || word == "none"
	if len(what) > 1 || !every && !isFinding(word) {
		return nil, notUnderstood(errors.New("problem is any, none, error, warning, info or the name of a lint rule"))
	}
	found, err := s.linter.Check(ctx, scope)
	if err != nil {
		return nil, err
	}
	sids := []string{}
	for _, f := range found {
		if f.Resource == r && (every || word == string(f.Severity) || word == f.Rule.ID) {
			sids = append(sids, f.SID)
		}
	}
	return sids, nil
}

func isFinding(word string) bool {
	return slices.Contains(lint.Severities(), lint.Severity(word)) || slices.ContainsFunc(lint.Rules(), func(r *lint.Rule) bool { return r.ID == word })
}
