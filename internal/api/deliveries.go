package api

import (
	"context"
	"errors"

	"quartermaster/internal/delivery"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/mission"
	"quartermaster/internal/problem"
	"quartermaster/internal/pull"
	"quartermaster/internal/queue"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// deliveryBusy answers while another delivery of the instance waits or runs.
var deliveryBusy = problem.UnderWay.Usual()

// planDelivery answers how the files of an instance compare with those of its game server.
func (a *API) planDelivery(ctx context.Context, r *request, scope store.Scope) (response, error) {
	in, err := r.input()
	if err != nil {
		return response{}, err
	}
	if err := planRules.Check(ctx, in); err != nil {
		return response{}, err
	}
	plan, err := a.Deliveries.Plan(ctx, scope)
	if err != nil {
		return response{}, deliveryError(err)
	}
	b := plan.AppendJSON([]byte(`{"data":`))
	if isTrue(in, "merge") {
		o := pull.Options{Paths: plan.ChangedThere(), Prefer: mission.Side(in.Text("prefer")), Choices: choicesIn[mission.Side](in), DryRun: true}
		if b, err = a.appendMerge(ctx, scope, b, o); err != nil {
			return response{}, err
		}
	}
	return ok(append(b, '}')), nil
}

// planRules are the rules of the query of a plan.
var planRules = validate.Compile(validate.Rules{
	{Name: "merge", Rules: []validate.Rule{validate.Nullable(), validate.Boolean()}},
	{Name: "prefer", Rules: []validate.Rule{validate.Nullable(), validate.String(), validate.In(string(mission.Mine), string(mission.Theirs))}},
	{Name: "choices", Rules: []validate.Rule{validate.Nullable(), validate.Custom(isObject), validate.Custom(areSides(string(mission.Mine), string(mission.Theirs)))}},
})

// appendMerge appends to a plan what taking in the files that were changed on the server would do; null where there are none.
func (a *API) appendMerge(ctx context.Context, scope store.Scope, b []byte, o pull.Options) ([]byte, error) {
	b = append(b[:len(b)-1], `,"merge":`...)
	if len(o.Paths) == 0 {
		return append(b, "null}"...), nil
	}
	result, err := a.Pulls.Now(ctx, scope, o, func(int, int, string) {})
	var refused pull.Refused
	if errors.As(err, &refused) {
		return nil, validate.Refusal("target", refused.Error())
	}
	return append(result.AppendJSON(b), '}'), err
}

// compareWithServer answers how a generated file differs from that of the server.
func (a *API) compareWithServer(ctx context.Context, r *request, scope store.Scope) (response, error) {
	c, err := a.Deliveries.Compare(ctx, scope, r.sid("*"))
	if err != nil {
		return response{}, deliveryError(err)
	}
	return comparison(r, c), nil
}

// deliver sends files to the game server of an instance. What takes long is a job.
func (a *API) deliver(ctx context.Context, r *request, scope store.Scope, in *jsontree.Object) (response, error) {
	if isDry(in) {
		plan, err := a.Deliveries.Plan(ctx, scope)
		return ok(append(plan.AppendJSON([]byte(`{"data":`)), '}')), deliveryError(err)
	}
	d, err := a.Deliveries.Start(ctx, scope, deliveryOptions(in))
	return a.started(ctx, r, d, err)
}

// rollBack brings the files of the game server back to before a delivery, or answers what that would do.
func (a *API) rollBack(ctx context.Context, r *request, scope store.Scope, in *jsontree.Object) (response, error) {
	if isDry(in) {
		plan, err := a.Deliveries.PlanRollback(ctx, scope, r.sid("delivery"), deliveryOptions(in))
		if err != nil {
			return response{}, deliveryError(err)
		}
		return ok(append(plan.AppendJSON([]byte(`{"data":`)), '}')), nil
	}
	d, err := a.Deliveries.StartRollback(ctx, scope, r.sid("delivery"), deliveryOptions(in))
	return a.started(ctx, r, d, err)
}

// compareRollback answers what a rollback would change in a file of the server.
func (a *API) compareRollback(ctx context.Context, r *request, scope store.Scope) (response, error) {
	c, err := a.Deliveries.CompareRollback(ctx, scope, r.sid("delivery"), r.sid("*"))
	if err != nil {
		return response{}, deliveryError(err)
	}
	return comparison(r, c), nil
}

// forgetCopies deletes the copies of a delivery.
func (a *API) forgetCopies(ctx context.Context, r *request, scope store.Scope) (response, error) {
	if err := a.Deliveries.ForgetCopies(ctx, scope, r.sid("delivery")); err != nil {
		return response{}, deliveryError(err)
	}
	return ok([]byte(`{"result":true}`)), nil
}

// started answers with what a delivery has done, or else with its job.
func (a *API) started(ctx context.Context, r *request, d delivery.Delivery, err error) (response, error) {
	if err != nil {
		return response{}, deliveryError(err)
	}
	if d, err = a.Deliveries.Await(ctx, d); err != nil {
		return response{}, err
	}
	if d.Finished != 0 {
		return ok(append(d.AppendJSON([]byte(`{"data":`)), '}')), nil
	}
	answer, err := a.queued(ctx, r, d.Job)
	if err == nil {
		answer.Body = jsontree.AppendString(append(answer.Body[:len(answer.Body)-2], `,"delivery":`...), d.SID)
		answer.Body = append(answer.Body, "}}"...)
	}
	return answer, err
}

// maxDelivered is how many files an order of a delivery names.
const maxDelivered = 10_000

// deliveryRules are the rules of the body that orders a delivery.
var deliveryRules = validate.Compile(validate.Rules{
	{Name: "paths", Rules: []validate.Rule{validate.Nullable(), validate.List(), validate.Custom(isList), validate.Max(maxDelivered)}},
	{Name: "paths.*", Rules: []validate.Rule{validate.Required(), validate.String()}},
	{Name: "delete", Rules: []validate.Rule{validate.Nullable(), validate.List(), validate.Custom(isList), validate.Max(maxDelivered)}},
	{Name: "delete.*", Rules: []validate.Rule{validate.Required(), validate.String()}},
	{Name: "prefer", Rules: []validate.Rule{validate.Nullable(), validate.String(), validate.In(string(delivery.Mine), string(delivery.Server))}},
	{Name: "choices", Rules: []validate.Rule{validate.Nullable(), validate.Custom(isObject), validate.Custom(areSides(string(delivery.Mine), string(delivery.Server)))}},
	{Name: "merge", Rules: []validate.Rule{validate.Nullable(), validate.Custom(isObject)}},
	{Name: "merge.prefer", Rules: []validate.Rule{validate.Nullable(), validate.String(), validate.In(string(mission.Mine), string(mission.Theirs))}},
	{Name: "merge.choices", Rules: []validate.Rule{validate.Nullable(), validate.Custom(isObject), validate.Custom(areSides(string(mission.Mine), string(mission.Theirs)))}},
	{Name: "override", Rules: []validate.Rule{validate.Nullable(), validate.Boolean()}},
	{Name: "reason", Rules: []validate.Rule{validate.Nullable(), validate.String()}},
	{Name: "dry_run", Rules: []validate.Rule{validate.Nullable(), validate.Boolean()}},
})

func deliveryOptions(in *jsontree.Object) delivery.Options {
	o := delivery.Options{
		Prefer: delivery.Side(record.TextParam(in, "prefer")), Override: isTrue(in, "override"), Reason: record.TextParam(in, "reason"),
		Choices: choicesIn[delivery.Side](in),
	}
	if sent, _ := in.Get("merge"); sent != nil {
		merge := in.Object("merge")
		o.Merge = &delivery.Merge{Prefer: mission.Side(merge.Text("prefer")), Choices: choicesIn[mission.Side](merge)}
	}
	if sent, _ := in.Get("paths"); sent != nil {
		o.Paths = record.TextsOf(sent)
	}
	if sent, _ := in.Get("delete"); sent != nil {
		o.Delete = record.TextsOf(sent)
	}
	return o
}

// deliveryError says what keeps a delivery from beginning.
func deliveryError(err error) error {
	var blocked delivery.BlockedError
	var unreached *delivery.UnreachedError
	switch {
	case errors.As(err, &blocked):
		var problems validate.Errors
		for _, reason := range blocked {
			problems.AddSentence("override", reason)
		}
		return problems
	case errors.As(err, &unreached):
		return validate.Refusal("target", unreached.Sentence())
	case errors.Is(err, delivery.ErrBusy):
		return deliveryBusy
	case errors.Is(err, delivery.ErrOtherServer):
		return validate.Refusal("delivery", "The delivery went to another server than the present one.")
	case errors.Is(err, delivery.ErrNoCopies):
		return validate.Refusal("delivery", "The copies that this needs are no longer kept.")
	case errors.Is(err, queue.ErrTooMany):
		return tooManyJobs
	}
	return err
}

// listDeliveries answers a page of the deliveries of an instance, the latest first.
func (a *API) listDeliveries(ctx context.Context, r *request, scope store.Scope, in *jsontree.Object) (response, error) {
	page := pageOf(in)
	appendJSON := func(b []byte, d delivery.Delivery) []byte { return d.AppendJSON(b) }
	read := func(offset, limit int) ([]delivery.Delivery, int64, error) {
		return a.Deliveries.List(ctx, scope, limit, offset)
	}
	list, err := pageThat(ctx, record.Deliveries, in, &page, read, appendJSON)
	if err != nil {
		return response{}, err
	}
	return enveloped(jsontree.AppendList([]byte(`{"data":`), list, appendJSON), r, page), nil
}

// getDelivery answers a delivery with its files.
func (a *API) getDelivery(ctx context.Context, r *request, scope store.Scope) (response, error) {
	d, err := a.Deliveries.Find(ctx, scope, r.sid("delivery"))
	if err != nil {
		return response{}, err
	}
	return ok(append(d.AppendJSON([]byte(`{"data":`)), '}')), nil
}
