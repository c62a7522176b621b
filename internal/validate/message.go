package validate

import (
	"cmp"
	"strconv"
	"strings"
)

// Failure is a rule that a value breaks. The zero value is none.
type Failure struct {
	Rule      string // what programs call the rule
	Predicate string // of the sentence about the field; %s stands for the parameter of the rule
}

// MarshalText returns the predicate: the page that shows a message from a session needs no more. It never fails.
func (f Failure) MarshalText() ([]byte, error) { return []byte(f.Predicate), nil }

// UnmarshalText takes what MarshalText has returned. It never fails.
func (f *Failure) UnmarshalText(text []byte) error {
	f.Predicate = string(text)
	return nil
}

// What may be wrong with a value. The names of the rules are those of the original.
var (
	IsRequired        = Failure{Rule: "required", Predicate: "is required"}
	IsRequiredWithout = Failure{Rule: "required_without", Predicate: "is required when %s is not present"}
	IsRequiredWith    = Failure{Rule: "required_with", Predicate: "is required when %s is present"}
	MustBePresent     = Failure{Rule: "present", Predicate: "must be present"}
	MustBeString      = Failure{Rule: "string", Predicate: "must be a string"}
	MustBeInteger     = Failure{Rule: "integer", Predicate: "must be an integer"}
	MustBeNumber      = Failure{Rule: "numeric", Predicate: "must be a number"}
	MustBeBoolean     = Failure{Rule: "boolean", Predicate: "must be true or false"}
	MustBeArray       = Failure{Rule: "array", Predicate: "must be an array"}
	MustBeList        = Failure{Rule: "list", Predicate: "must be a list"}
	MustBeObject      = Failure{Rule: "object", Predicate: "must be an object"}
	MustBeDate        = Failure{Rule: "date", Predicate: "must be a valid date"}
	mustBeIP          = Failure{Rule: "ip", Predicate: "must be a valid IP address"}
	FormatIsInvalid   = Failure{Rule: "regex", Predicate: "format is invalid"}
	HasDuplicate      = Failure{Rule: "distinct", Predicate: "has a duplicate value"}
	MustBeAtLeast     = Failure{Rule: "min", Predicate: "must be at least %s"}
	isTooShort        = Failure{Rule: "min", Predicate: "must be at least %s characters"}
	hasTooFew         = Failure{Rule: "min", Predicate: "must have at least %s items"}
	MustBeAtMost      = Failure{Rule: "max", Predicate: "must not be greater than %s"}
	IsTooLong         = Failure{Rule: "max", Predicate: "must not be greater than %s characters"}
	HasTooMany        = Failure{Rule: "max", Predicate: "must not have more than %s items"}
	mustBe            = Failure{Rule: "size", Predicate: "must be %s"}
	mustBeLong        = Failure{Rule: "size", Predicate: "must be %s characters"}
	mustContain       = Failure{Rule: "size", Predicate: "must contain %s items"}
	IsInUse           = Failure{Rule: "in_use"}
	IsOverPlan        = Failure{Rule: "plan"}
	mustBeBetween     = Failure{Rule: "between", Predicate: "must be between %s"}
	IsNotUnderstood   = Failure{Rule: "filter", Predicate: "is not understood: %s"}

	// The sentences of these are about the value, not about the field.
	SelectionIsInvalid = Failure{Rule: "exists", Predicate: "is invalid"}
	isNoneOf           = Failure{Rule: "in", Predicate: "is invalid"}
	IsTaken            = Failure{Rule: "unique", Predicate: "has already been taken"}
)

// otherRule is what programs call a rule that only a sentence explains.
const otherRule = "other"

// With returns the failure of a rule with its parameter.
func (f Failure) With(param string) Message { return Message{Failure: f, Param: param} }

// Saying returns the failure of a rule with a sentence in the place of its own.
func (f Failure) Saying(sentence string) Message {
	return Message{Failure: Failure{Rule: f.Rule}, Param: sentence}
}

// Message is what is wrong with a value: a rule and its parameter. It becomes a sentence where it is shown, with the name that the
// field has there.
type Message struct {
	Failure Failure // without a predicate for a message that is a sentence already
	Param   string  // of the rule, or else the sentence
}

// Sentence returns a message that is a sentence already.
func Sentence(text string) Message { return Message{Param: text} }

// Text returns the sentence about a field of that name.
func (m Message) Text(name string) string {
	switch m.Failure.Predicate {
	case "":
		return m.Param
	case SelectionIsInvalid.Predicate:
		return "The selected " + name + " " + m.Predicate() + "."
	case IsTaken.Predicate:
		return "The " + name + " " + m.Predicate() + "."
	}
	return Ended("The " + name + " field " + m.Predicate())
}

// Ended ends a text with a full stop, unless it ends with a question.
func Ended(text string) string {
	if strings.HasSuffix(text, "?") {
		return text
	}
	return text + "."
}

// Predicate returns what the sentence says about the field: "must be at least 5".
func (m Message) Predicate() string { return strings.Replace(m.Failure.Predicate, "%s", m.Param, 1) }

// Rule returns what programs call the rule that is broken.
func (m Message) Rule() string { return cmp.Or(m.Failure.Rule, otherRule) }

// parameters are those of the rule: a bound, another field, the values that are allowed. A sentence has none.
func (m Message) parameters() []string {
	switch {
	case m.Param == "" || m.Failure.Predicate == "":
		return []string{}
	case m.Failure == isNoneOf:
		return strings.Split(m.Param, ",")
	case m.Failure == mustBeBetween:
		return strings.Split(m.Param, " and ")
	}
	return []string{m.Param}
}

// Counted returns a number with the right form of what is counted: "1 file" or "2 files".
func Counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}
