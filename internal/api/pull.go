package api

import (
	"context"
	"errors"

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
	{Name: "prefer", Rules: []validate.Rule{validate.Nullable(), validate.String(), validate.In("mine", "theirs")}},
})

// pull fetches what was changed on the server and imports it. The answer is what that has done, or the job that will do it.
func (a *API) pull(ctx context.Context, r *request, scope store.Scope, in *jsontree.Object) (response, error) {
	job, err := a.Pulls.Start(ctx, scope, pull.Options{Mode: mission.Mode(in.Text("mode")), Prefer: mission.Side(in.Text("prefer")), DryRun: isDry(in)})
	if errors.Is(err, queue.ErrTooMany) {
		return response{}, tooManyJobs
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
