package api

import (
	"context"
	"errors"
	"quartermaster/internal/operation"
	"slices"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/mission"
	"quartermaster/internal/pull"
	"quartermaster/internal/queue"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// pullRules are the rules of a body that asks for a pull.
var pullRules = validate.Compile(validate.Rules{
	{Name: "dry_run", Rules: []validate.Rule{validate.Nullable(), validate.Boolean()}},
	{Name: "mode", Rules: []validate.Rule{validate.Nullable(), validate.String(), validate.In("update", "merge", "replace")}},
	{Name: "prefer", Rules: []validate.Rule{validate.Nullable(), validate.String(), validate.In(string(mission.Mine), string(mission.Theirs))}},
	{Name: "choices", Rules: []validate.Rule{validate.Nullable(), validate.Custom(isObject), validate.Custom(areSides(string(mission.Mine), string(mission.Theirs)))}},
	{Name: "paths", Rules: []validate.Rule{validate.Nullable(), validate.List(), validate.Custom(isList), validate.Max(10_000)}},
	{Name: "paths.*", Rules: []validate.Rule{validate.Required(), validate.String()}},
})

// areSides refuses choices between other sides than these.
func areSides(sides ...string) func(value any) validate.Failure {
	return func(value any) validate.Failure {
		for _, side := range jsontree.Members(value) {
			if text, isText := side.(string); !isText || !slices.Contains(sides, text) {
				return validate.SelectionIsInvalid
			}
		}
		return validate.Failure{}
	}
}

// choicesIn returns the choices that a checked body has under choices.
func choicesIn[Side ~string](in *jsontree.Object) map[string]Side {
	choices := map[string]Side{}
	for name, side := range in.Object("choices").All() {
		text, _ := side.(string)
		choices[name] = Side(text)
	}
	return choices
}

func pullOptions(in *jsontree.Object) pull.Options {
	return pull.Options{
		Mode: mission.Mode(in.Text("mode")), Prefer: mission.Side(in.Text("prefer")), Choices: choicesIn[mission.Side](in), Paths: in.Texts("paths"), DryRun: isDry(in),
	}
}

// pull fetches what was changed on the server and imports it. The answer is what that has done, or the job that will do it.
func (a *API) pull(ctx context.Context, r *request, scope store.Scope, in *jsontree.Object) (response, error) {
	job, err := a.Pulls.Start(ctx, scope, pullOptions(in))
	if errors.Is(err, queue.ErrTooMany) {
		return response{}, operation.ErrTooManyJobs
	}
	if err == nil {
		err = a.Jobs.Await(ctx, scope.UserID, job)
	}
	if err != nil {
		return response{}, err
	}
	return a.doneOrQueued(ctx, r, job)
}

// doneOrQueued answers with the result of a job that has ended, or else with the job.
func (a *API) doneOrQueued(ctx context.Context, r *request, sid string) (response, error) {
	row, err := a.DB.Get(ctx, record.Jobs, store.Scope{UserID: r.Caller.ID}, sid)
	if err != nil {
		return response{}, err
	}
	var job record.Job
	record.Jobs.Decode(row, &job)
	switch {
	case job.State == queue.Done:
		return ok(append(append([]byte(`{"data":`), job.Result...), '}')), nil
	case job.State == queue.Failed && job.Error != nil:
		return response{}, validate.Refusal("target", *job.Error)
	}
	return a.queued(ctx, r, sid)
}
