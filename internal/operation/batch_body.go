package operation

import (
	"context"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/shape"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// maxOperations is how many operations a batch may have.
const maxOperations = 1000

// batchRules are the rules of the whole body.
var batchRules = validate.Compile(validate.Rules{
	{
		Name:  "operations",
		Rules: []validate.Rule{validate.Required(), validate.List(), validate.Custom(shape.IsList), validate.Max(maxOperations)},
	},
	{Name: "operations.*", Rules: []validate.Rule{validate.Custom(shape.IsObject)}},
})

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
	return validate.Compile(validate.Rules{
		{Name: "op", Rules: []validate.Rule{validate.Required(), validate.In(ops...)}},
		{Name: "resource", Rules: []validate.Rule{validate.Required(), validate.In(batchResource("").Words()...)}},
		{Name: "sid", Rules: sid},
		{Name: "data", Rules: data},
	})
}

// readBatch reads the body of a batch, whose data are as they came. What is wrong with an operation stays with it, so that the batch can
// tell what is wrong with the others as well. It returns validate.Errors of a body that is no list of objects.
func readBatch(ctx context.Context, in *jsontree.Object) ([]store.Operation, error) {
	if err := batchRules.Check(ctx, in); err != nil {
		return nil, err
	}
	list := in.List("operations")
	operations := make([]store.Operation, len(list))
	for i, one := range list {
		var err error
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
	o.Resource = batchableAt(record.TextParam(in, "resource"))
	o.Data = in.Object("data") // nil, which reads as empty, for the empty list
	if o.Resource != nil {
		jsontree.Prepare(o.Data, o.Resource.Verbatim()...)
	}
	return o, err
}

func batchableAt(path string) *record.Resource {
	for _, r := range record.Batchable() {
		if r.Path == path {
			return r
		}
	}
	return nil
}
