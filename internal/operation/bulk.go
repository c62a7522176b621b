package operation

import (
	"context"
	"errors"
	"strconv"

	"quartermaster/internal/bulk"
	"quartermaster/internal/queue"
	"quartermaster/internal/record"
	"quartermaster/internal/shape"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// bulks are the bulk changes of resources.
var bulks = func() map[*record.Resource]*Operation {
	all := map[*record.Resource]*Operation{}
	for _, r := range record.Batchable() {
		if r.Beside == "" {
			all[r] = bulkOf(r)
		}
	}
	return all
}()

// Bulk returns the same change to many records of a resource; nil where it has none.
func Bulk(r *record.Resource) *Operation { return bulks[r] }

func bulkOf(r *record.Resource) *Operation {
	change := func(ctx context.Context, call *Call, in bulkInput) (bulk.BulkChangesView, error) {
		return bulkChange(ctx, call, r, in)
	}
	return define("bulk", post, r.Path+"/bulk", r.Needs,
		"Change all records that a filter finds, or tell with dry_run what would change.", change,
		of(r), queues(), taking(LargeBody), guarded, tags, showing(exampleDeletion(r)),
		conflictsWith[bulkMismatch]("Another number of records than expect is found, or the first request with this Idempotency-Key is still "+
			"running."),
		about("Changes all MANY that the filter finds, or those that `sids` names, by the same operations: all of them, or none. It is one "+
			"revision, so it can be "+
			"undone as a whole. With `dry_run` nothing is changed, and nobody has to wait; send the ETag of that response in `If-Match` to "+
			"change just what it has shown. "+
			"`min` is never left above `nominal`, unless it was before. Errors name the operation, such as `operations.0.value`."))
}

// exampleDeletion is the answer to the deletion of a record with one of each sort of those that go along.
func exampleDeletion(r *record.Resource) string {
	var along bulk.Counts
	for _, c := range r.Cascades {
		along = append(along, store.Count{Resource: record.Named(c.Resource).Path, N: 1})
	}
	return `{"matched":1,"changed":1,"unchanged":0,"clamped":0,"referring":0,"revision":null,"deleted":` + string(along.AppendJSON(nil)) +
		`,"rows":[{"resource":"` + r.Path + `","sid":"aB3dE5fG7h","name":"Example","clamped":false,"deleted":true,"changes":{}}]}`
}

type bulkInput struct {
	_          struct{}            `help:"q or sids is required; with both, records have to meet both."`
	Q          string              `field:"q,unchecked,max=2000" help:"A filter, as lists take it; * for all records." example:"changed:7d"`
	SIDs       []string            `field:"sids,sid,distinct,max=100000" help:"The records to change."`
	Except     []string            `field:"except,sid,max=100000" help:"Records to leave out."`
	Operations []bulkOperationView `field:"operations,required,unchecked,min=1,max=50" example:"[{\"op\":\"delete\"}]"`
	Expect     *int64              `field:"expect,min=0" help:"How many records you expect; any other number is a 409 and changes nothing."`
	DryRun     bool                `field:"dry_run" help:"Only tell what would change." example:"true"`
	Page       int                 `field:"page,unchecked,min=1" help:"Which 1,000 changed records to return; default: 1."`
}

type bulkOperationView struct {
	_      struct{} `help:"A step for each record. Numbers that are not set stay so; whole numbers round half up."`
	Op     bulkOp   `field:"op,required" example:"add_ids"`
	Field  string   `field:"field" help:"The field to change; not for rename, enable, disable, copy and delete." example:"usage"`
	Value  any      `field:"value" help:"What to set it to or change it by. You can use names in place of ids." example:"[\"Military\"]"`
	Find   any      `field:"find" help:"For replace and rename: the text, in any case, or ids to replace. Default: all."`
	Min    any      `field:"min" help:"For clamp: the least number."`
	Max    any      `field:"max" help:"For clamp: the greatest number."`
	From   string   `field:"from" help:"For copy: the sid of another of your instances."`
	Fields []string `field:"fields" help:"For copy: which fields; without it all that can be."`
}

// bulkOp is what a step does.
type bulkOp string

// Words returns what a step can do.
func (bulkOp) Words() []string {
	return []string{
		"set", "add", "multiply", "divide", "scale", "min", "max", "clamp", "round", "add_ids", "remove_ids", "replace", "rename", "enable",
		"disable", "copy", "delete",
	}
}

type bulkMismatch struct {
	Message string `field:"message" example:"The filter finds 12 and not 10. Nothing was changed."`
	Matched int64  `field:"matched,min=0" help:"How many records are found." example:"12"`
}

// bulkChange makes the same change to many records of a resource, or works out what it would be.
func bulkChange(ctx context.Context, call *Call, r *record.Resource, in bulkInput) (bulk.BulkChangesView, error) {
	ask, err := readBulk(ctx, call, r, in)
	if err != nil {
		return bulk.BulkChangesView{}, err
	}
	if in.DryRun {
		would, err := call.Bulk.Preview(ctx, call.Scope, ask)
		return shownChanges(call, would, err)
	}
	done, err := call.Bulk.Make(ctx, call.Scope, ask)
	switch {
	case err != nil:
		return bulk.BulkChangesView{}, bulkError(err, "")
	case done.Job != "":
		call.Queued(done.Job)
		return bulk.BulkChangesView{}, nil
	}
	return shownChanges(call, done.Results[0], nil)
}

func shownChanges(call *Call, done *bulk.Result, err error) (bulk.BulkChangesView, error) {
	if err != nil {
		return bulk.BulkChangesView{}, bulkError(err, "")
	}
	page, _ := record.ParsePage(call.Sent)
	call.Tagged(RevisionTag(max(done.Base, done.Revision)))
	return done.View(page), nil
}

// RevisionTag is the entity tag of what was worked out on a revision of an instance.
func RevisionTag(number int64) string { return `"revision-` + strconv.FormatInt(number, 10) + `"` }

// readBulk returns the change that was asked for.
func readBulk(ctx context.Context, call *Call, r *record.Resource, in bulkInput) (ask bulk.Request, err error) {
	if err := filterRules.Check(ctx, call.Sent); err != nil {
		return ask, err
	}
	ask = bulk.Request{
		Resource: r, Q: record.TextParam(call.Sent, "q"), SIDs: in.SIDs, Except: in.Except, Expect: in.Expect, Revision: call.OnRevision,
	}
	if ask.Q == "" && ask.SIDs == nil {
		return ask, validate.Refused("q", validate.IsRequiredWithout.Saying("The q field is required when sids is not present; * is for all "+
			"records."))
	}
	sent, _ := call.Sent.Get("operations")
	var problems validate.Errors
	ask.Operations, problems = r.ReadOperations(sent)
	return ask, problems.Err()
}

// bulkError returns the error that a client gets; the prefix says where the operations stand in what was sent.
func bulkError(err error, prefix string) error {
	var one *bulk.Problem
	var problems validate.Errors
	switch {
	case errors.Is(err, queue.ErrTooMany):
		return errTooManyJobs
	case errors.As(err, &one):
		for _, p := range one.Problems {
			problems = append(problems, p.At(prefix+fieldOfOperation(one.Operation, p.Field)))
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

// MismatchJSON is the body of the answer to a change of another number of records than was expected.
func MismatchJSON(m bulk.Mismatch) []byte {
	return shape.Append(nil, bulkMismatch{m.Error(), m.Matched})
}
