package operation

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"

	"quartermaster/internal/access"
	"quartermaster/internal/bulk"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/say"
	"quartermaster/internal/shape"
	"quartermaster/internal/store"
)

// Batch is many changes to the records of an instance at once.
var Batch = []*Operation{
	define("batch", post, "batch", access.Edit, "Run up to 1,000 operations in their order.", runBatch, taking(LargeBody),
		unreviewed,
		about("Creates, updates and deletes records of any resources of the instance in the order of the operations: all of them, or none. "+
			"It is one revision, so it can be undone as a whole. Errors name the operation, such as `operations.3.data.name`.")),
}

// batchInput is the body of a batch, which readBatch checks and reads.
type batchInput struct {
	Operations []operationView `field:"operations,required,unchecked,min=1,max=1000"`
}

// Example writes a message and a player spawn.
func (batchInput) Example() string {
	return `{"operations":[` + batchExample(store.OpCreate, record.Messages) + "," + batchExample(store.OpUpsert, record.PlayerSpawns) + "]}"
}

func batchExample(op store.Op, r *record.Resource) string {
	return string(shape.Append(nil, operationView{Op: string(op), Resource: batchResource(r.Path), Data: r.ExampleBody()}))
}

type operationView struct {
	Op       string           `field:"op,required" in:"create,update,upsert,delete" help:"upsert updates the record, or creates it."`
	Resource batchResource    `field:"resource,required"`
	SID      string           `field:"sid,omit" pattern:"^[A-Za-z0-9]{10}$" help:"An upsert without it matches by key, such as the name."`
	Data     *jsontree.Object `field:"data,verbatim" help:"The fields, as in the body of the resource's own request; not needed for delete."`
}

// batchResource names a resource by the segment of its path.
type batchResource string

// Words returns the resources that a batch may write.
func (batchResource) Words() (paths []string) {
	for _, r := range record.Batchable() {
		paths = append(paths, r.Path)
	}
	slices.Sort(paths)
	return paths
}

type batchDone struct {
	Results []batchOutcome `field:"results"`
}

// Example answers the example of the body.
func (batchDone) Example() string {
	message, spawn := record.Messages, record.PlayerSpawns
	done := batchDone{[]batchOutcome{
		{written{string(store.OpCreate), http.StatusCreated, recordOf(message, message.ExampleRow())}},
		{written{string(store.OpUpsert), http.StatusOK, recordOf(spawn, spawn.ExampleRow())}},
	}}
	return string(shape.Append(nil, done))
}

// batchOutcome is what an operation has done.
type batchOutcome struct{ What any }

// AnyOf returns what it is one of.
func (batchOutcome) AnyOf() []*shape.Type {
	return []*shape.Type{shape.Of[written](), shape.Of[deletedView]()}
}

type written struct {
	Op     string        `field:"op" in:"create,update,upsert"`
	Status int           `field:"status" in:"200,201" help:"201 for a record that was created."`
	Data   writtenRecord `field:"data"`
}

type deletedView struct {
	Op      string      `field:"op" in:"delete"`
	Status  int         `field:"status" in:"200"`
	Result  bool        `field:"result" in:"true"`
	Deleted bulk.Counts `field:"deleted,omit" help:"Records that were deleted along with it, counted by resource."`
}

// writtenRecord is a record of any resource that a batch may write.
type writtenRecord struct{ What any }

// AnyOf returns what it is one of.
func (writtenRecord) AnyOf() (all []*shape.Type) {
	for _, r := range record.Batchable() {
		all = append(all, shape.OfRecord(r))
	}
	return all
}

func recordOf(r *record.Resource, row record.Row) writtenRecord {
	return writtenRecord{json.RawMessage(r.AppendJSON(nil, row))}
}

// runBatch runs operations on the records of an instance, all of them or none.
func runBatch(ctx context.Context, call *Call, _ batchInput) (done batchDone, err error) {
	operations, err := readBatch(ctx, call.Sent)
	if err != nil {
		return done, err
	}
	outcomes, err := call.DB.Batch(ctx, call.Scope, say.New("batch", "n", len(operations)), operations)
	if err != nil {
		return done, BatchError(err, "operations", fieldOfOperation)
	}
	for i, o := range operations {
		done.Results = append(done.Results, batchOutcome{outcomeOf(o, outcomes[i])})
	}
	return done, nil
}

func outcomeOf(o store.Operation, outcome store.Outcome) any {
	if o.Op == store.OpDelete {
		return deletedView{string(o.Op), http.StatusOK, true, bulk.Counts(outcome.Cascaded)}
	}
	status := http.StatusOK
	if outcome.Created {
		status = http.StatusCreated
	}
	return written{string(o.Op), status, recordOf(o.Resource, outcome.Row)}
}

// fieldOfOperation names a field of an operation of a batch: operations.3.data.name.
func fieldOfOperation(operation int, field string) string {
	return "operations." + strconv.Itoa(operation) + "." + field
}
