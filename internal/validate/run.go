package validate

import (
	"context"
	"slices"
	"strconv"

	"quartermaster/internal/jsontree"
)

// maxErrors bounds the answer to a request in which nearly everything is wrong: of the fields in
// error only so many are listed.
const maxErrors = 1000

// run is one validation under way.
type run struct {
	in      *jsontree.Object
	lookup  Lookup
	partial bool
	targets []target // of the current field; the space is used again
	subject subject
	errors  Errors
}

// target is one value that a field's rules apply to: one for a plain field, one for each member
// for a wildcard.
type target struct {
	name     string
	value    any
	present  bool
	messages []Message
}

// subject is the value that a rule judges.
type subject struct {
	value      any
	present    bool
	duplicated bool
	of         valueType
}

func (r *run) field(ctx context.Context, f *field) error {
	r.targets = r.targets[:0]
	r.expand(f.path, "", r.in, true)
	r.examineAll(f)
	for _, rule := range f.lookups {
		if err := r.look(ctx, f, rule); err != nil {
			return err
		}
	}
	r.collect(f)
	return nil
}

func (r *run) collect(f *field) {
	for i := range r.targets {
		if t := &r.targets[i]; t.messages != nil && len(r.errors) < maxErrors {
			r.errors = append(r.errors, FieldError{Field: t.name, Name: f.attribute, Messages: t.messages})
		}
	}
}

// expand collects the values at path below value. A missing member is a target too, for the rules
// that ask for presence; members of what is no list or object are missing.
func (r *run) expand(path []string, name string, value any, present bool) {
	if len(path) == 0 {
		r.targets = append(r.targets, target{name: name, value: value, present: present})
		return
	}
	if path[0] != "*" {
		child, ok := member(value, path[0])
		r.expand(path[1:], join(name, path[0]), child, ok)
		return
	}
	switch v := value.(type) {
	case []any:
		for i, child := range v {
			r.expand(path[1:], join(name, strconv.Itoa(i)), child, true)
		}
	case *jsontree.Object:
		for key, child := range v.All() {
			r.expand(path[1:], join(name, key), child, true)
		}
	}
}

func join(name, key string) string {
	if name == "" {
		return key
	}
	return name + "." + key
}

// member returns the member of a list or object under key.
func member(value any, key string) (any, bool) {
	switch v := value.(type) {
	case *jsontree.Object:
		return v.Get(key)
	case []any:
		i, err := strconv.Atoi(key)
		if err == nil && 0 <= i && i < len(v) && strconv.Itoa(i) == key {
			return v[i], true
		}
	}
	return nil, false
}

func (r *run) examineAll(f *field) {
	var counts map[string]int
	if f.distinct {
		counts = countValues(r.targets)
	}
	lifted := r.partial && !r.in.Has(f.path[0])
	failed := len(r.errors)
	for i := range r.targets {
		if failed == maxErrors {
			r.targets = r.targets[:i]
			return
		}
		t := &r.targets[i]
		r.subject.value, r.subject.present = t.value, t.present
		r.subject.of = f.of
		r.subject.duplicated = f.distinct && counts[jsonText(t.value)] > 1
		r.examine(f, t, lifted)
		if t.messages != nil {
			failed++
		}
	}
}

// examine runs the rules on the current subject. A rule of presence that fails ends it.
func (r *run) examine(f *field, t *target, lifted bool) {
	runs := f.applies(t)
	for i := range f.rules {
		rule := &f.rules[i]
		if rule.role == required && lifted || !rule.isPresence() && !runs {
			continue
		}
		message := rule.test(&r.subject)
		if message == (Message{}) {
			continue
		}
		f.report(t, message)
		if rule.isPresence() {
			return
		}
	}
}

// applies reports whether the rules other than those of presence run: not on what is missing, not
// on blank text, and on null only where the field is not nullable.
func (f *field) applies(t *target) bool {
	if !t.present || t.value == nil && f.nullable {
		return false
	}
	text, ok := t.value.(string)
	return !ok || !isBlank(text)
}

// report adds a message to t, each once.
func (f *field) report(t *target, message Message) {
	if !slices.Contains(t.messages, message) {
		t.messages = append(t.messages, message)
	}
}

// countValues counts how often each value occurs, for the rule Distinct.
func countValues(targets []target) map[string]int {
	counts := make(map[string]int, len(targets))
	for i := range targets {
		if targets[i].present {
			counts[jsonText(targets[i].value)]++
		}
	}
	return counts
}
