package api

import (
	"context"
	"net/http"
	"strconv"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/operation"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// batchBodyLimit is how many bytes the body of a batch may have: more than others, because it holds many records.
const batchBodyLimit = 8 << 20

// batch runs operations on the records of an instance, all of them or none.
func (a *API) batch(ctx context.Context, r *request, scope store.Scope) (response, error) {
	operations, err := readOperations(ctx, r)
	if err != nil {
		return response{}, err
	}
	outcomes, err := a.DB.Batch(ctx, scope, validate.Counted(len(operations), "operation", "operations"), operations)
	if err != nil {
		return response{}, operation.BatchError(err, "operations", operationField)
	}
	return ok(appendResults(nil, operations, outcomes)), nil
}

func operationField(operation int, field string) string {
	return "operations." + strconv.Itoa(operation) + "." + field
}

// appendResults appends what a batch has done, in the order of its operations.
func appendResults(b []byte, operations []store.Operation, outcomes []store.Outcome) []byte {
	b = append(b, `{"data":{"results":[`...)
	for i, operation := range operations {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendResult(b, operation, outcomes[i])
	}
	return append(b, "]}}"...)
}

func appendResult(b []byte, operation store.Operation, outcome store.Outcome) []byte {
	status := int64(http.StatusOK)
	if outcome.Created {
		status = http.StatusCreated
	}
	b = append(jsontree.AppendString(append(b, `{"op":`...), string(operation.Op)), `,"status":`...)
	b = append(jsontree.AppendInt(b, status), ',')
	if operation.Op == store.OpDelete {
		return append(b, deleted(outcome.Cascaded)[1:]...)
	}
	b = operation.Resource.AppendJSON(append(b, `"data":`...), outcome.Row)
	return append(b, '}')
}
