package operation

import (
	"context"
	"math"
	"unicode/utf8"

	"quartermaster/internal/access"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/shape"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// reader reads the entries of a list from an offset on, at most as many as the limit, and says how many there are in all.
type reader[T any] func(offset, limit int) (list []T, total int64, err error)

// definePages declares a list that is answered page by page, and of which q chooses by the fields of a resource.
func definePages[In, T any](name, path string, by *record.Resource, needs access.Permission, summary string,
	do func(context.Context, *Call, In) (reader[T], error), options ...option,
) *Operation {
	o := declare[In](name, get, path, needs, summary, append(options, choosing(by)))
	o.Answers, o.Out = Pages, shape.Of[T]()
	o.run = func(ctx context.Context, call *Call, in *jsontree.Object) (Answer, error) {
		input, err := shape.Accept[In](ctx, in)
		if err != nil {
			return Answer{}, err
		}
		read, err := do(ctx, call, input)
		if err != nil || call.export != nil {
			return Answer{Export: call.export}, err
		}
		list, page, err := pageThat(ctx, call, by, in, read)
		return Answer{Data: shape.Append(nil, list), Page: page}, err
	}
	return o
}

// defineList declares a list that is answered whole, and of which q chooses by the fields of a resource.
func defineList[In, T any](name, path string, by *record.Resource, needs access.Permission, summary string,
	do func(context.Context, *Call, In) ([]T, error), options ...option,
) *Operation {
	o := declare[In](name, get, path, needs, summary, append(options, choosing(by)))
	o.Answers, o.Out = Entries, shape.Of[T]()
	o.run = func(ctx context.Context, call *Call, in *jsontree.Object) (Answer, error) {
		input, err := accepted[In](ctx, o, call, in)
		if err != nil {
			return Answer{}, err
		}
		list, err := do(ctx, call, input)
		if err == nil {
			list, err = chosen(ctx, call, by, in, list)
		}
		return Answer{Data: shape.Append(nil, list)}, err
	}
	return o
}

// filterRules are the rules of the parameter q.
var filterRules = validate.Compile(validate.Rules{
	{Name: "q", Rules: []validate.Rule{validate.Nullable(), validate.String(), validate.Custom(isUTF8)}},
})

func isUTF8(value any) validate.Failure {
	if text, _ := value.(string); !utf8.ValidString(text) {
		return validate.MustBeString
	}
	return validate.Failure{}
}

// chosen returns those of a list that the filter of a request finds: all where it has none.
func chosen[T any](ctx context.Context, call *Call, by *record.Resource, in *jsontree.Object, list []T) ([]T, error) {
	if err := filterRules.Check(ctx, in); err != nil || !filters(in) {
		return list, err
	}
	appendJSON := func(b []byte, one T) []byte { return shape.Append(b, one) }
	return record.Choose(ctx, by, record.TextParam(in, "q"), call.Clock(), list, appendJSON)
}

// Where reads the filter q of a request by the fields of a resource: nothing where there is none, and a refusal of q where it is not
// understood.
func (s *Services) Where(ctx context.Context, scope store.Scope, by *record.Resource, in *jsontree.Object) ([]record.Condition, error) {
	if !filters(in) {
		return nil, nil
	}
	if err := filterRules.Check(ctx, in); err != nil {
		return nil, err
	}
	return s.Bulk.Where(ctx, scope, by, record.TextParam(in, "q"))
}

func filters(in *jsontree.Object) bool {
	q, _ := in.Get("q")
	return q != nil
}

// chooser returns what says whether the filter of the request finds an entry of an export; nil where there is none.
func (c *Call) chooser(ctx context.Context, by *record.Resource) (meets func(*jsontree.Object) bool, err error) {
	if !filters(c.Sent) {
		return nil, nil
	}
	if err := filterRules.Check(ctx, c.Sent); err != nil {
		return nil, err
	}
	return record.Chooser(ctx, by, record.TextParam(c.Sent, "q"), c.Clock())
}

// pageThat returns the page that a request asks for, of those entries of a list that its filter finds.
func pageThat[T any](
	ctx context.Context, call *Call, by *record.Resource, in *jsontree.Object, read reader[T],
) (list []T, page *store.Page, err error) {
	page = new(store.Page)
	page.Number, page.Size = record.ParsePage(in)
	offset := (page.Number - 1) * page.Size
	if !filters(in) {
		list, page.Total, err = read(offset, page.Size)
		return list, page, err
	}
	list, _, err = read(0, math.MaxInt32)
	if err == nil {
		list, err = chosen(ctx, call, by, in, list)
	}
	page.Total = int64(len(list))
	return onPage(list, offset, page.Size), page, err
}

func onPage[T any](list []T, offset, limit int) []T {
	return list[min(offset, len(list)):min(offset+limit, len(list))]
}
