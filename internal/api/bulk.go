package api

import (
	"context"
	"errors"
	"quartermaster/internal/operation"
	"strconv"

	"quartermaster/internal/bulk"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/problem"
	"quartermaster/internal/queue"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// maxChosen is how many records a bulk change may name.
const maxChosen = 100_000

// bulkRules are the rules of the body of a bulk change, but for what depends on the resource.
var bulkRules = validate.Compile(validate.Rules{
	{Name: "q", Rules: []validate.Rule{validate.Nullable(), validate.String(), validate.Custom(isUTF8)}},
	{Name: "sids", Rules: []validate.Rule{validate.Nullable(), validate.List(), validate.Custom(isList), validate.Max(maxChosen)}},
	{Name: "sids.*", Rules: []validate.Rule{validate.Required(), validate.String(), validate.Distinct()}},
	{Name: "except", Rules: []validate.Rule{validate.Nullable(), validate.List(), validate.Custom(isList), validate.Max(maxChosen)}},
	{Name: "except.*", Rules: []validate.Rule{validate.Required(), validate.String()}},
	{Name: "expect", Rules: []validate.Rule{validate.Nullable(), validate.Integer(), validate.Min(0)}},
	{Name: "dry_run", Rules: []validate.Rule{validate.Nullable(), validate.Boolean()}},
})

// bulkChange makes the same change to many records of a resource, or works out what it would be.
func (a *API) bulkChange(res *record.Resource) handler {
	return ofInstance(func(ctx context.Context, r *request, scope store.Scope) (response, error) {
		in, err := r.bulkInput()
		if err != nil {
			return response{}, err
		}
		ask, err := readBulk(ctx, res, in)
		if err != nil {
			return response{}, err
		}
		ask.Revision = r.onRevision()
		if isDry(in) {
			would, err := a.bulk.Preview(ctx, scope, ask)
			return bulkAnswer(would, in), bulkError(err, "")
		}
		done, err := a.bulk.Make(ctx, scope, ask)
		switch {
		case err != nil:
			return response{}, bulkError(err, "")
		case done.Job != "":
			return a.queued(ctx, r, done.Job)
		}
		return bulkAnswer(done.Results[0], in), nil
	})
}

// bulkAnswer answers with what a change did or would do; nothing of it is there on an error.
func bulkAnswer(done *bulk.Result, in *jsontree.Object) response {
	if done == nil {
		return response{}
	}
	page, _ := record.ParsePage(in)
	body := append(done.AppendJSON([]byte(`{"data":`), page), '}')
	return response{Body: body, ETag: revisionTag(max(done.Base, done.Revision))}
}

// bulkInput is input for a body that may name many records.
func (r *request) bulkInput() (*jsontree.Object, error) {
	in := jsontree.ParseForm(r.URL.RawQuery)
	body, err := r.bodyWithin(batchBodyLimit)
	for key, value := range body.All() {
		in.Set(key, value)
	}
	jsontree.Prepare(in)
	return in, err
}

// isDry reports whether a checked body asks for a preview.
func isDry(in *jsontree.Object) bool { return isTrue(in, "dry_run") }

func isTrue(in *jsontree.Object, name string) bool {
	sent, _ := in.Get(name)
	return validate.Bool(sent)
}

// revisionTag is the entity tag of what was worked out on a revision of an instance.
func revisionTag(number int64) string { return `"revision-` + strconv.FormatInt(number, 10) + `"` }

// onRevision returns what checks If-Match against the revision that a change is made on, nil for a request without one.
func (r *request) onRevision() func(number int64) error {
	match := r.Header.Values("If-Match")
	if len(match) == 0 {
		return nil
	}
	return func(number int64) error {
		if !lists(match, revisionTag(number), strongly) {
			return preconditionFailed
		}
		return nil
	}
}

// readBulk reads the body of a bulk change.
func readBulk(ctx context.Context, res *record.Resource, in *jsontree.Object) (ask bulk.Request, err error) {
	if err := bulkRules.Check(ctx, in); err != nil {
		return ask, err
	}
	ask = bulk.Request{Resource: res, Q: record.TextParam(in, "q"), SIDs: textsIn(in, "sids"), Except: textsIn(in, "except")}
	if ask.Q == "" && ask.SIDs == nil {
		return ask, validate.Refused("q", validate.IsRequiredWithout.Saying("The q field is required when sids is not present; * is for all records."))
	}
	if expect, _ := in.Get("expect"); expect != nil {
		ask.Expect = new(validate.Int(expect))
	}
	sent, _ := in.Get("operations")
	var problems validate.Errors
	ask.Operations, problems = res.ReadOperations(sent)
	return ask, problems.Err()
}

// textsIn returns a list of texts, nil where there is none.
func textsIn(in *jsontree.Object, name string) []string {
	sent, _ := in.Get(name)
	if sent == nil {
		return nil
	}
	return record.TextsOf(sent)
}

// bulkError returns the error that a client gets; the prefix says where the operations stand in what was sent.
func bulkError(err error, prefix string) error {
	var one *bulk.Problem
	var problems validate.Errors
	var other bulk.Mismatch
	switch {
	case errors.As(err, &other):
		plain := jsontree.AppendString([]byte(`{"message":`), other.Error())
		plain = jsontree.AppendInt(append(plain, `,"matched":`...), other.Matched)
		return newFailure(problem.Conflict, other.Error(), append(plain, '}'))
	case errors.Is(err, queue.ErrTooMany):
		return operation.ErrTooManyJobs
	case errors.As(err, &one):
		for _, p := range one.Problems {
			problems = append(problems, p.At(prefix+operationField(one.Operation, p.Field)))
		}
	case errors.As(err, &problems):
		for i := range problems {
			problems[i] = problems[i].At(prefix + problems[i].Field)
		}
	default:
		return err
	}
	return problems
}
