package shape

import (
	"context"
	"sync"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/validate"
)

// checkedBody are bodies with rules about several fields together, which are asked when each by itself is right.
type checkedBody interface {
	Check(problems *validate.Errors)
}

var validators sync.Map // *Type to *validate.Validator

// Accept checks a body by the tags of T, and by its method Check where *T is checkedBody, and reads it. It returns validate.Errors.
func Accept[T any](ctx context.Context, in *jsontree.Object) (body T, err error) {
	if err := Of[T]().check(ctx, in); err != nil {
		return body, err
	}
	readInto(in, &body)
	var problems validate.Errors
	if checked, is := any(&body).(checkedBody); is {
		checked.Check(&problems)
	}
	return body, problems.Err()
}

func (s *Type) check(ctx context.Context, in *jsontree.Object) error {
	v, there := validators.Load(s)
	if !there {
		v, _ = validators.LoadOrStore(s, validate.Compile(s.Rules()))
	}
	return v.(*validate.Validator).Check(ctx, in)
}
