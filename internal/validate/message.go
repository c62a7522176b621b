package validate

import (
	"strconv"
	"strings"
)

// Failure names a rule that a value breaks by the predicate of the sentence about its field. %s stands for the parameter of the rule.
type Failure string

// What may be wrong with a value.
const (
	IsRequired      Failure = "is required"
	IsRequiredWith  Failure = "is required when %s is present"
	MustBePresent   Failure = "must be present"
	MustBeString    Failure = "must be a string"
	MustBeInteger   Failure = "must be an integer"
	MustBeNumber    Failure = "must be a number"
	MustBeBoolean   Failure = "must be true or false"
	MustBeArray     Failure = "must be an array"
	MustBeList      Failure = "must be a list"
	MustBeObject    Failure = "must be an object"
	MustBeDate      Failure = "must be a valid date"
	mustBeIP        Failure = "must be a valid IP address"
	FormatIsInvalid Failure = "format is invalid"
	HasDuplicate    Failure = "has a duplicate value"
	MustBeAtLeast   Failure = "must be at least %s"
	isTooShort      Failure = "must be at least %s characters"
	hasTooFew       Failure = "must have at least %s items"
	MustBeAtMost    Failure = "must not be greater than %s"
	IsTooLong       Failure = "must not be greater than %s characters"
	HasTooMany      Failure = "must not have more than %s items"
	mustBe          Failure = "must be %s"
	mustBeLong      Failure = "must be %s characters"
	mustContain     Failure = "must contain %s items"
	IsNotUnderstood Failure = "is not understood: %s"

	// The sentences of these are about the value, not about the field.
	SelectionIsInvalid Failure = "is invalid"
	IsTaken            Failure = "has already been taken"
)

// With returns the failure of a rule with its parameter.
func (f Failure) With(param string) Message { return Message{Failure: f, Param: param} }

// Message is what is wrong with a value: a rule and its parameter. It becomes a sentence where it is shown, with the name that the
// field has there.
type Message struct {
	Failure Failure // empty for a message that is a sentence already
	Param   string  // of the rule, or else the sentence
}

// Sentence returns a message that is a sentence already.
func Sentence(text string) Message { return Message{Param: text} }

// Text returns the sentence about a field of that name.
func (m Message) Text(name string) string {
	switch m.Failure {
	case "":
		return m.Param
	case SelectionIsInvalid:
		return "The selected " + name + " " + m.Predicate() + "."
	case IsTaken:
		return "The " + name + " " + m.Predicate() + "."
	}
	return "The " + name + " field " + m.Predicate() + "."
}

// Predicate returns what the sentence says about the field: "must be at least 5".
func (m Message) Predicate() string { return strings.Replace(string(m.Failure), "%s", m.Param, 1) }

// Counted returns a number with the right form of what is counted: "1 file" or "2 files".
func Counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}
