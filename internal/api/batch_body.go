package api

import (
	"context"
	"maps"
	"slices"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// writableInInstances are the resources that a batch may write, by the segment of their path.
var writableInInstances = func() map[string]*record.Resource {
	found := map[string]*record.Resource{}
	for _, r := range endpoint.Batchable(endpoint.Table()) {
		found[r.Path] = r
	}
	return found
}()

// batchRules are the rules of the whole body.
var batchRules = validate.Compile(validate.Rules{
	{Name: "operations", Rules: []validate.Rule{validate.Required(), validate.List(), validate.Custom(isList), validate.Max(endpoint.MaxOperations)}},
	{Name: "operations.*", Rules: []validate.Rule{validate.Custom(isObject)}},
})

// isList refuses the objects that the rule List takes for lists too.
func isList(value any) validate.Failure {
	if _, ok := value.([]any); !ok {
		return validate.MustBeList
	}
	return validate.Failure{}
}

func isObject(value any) validate.Failure {
	if _, ok := value.(*jsontree.Object); !ok {
		return validate.MustBeObject
	}
	return validate.Failure{}
}

// operationRules are the rules of one operation, by what it does; those under an empty text are for what is none.
var operationRules = func() map[store.Op]*validate.Validator {
	optional := []validate.Rule{validate.Nullable(), validate.String()}
	required := []validate.Rule{validate.Required(), validate.String()}
	body := []validate.Rule{validate.Present(), validate.Object()}
	return map[store.Op]*validate.Validator{
		"":             rulesOfOperation(nil, nil),
		store.OpCreate: rulesOfOperation(nil, body),
		store.OpUpdate: rulesOfOperation(required, body),
		store.OpDelete: rulesOfOperation(required, nil),
		store.OpUpsert: rulesOfOperation(optional, body),
	}
}()

func rulesOfOperation(sid, data []validate.Rule) *validate.Validator {
	ops := []string{string(store.OpCreate), string(store.OpUpdate), string(store.OpDelete), string(store.OpUpsert)}
	resources := slices.Sorted(maps.Keys(writableInInstances))
	return validate.Compile(validate.Rules{
		{Name: "op", Rules: []validate.Rule{validate.Required(), validate.In(ops...)}},
		{Name: "resource", Rules: []validate.Rule{validate.Required(), validate.In(resources...)}},
		{Name: "sid", Rules: sid},
		{Name: "data", Rules: data},
	})
}

// readOperations reads the body of a batch. What is wrong with an operation stays with it, so that the batch can tell what
// is wrong with the others as well.
func readOperations(ctx context.Context, r *request) ([]store.Operation, error) {
	in, err := r.bodyWithin(batchBodyLimit)
	if err != nil {
		return nil, err
	}
	jsontree.Prepare(in, "data") // which readOperation tidies, as its resource is known then
	if err := batchRules.Check(ctx, in); err != nil {
		return nil, err
	}
	sent, _ := in.Get("operations")
	list := sent.([]any)
	operations := make([]store.Operation, len(list))
	for i, one := range list {
		if operations[i], err = readOperation(ctx, one.(*jsontree.Object)); err != nil {
			return nil, err
		}
	}
	return operations, nil
}

func readOperation(ctx context.Context, in *jsontree.Object) (store.Operation, error) {
	o := store.Operation{Op: store.Op(record.TextParam(in, "op")), SID: record.TextParam(in, "sid")}
	rules, known := operationRules[o.Op]
	if !known {
		rules = operationRules[""]
	}
	var err error
	o.Problems, err = rules.Validate(ctx, in, nil, validate.Options{})
	o.Resource = writableInInstances[record.TextParam(in, "resource")]
	data, _ := in.Get("data")
	o.Data, _ = data.(*jsontree.Object) // nil, which reads as empty, for the empty list
	if o.Resource != nil {
		jsontree.Prepare(o.Data, o.Resource.Verbatim()...)
	}
	return o, err
}
