package lint

import (
	"context"
	"errors"
	"time"

	"quartermaster/internal/store"
)

const (
	// settled is how long an instance must have been left alone before its problems are counted.
	settled = 5 * time.Second
	// countedAtOnce is how many instances CountChanged counts.
	countedAtOnce = 20
	// lookAtAll is how often CountChanged looks at all instances, for those that it has not come to: otherwise at what has changed lately.
	lookAtAll = time.Hour
	lately    = 10 * time.Minute
)

// CountChanged counts the problems of instances that have changed since they were last counted, for the home page, until ctx ends. One call
// at a time.
func (s *Service) CountChanged(ctx context.Context) error {
	scopes, err := s.uncounted(ctx)
	for _, scope := range scopes {
		if ctx.Err() != nil {
			return nil // the next turn goes on
		}
		err = errors.Join(err, s.count(ctx, scope))
	}
	return err
}

// uncounted returns the instances to count next. A server that has just begun, or has more to count than it does at once, looks at all.
func (s *Service) uncounted(ctx context.Context) ([]store.Scope, error) {
	now, since := s.db.Time(), time.Time{}
	if now.Before(s.seen.Add(lookAtAll)) {
		since = now.Add(-lately)
	}
	scopes, err := s.db.Uncounted(ctx, since, now.Add(-settled), countedAtOnce)
	switch {
	case err != nil || len(scopes) == countedAtOnce:
		s.seen = time.Time{}
	case since.IsZero():
		s.seen = now
	}
	return scopes, err
}

// count counts the problems of an instance. What changes meanwhile is counted the next time.
func (s *Service) count(ctx context.Context, scope store.Scope) error {
	revision, err := s.db.RevisionOf(ctx, scope)
	if err != nil {
		return ignoreGone(err)
	}
	settings, err := s.Settings(ctx, scope)
	if err != nil {
		return ignoreGone(err)
	}
	floods := newFloods()
	if err := s.tellAll(ctx, scope, floods.count); err != nil {
		return ignoreGone(err)
	}
	floods.end()
	counts := problemCounts{Revision: revision}
	floods.each(func(rule *Rule, vanilla bool, n int) { counts.add(settings.Of(rule), vanilla, int64(n)) })
	return s.db.NoteProblems(ctx, scope, store.ProblemCounts(counts))
}

// tellAll calls tell with the findings: those that are remembered, or each as it is found. They are not remembered, since there may be
// more than a server should hold for a number on a page.
func (s *Service) tellAll(ctx context.Context, scope store.Scope, tell func(Finding)) error {
	now, err := s.state(ctx, scope)
	if err != nil {
		return err
	}
	found, known := s.cache.get(scope, now, s.now())
	if !known {
		return s.each(ctx, scope, tell)
	}
	for _, f := range found {
		tell(f)
	}
	return nil
}

type problemCounts store.ProblemCounts

// add counts findings, unless the game's own files have them as well.
func (c *problemCounts) add(severity Severity, vanilla bool, n int64) {
	switch {
	case vanilla:
	case severity == Error:
		c.Errors += n
	case severity == Warning:
		c.Warnings += n
	default:
		c.Notes += n
	}
}

// ignoreGone returns no error for an instance that was deleted.
func ignoreGone(err error) error {
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	return err
}
