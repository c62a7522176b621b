package record

import (
	"strconv"

	"quartermaster/internal/expansion"
	"quartermaster/internal/validate"
)

// What may be wrong with the values of a record beside what package validate knows.
var (
	cannotBeChanged    = validate.Failure{Rule: "immutable", Predicate: "cannot be changed"}
	doesNotFit         = validate.Failure{Rule: "kind", Predicate: "does not fit this kind of file: %s"}
	isProhibited       = validate.Failure{Rule: "prohibited", Predicate: "is prohibited: use %s"}
	isTooLongAFileName = validate.Failure{Rule: "max_bytes", Predicate: "must not be greater than %s bytes: it is the name of a file"}
	isNestedTooDeeply  = validate.Failure{Rule: "max_depth", Predicate: "must not be nested more than %s levels deep"}
)

func isTooDeep() validate.Message {
	return isNestedTooDeeply.With(strconv.Itoa(expansion.MaxDepth))
}

// problem returns the error of a plain field.
func problem(field string, message validate.Message) error {
	var errs validate.Errors
	errs.AddNamed(field, validate.DisplayName(field), message)
	return errs
}
