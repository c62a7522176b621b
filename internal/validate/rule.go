package validate

// Rule is one condition on a field; the functions of this package make them.
type Rule struct {
	role   role
	of     valueType
	source string                 // of Exists and Unique
	test   func(*subject) Message // zero for a value that passes
}

// role is how the validator uses a rule.
type role int

const (
	plain    role = iota // runs on a value that was sent
	required             // rule of presence that a partial request lifts
	presence             // other rule of presence: runs always, and its failure ends the field
	distinct
	nullable
	exists
	unique
)

// valueType says how the size of a field's value is measured. Where the rules of a field differ, the greatest counts.
type valueType int

const (
	textValue valueType = iota
	arrayValue
	numericValue
	integerValue
)

func (r *Rule) isPresence() bool { return r.role == required || r.role == presence }

// check makes a plain rule of a condition on the value.
func check(failure Failure, holds func(value any) bool) Rule {
	return Rule{test: func(s *subject) Message { return failure.unless(holds(s.value)) }}
}

// unless returns the failure where a condition does not hold.
func (f Failure) unless(holds bool) Message {
	if holds {
		return Message{}
	}
	return Message{Failure: f}
}

// Nullable accepts null: the other rules of the field, but for those of presence, do not see it.
func Nullable() Rule { return Rule{role: nullable} }

// Required refuses a field that is missing, null, blank, or an empty list or object.
func Required() Rule {
	return Rule{role: required, test: func(s *subject) Message { return IsRequired.unless(isFilled(s.value)) }}
}

// Present refuses a field that is missing; null and the empty ones pass.
func Present() Rule {
	return Rule{role: presence, test: func(s *subject) Message { return MustBePresent.unless(s.present) }}
}

// Distinct refuses, on a wildcard field, values that occur more than once. The text "1" is not the number 1.
func Distinct() Rule {
	return Rule{role: distinct, test: func(s *subject) Message { return HasDuplicate.unless(!s.duplicated) }}
}

// Exists asks the lookup for the value in source; of a list, every member must be there.
func Exists(source string) Rule { return Rule{role: exists, source: source} }

// Unique refuses a value that source holds already. It cannot stand on a wildcard field.
func Unique(source string) Rule { return Rule{role: unique, source: source} }

// Custom lets f judge the value; f returns the zero Failure for one that passes.
func Custom(f func(value any) Failure) Rule {
	return Rule{test: func(s *subject) Message { return Message{Failure: f(s.value)} }}
}
