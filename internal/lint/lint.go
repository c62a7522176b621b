package lint

import (
	"cmp"
	"context"
	"log/slog"
	"runtime/debug"
	"slices"
	"time"

	"quartermaster/internal/store"
)

// Service checks the records of instances.
type Service struct {
	db    *store.DB
	now   func() time.Time
	cache cache
}

// New returns a service over the records of db. It remembers findings, so there should be one for a database.
func New(db *store.DB) *Service {
	return &Service{db: db, now: time.Now, cache: cache{known: map[store.Scope]outcome{}}}
}

// Check returns the findings in the records of an instance, the most severe first; callers must not change them. As long as nothing
// changes, they are not looked for again. It returns store.ErrNotFound if there is no such instance.
func (s *Service) Check(ctx context.Context, scope store.Scope) ([]Finding, error) {
	now, err := s.state(ctx, scope)
	if err != nil {
		return nil, err
	}
	if found, known := s.cache.get(scope, now, s.now()); known {
		return found, nil
	}
	found, err := s.look(ctx, scope)
	if err == nil {
		s.cache.put(scope, outcome{now, s.now(), found})
	}
	return found, err
}

// look returns the findings without asking the cache.
func (s *Service) look(ctx context.Context, scope store.Scope) ([]Finding, error) {
	from := outside{s.db, scope}
	settings, err := read(ctx, from)
	if err != nil {
		return nil, err
	}
	w, err := s.load(ctx, from, scope, settings)
	if err != nil {
		return nil, err
	}
	return told(check(w, Rules(), settings)), nil
}

// check runs the rules that are not Off.
func check(w *world, rules []*Rule, settings Settings) []Finding {
	var found []Finding
	for _, rule := range rules {
		severity := settings.Of(rule)
		if severity == Off || slices.ContainsFunc(rule.needs, w.unread) {
			continue
		}
		attempt(w, rule, func(about any, message string, fix *Fix) {
			found = append(found, w.finding(rule, severity, about, message, fix))
		})
	}
	slices.SortStableFunc(found, func(a, b Finding) int { return cmp.Compare(a.Severity.rank(), b.Severity.rank()) })
	return found
}

// attempt runs a rule. It logs and reports a panic, so that the other rules run.
func attempt(w *world, rule *Rule, tell report) {
	defer func() {
		if cause := recover(); cause != nil {
			slog.Error("panic", "rule", rule.ID, "cause", cause, "stack", string(debug.Stack()))
			tell(w.Instance, "This rule could not be checked completely because of an error in Quartermaster. Its log has the details; please report it.", nil)
		}
	}()
	rule.Check(w, tell)
}

func (w *world) finding(rule *Rule, severity Severity, about any, message string, fix *Fix) Finding {
	e, known := w.records[about]
	if !known {
		panic("lint: the rule " + rule.ID + " reports about something that is not in the world")
	}
	row := e.current(about)
	sid, _ := row[e.res.Index("sid")].(string)
	f := Finding{
		Rule: rule, Severity: severity, Resource: e.res, SID: sid, Name: e.res.TitleOf(row), Message: message, Fix: fix, about: about,
	}
	f.Vanilla = f.isVanilla()
	return f
}
