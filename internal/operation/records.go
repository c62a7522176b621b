package operation

import (
	"context"

	"quartermaster/internal/access"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/shape"
	"quartermaster/internal/store"
)

// defineRecords declares a list of records that takes all that lists of records take, and shows each as a T.
func defineRecords[T any](name, path string, r *record.Resource, needs access.Permission, summary string,
	show func(record.Row, whose) T, options ...option,
) *Operation {
	o := declare[roleQuery](name, get, path, needs, summary, options)
	o.Record, o.Answers, o.Out, o.Lists = r, Pages, shape.Of[T](), r
	o.run = func(ctx context.Context, call *Call, in *jsontree.Object) (Answer, error) {
		ask := r.ParseQuery(in)
		call.Scope.As, call.Scope.Drafts = access.Role(record.TextParam(in, "role")), record.TextParam(in, "drafts") == "1"
		var err error
		if ask.Where, err = call.Where(ctx, call.Scope, r, in); err != nil {
			return Answer{}, err
		}
		return listed(ctx, call, r, ask, show)
	}
	return o
}

// defineEarlierPage declares a list of records of the earlier API.
func defineEarlierPage[T any](name, path string, r *record.Resource, needs access.Permission, summary string,
	show func(record.Row, whose) T, options ...option,
) *Operation {
	o := declare[earlierQuery](name, get, path, needs, summary, append(options, earlier, ofAccount))
	o.Record, o.Answers, o.Out = r, EarlierPage, shape.Of[T]()
	o.run = func(ctx context.Context, call *Call, in *jsontree.Object) (Answer, error) {
		ask := r.ParseQuery(in)
		ask.PerPage = record.ClampPerPage(record.TextParam(in, "amount"), defaultAmount)
		ask.Search = record.TextParam(in, "like")
		call.Scope.As, call.Scope.Drafts = access.Role(record.TextParam(in, "role")), record.TextParam(in, "drafts") == "1"
		return listed(ctx, call, r, ask, show)
	}
	return o
}

// defaultAmount is how many records a page of the earlier API has.
const defaultAmount = 30

type earlierQuery struct {
	Amount int    `field:"amount,unchecked,min=1,max=100" help:"How many a page has; 30 if it is left out." example:"50"`
	Like   string `field:"like,unchecked" help:"Part of the name, ignoring case." example:"server"`
	roleQuery
}

// roleQuery chooses instances.
type roleQuery struct {
	Drafts bool        `field:"drafts,unchecked" help:"Drafts of instances too." example:"1"`
	Role   access.Role `field:"role,unchecked" help:"Only instances on which you are that: owner for your own." example:"owner"`
}

func listed[T any](ctx context.Context, call *Call, r *record.Resource, ask record.Query, show func(record.Row, whose) T) (Answer, error) {
	page, err := call.DB.List(ctx, r, call.Scope, ask)
	if err != nil {
		return Answer{}, err
	}
	shared, err := call.shared(ctx, r, page.Rows)
	if err != nil {
		return Answer{}, err
	}
	list := make([]T, len(page.Rows))
	for i, row := range page.Rows {
		of, there := shared[r.ID(row)]
		if !there {
			of = whose{access.Owner, instanceOwner{call.Caller.Name}}
		}
		list[i] = show(row, of)
	}
	return Answer{Data: shape.Append(nil, list), Page: &page}, nil
}

// defineRecord declares an operation whose body has the fields of a record: those that are required, or any.
func defineRecord[Out any](
	name, method, path string, r *record.Resource, partial bool, needs access.Permission, summary string,
	do func(context.Context, *Call, record.Values) (Out, error), options ...option,
) *Operation {
	o := declare[none](name, method, path, needs, summary, options)
	o.Record, o.Fields, o.Partial = r, r, partial
	o.answer(shape.Of[Out]())
	o.run = func(ctx context.Context, call *Call, in *jsontree.Object) (Answer, error) {
		values, problems, err := r.Accept(ctx, in, store.References{DB: call.DB, Scope: call.Scope}, partial)
		if err == nil {
			err = problems.Err()
		}
		if err != nil {
			return Answer{}, err
		}
		out, err := do(ctx, call, values)
		return o.answered(call, out, err)
	}
	return o
}
