package operation

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"

	"quartermaster/internal/mission"
	"quartermaster/internal/pull"
	"quartermaster/internal/queue"
	"quartermaster/internal/record"
	"quartermaster/internal/validate"
)

type pullInput struct {
	DryRun  bool                    `field:"dry_run" help:"Import nothing; the response says what would change." example:"true"`
	Mode    mission.Mode            `field:"mode" in:"update,merge,replace" help:"update keeps your changes; merge does not."`
	Prefer  mission.Side            `field:"prefer" in:"mine,theirs" help:"Which side wins conflicts of an update; default: mine."`
	Choices map[string]mission.Side `field:"choices" in:"mine,theirs" help:"Which side wins single conflicts, as in an import."`
	Paths   []string                `field:"paths,max=10000" help:"Only these generated files; default: all."`
}

// pullResult is the result of a pull as its job has written it; null for none.
type pullResult struct{ text json.RawMessage }

// LooksLike returns the type that has the tags.
func (pullResult) LooksLike() reflect.Type { return reflect.TypeFor[pull.ResultView]() }

// Example shows a dry run.
func (pullResult) Example() string {
	const path = `"mpmissions\/dayzOffline.chernarusplus\/db\/types.xml"`
	return `{"files":[{"path":` + path + `,"uploaded":null,"kind":"types","status":"imported","created":0,"updated":1,"unchanged":1931,` +
		`"deleted":0,` +
		`"opens_as":null,"warnings":[],"error":null,"base":{"kind":"delivered","name":null},"own":{"kept":0,"taken":0,"removed":0},"taken":1,` +
		`"kept":0,` +
		`"conflicts":[],"conflicts_omitted":0,"revision":null}],"dry_run":true,"changes":[],"changes_omitted":0,` +
		`"mode":"update","prefer":"mine","choices":{},"paths":[],"listed":134,"fetched":1,"bytes":583412,` +
		`"differences":[{"path":` + path + `,"on_server":` + path + `,"status":"changed","bytes":583412,"taken":true,"since":[` +
		`{"resource":"types","sid":null,"name":"Apple","op":"create","fields":{"name":{"old":null,"new":"Apple"}}}],"since_omitted":0}]}`
}

func (r pullResult) AppendJSON(b []byte) []byte {
	if r.text == nil {
		return append(b, "null"...)
	}
	return append(b, r.text...)
}

// pullFiles fetches what was changed on the server and imports it. The answer is what that has done, or the job that will do it.
func pullFiles(ctx context.Context, call *Call, in pullInput) (pullResult, error) {
	job, err := call.Pulls.Start(ctx, call.Scope, pull.Options{
		Mode: in.Mode, Prefer: in.Prefer, Choices: mission.Choices(in.Choices), Paths: in.Paths, DryRun: in.DryRun,
	})
	if errors.Is(err, queue.ErrTooMany) {
		err = errTooManyJobs
	}
	if err == nil {
		err = call.Jobs.Await(ctx, call.Scope.Person(), job)
	}
	if err != nil {
		return pullResult{}, err
	}
	return pulled(ctx, call, job)
}

// pulled answers with the result of a job that has ended, or else with the job.
func pulled(ctx context.Context, call *Call, sid string) (pullResult, error) {
	row, err := call.DB.Get(ctx, record.Jobs, call.Scope, sid)
	if err != nil {
		return pullResult{}, err
	}
	var job record.Job
	record.Jobs.Decode(row, &job)
	switch {
	case job.State == queue.Done:
		return pullResult{json.RawMessage(job.Result)}, nil
	case job.State == queue.Failed && job.Error != nil:
		return pullResult{}, validate.Refusal("target", job.Error.Sentence())
	}
	call.Queued(sid)
	return pullResult{}, nil
}

// pullError says why the server could not be read.
func pullError(err error) error {
	var refused pull.Refused
	if errors.As(err, &refused) {
		return validate.Refusal("target", refused.Error())
	}
	return err
}
