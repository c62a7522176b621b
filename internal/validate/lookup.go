package validate

import (
	"context"
	"errors"
	"iter"
	"strconv"

	"quartermaster/internal/jsontree"
)

// look runs a rule that asks the store, on the targets that are in order so far.
func (r *run) look(ctx context.Context, f *field, rule Rule) error {
	var open []*target
	for i := range r.targets {
		if t := &r.targets[i]; t.messages == nil && f.applies(t) {
			open = append(open, t)
		}
	}
	if len(open) == 0 {
		return nil
	}
	if r.lookup == nil {
		return errors.New("there is no lookup")
	}
	if rule.role == unique {
		return r.lookTaken(ctx, f, rule.source, open[0])
	}
	return r.lookMissing(ctx, f, rule.source, open)
}

// lookTaken asks about scalars only: what is no scalar is no stored value either.
func (r *run) lookTaken(ctx context.Context, f *field, source string, t *target) error {
	text, ok := f.key(t.value)
	if !ok {
		return nil
	}
	var value any = text
	if f.of == integerValue {
		value = Int(t.value)
	}
	taken, err := r.lookup.Taken(ctx, source, value)
	if taken {
		f.report(t, Message{Failure: IsTaken})
	}
	return err
}

// lookMissing asks once for the values of all targets, lists member by member.
func (r *run) lookMissing(ctx context.Context, f *field, source string, open []*target) error {
	missing, err := r.missing(ctx, source, f.distinctKeys(open))
	if err != nil {
		return err
	}
	for _, t := range open {
		if f.anyMissing(t.value, missing) {
			f.report(t, Message{Failure: SelectionIsInvalid})
		}
	}
	return nil
}

func (r *run) missing(ctx context.Context, source string, keys []string) (map[string]bool, error) {
	if len(keys) == 0 {
		return nil, nil
	}
	return r.lookup.Missing(ctx, source, keys)
}

func (f *field) distinctKeys(open []*target) []string {
	var keys []string
	seen := map[string]bool{}
	for _, t := range open {
		for value := range members(t.value) {
			if key, ok := f.key(value); ok && !seen[key] {
				seen[key] = true
				keys = append(keys, key)
			}
		}
	}
	return keys
}

func (f *field) anyMissing(value any, missing map[string]bool) bool {
	for one := range members(value) {
		if key, ok := f.key(one); !ok || missing[key] {
			return true
		}
	}
	return false
}

// members yields the members of a list or object, and anything else itself.
func members(value any) iter.Seq[any] {
	return func(yield func(any) bool) {
		switch v := value.(type) {
		case []any:
			for _, one := range v {
				if !yield(one) {
					return
				}
			}
		case *jsontree.Object:
			for _, one := range v.All() {
				if !yield(one) {
					return
				}
			}
		default:
			yield(value)
		}
	}
}

// key returns the form in which the store is asked for a scalar.
func (f *field) key(value any) (string, bool) {
	switch value.(type) {
	case nil, []any, *jsontree.Object:
		return "", false
	}
	if f.of == integerValue {
		return strconv.FormatInt(Int(value), 10), true
	}
	return Text(value), true
}
