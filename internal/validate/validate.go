package validate

import (
	"context"
	"fmt"
	"strings"

	"quartermaster/internal/jsontree"
)

// Rules are the fields of one kind of request, in the order in which errors are listed.
type Rules []Field

// Field is one field and its rules. The name is dotted where a field stands within another, and
// `*` stands for every member of a list or object: `children.*.type`, `usage_ids.*`.
type Field struct {
	Name  string
	Rules []Rule
}

// Options vary a validation.
type Options struct {
	// Partial lifts Required from fields whose top-level key was not sent.
	Partial bool
}

// Lookup answers what only the store knows. A source is the text that the rule was given.
type Lookup interface {
	// Missing returns those of the distinct values that source does not hold. A value that
	// cannot be a key of source, such as text where keys are numbers, is missing.
	Missing(ctx context.Context, source string, values []string) (map[string]bool, error)
	// Taken reports whether source holds value already: an int64 in fields with the rule
	// Integer, otherwise a string.
	Taken(ctx context.Context, source string, value any) (bool, error)
}

// Validator is a compiled list of rules. It is safe for concurrent use.
type Validator struct {
	fields []field
}

type field struct {
	name      string
	path      []string
	wildcard  bool
	attribute string // the name in messages, of fields without a wildcard
	of        valueType
	nullable  bool
	distinct  bool
	rules     []Rule
	lookups   []Rule
}

// Compile prepares rules, once for all validations. It panics where Unique stands on a wildcard
// field, as a value is then looked up among the stored ones only.
func Compile(rules Rules) *Validator {
	v := &Validator{fields: make([]field, 0, len(rules))}
	for _, declared := range rules {
		v.fields = append(v.fields, compileField(declared))
	}
	return v
}

func compileField(declared Field) field {
	f := field{
		name: declared.Name,
		path: strings.Split(declared.Name, "."),
	}
	for _, key := range f.path {
		f.wildcard = f.wildcard || key == "*"
	}
	if !f.wildcard {
		f.attribute = DisplayName(declared.Name)
	}
	for _, rule := range declared.Rules {
		f.add(rule)
	}
	return f
}

func (f *field) add(rule Rule) {
	f.of = max(f.of, rule.of)
	switch rule.role {
	case nullable:
		f.nullable = true
	case unique:
		if f.wildcard {
			panic("validate: Unique on the wildcard field " + f.name)
		}
		f.lookups = append(f.lookups, rule)
	case exists:
		f.lookups = append(f.lookups, rule)
	default:
		f.distinct = f.distinct || rule.role == distinct
		f.rules = append(f.rules, rule)
	}
}

// Validate checks in, which Prepare has tidied, and returns what is wrong with it, or nil. Fields
// without a rule are ignored. Each Exists and Unique asks lookup at most once, and only for values
// that nothing else is wrong with; the error is lookup's. Of more than 1,000 fields in error the first
// 1,000 are listed.
func (v *Validator) Validate(ctx context.Context, in *jsontree.Object, lookup Lookup, opts Options) (Errors, error) {
	r := run{in: in, lookup: lookup, partial: opts.Partial}
	for i := range v.fields {
		if err := r.field(ctx, &v.fields[i]); err != nil {
			return nil, fmt.Errorf("validating %s: %w", v.fields[i].name, err)
		}
	}
	return r.errors, nil
}

// Check is Validate by rules that ask nothing of a lookup. It returns the Errors of what is wrong with in, or nil.
func (v *Validator) Check(ctx context.Context, in *jsontree.Object) error {
	problems, err := v.Validate(ctx, in, nil, Options{})
	if err != nil {
		return err
	}
	return problems.Err()
}
