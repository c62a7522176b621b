package bulk

import (
	"context"
	"slices"
	"strings"
	"time"

	"quartermaster/internal/lint"
	"quartermaster/internal/mission"
	"quartermaster/internal/queue"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// Service works on the records of instances.
type Service struct {
	db       *store.DB
	jobs     *queue.Jobs // nil where everything is done at once
	linter   *lint.Service
	missions *mission.Service
	now      func() time.Time
}

// New returns a service over the records of db, which leaves long work to jobs, or does it at once where these are nil. It is the queue's
// handler of its jobs.
func New(db *store.DB, linter *lint.Service, missions *mission.Service, jobs *queue.Jobs, now func() time.Time) *Service {
	return &Service{db: db, jobs: jobs, linter: linter, missions: missions, now: now}
}

// Where compiles a filter for the records of a resource that the scope sees. What is wrong with it is validate.Errors of the
// field q; it returns store.ErrNotFound for an instance that the scope does not see. What is Asked is about the present state of the
// instance, whatever changes until the records are read.
func (s *Service) Where(ctx context.Context, scope store.Scope, r *record.Resource, q string) ([]record.Condition, error) {
	conditions, err := r.Where(ctx, q, s.now(), s.db.Vocabulary(scope))
	if err != nil {
		return nil, record.Refusal(err)
	}
	return conditions, record.Answer(conditions, func(t record.Test) (record.Answers, error) { return s.computing()[t](ctx, scope, r) })
}

// computing works out what is asked of the records of a resource, once for a filter.
func (s *Service) computing() map[record.Test]func(context.Context, store.Scope, *record.Resource) (record.Answers, error) {
	return map[record.Test]func(context.Context, store.Scope, *record.Resource) (record.Answers, error){
		record.ChangedBy:  s.changedBy,
		record.HasProblem: s.withProblem,
		record.Used:       s.withUses,
		record.OfKind:     s.withKind,
		record.ByGame:     s.byGame,
		record.Since:      s.changedSince,
	}
}

// changedBy knows who made the history's last change of each record.
func (s *Service) changedBy(ctx context.Context, scope store.Scope, r *record.Resource) (record.Answers, error) {
	authors, err := s.db.LastAuthorIDs(ctx, scope)
	return func(row record.Row, m record.Match) bool {
		id, known := authors[r.SID(row)]
		return known && slices.Contains(m.IDs, id)
	}, err
}

// byGame knows how each record stands to the game's own files.
func (s *Service) byGame(ctx context.Context, scope store.Scope, r *record.Resource) (record.Answers, error) {
	stateOf, err := s.missions.ByGame(ctx, scope, r)
	return func(row record.Row, m record.Match) bool { return string(stateOf(r.ID(row))) == m.Text[0] }, err
}

// changedSince knows which records were changed since all files were last sent, and since the last import. Without such a time it is all.
func (s *Service) changedSince(ctx context.Context, scope store.Scope, r *record.Resource) (record.Answers, error) {
	imported, err := s.db.ChangedSinceImport(ctx, scope, r)
	if err != nil {
		return nil, err
	}
	sent, err := s.db.ChangedSinceSent(ctx, scope, r)
	return func(row record.Row, m record.Match) bool {
		changed := map[string]store.Changed{record.SinceSent: sent, record.SinceImport: imported}[strings.ToLower(m.Text[0])]
		return changed.Always || changed.SIDs[r.SID(row)]
	}, err
}

// withProblem knows what the lint has found about each record.
func (s *Service) withProblem(ctx context.Context, scope store.Scope, r *record.Resource) (record.Answers, error) {
	found, err := s.linter.Check(ctx, scope)
	about := map[string]map[string]bool{}
	for _, f := range found {
		if f.Resource != r {
			continue
		}
		if about[f.SID] == nil {
			about[f.SID] = map[string]bool{"any": true}
		}
		about[f.SID][string(f.Severity)], about[f.SID][f.Rule.ID] = true, true
	}
	return func(row record.Row, m record.Match) bool {
		words := about[r.SID(row)]
		return words[m.Text[0]] || words == nil && m.Text[0] == "none"
	}, err
}
