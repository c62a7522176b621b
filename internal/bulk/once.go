package bulk

import (
	"context"
	"encoding/json"
	"errors"

	"quartermaster/internal/queue"
	"quartermaster/internal/record"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
)

// ranOnce is the result of a job that has run a recipe.
type ranOnce struct {
	Changed int64 `json:"changed"`
}

// RunOnce makes the changes of a recipe as the work of a job that nobody but the instance orders, and returns how many records were
// changed. What is done and the note of it are one transaction: a job that is taken up again finds it done. It returns store.ErrNotFound
// where there is no such recipe, and a queue.Failure where the change is refused.
func (s *Service) RunOnce(ctx context.Context, scope store.Scope, recipe, job string) (changed int64, err error) {
	var ran ranOnce
	recorded, err := s.jobs.Recorded(ctx, job)
	if err != nil {
		return 0, err
	}
	if recorded != nil {
		err = json.Unmarshal(recorded, &ran)
		return ran.Changed, err
	}
	o, err := s.orderOfRun(ctx, scope, Run{Recipes: []Chosen{{Recipe: recipe}}, On: scope})
	if errors.Is(err, store.ErrNotFound) {
		return 0, err
	}
	if err != nil {
		return 0, wordsOf(err)
	}
	for _, step := range o.steps {
		if record.CopiesFromOthers(step.Operations) { // nobody orders it whose permissions on the other one would count
			return 0, queue.Failure(say.New("recipe-copies"))
		}
	}
	o.finally = func(e *store.Edit, done []*Result) error {
		for _, result := range done {
			ran.Changed += int64(len(result.Changes) + len(result.Referring))
		}
		note, err := json.Marshal(ran)
		if err != nil {
			return err
		}
		return s.jobs.Record(ctx, e.Tx, job, e.Number, note)
	}
	_, err = s.apply(ctx, scope, o, store.Many)
	return ran.Changed, wordsOf(err)
}
