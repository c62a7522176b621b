package operation

import (
	"errors"

	"quartermaster/internal/clash"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// maxProblems bounds the answer to a batch in which nearly everything is wrong: only so many fields in error are listed.
const maxProblems = 1_000

// BatchError returns the error that a client gets for refusals; name returns what it calls a field of an operation. What only the
// database noticed is listed under the name of the whole operation.
func BatchError(err error, whole string, name func(operation int, field string) string) error {
	var refusals store.Refusals
	var problems validate.Errors
	switch {
	case errors.As(err, &refusals):
		problems = problemsOf(refusals, name)
	case errors.Is(err, store.ErrTaken):
		problems.AddNamed(whole, "", validate.IsTaken.Saying(clash.Sentence(err, clash.Batch)))
	case errors.Is(err, store.ErrReference):
		problems.AddNamed(whole, "", validate.SelectionIsInvalid.Saying(clash.Sentence(err, clash.Batch)))
	default:
		return err
	}
	return problems
}

func problemsOf(refusals store.Refusals, name func(operation int, field string) string) (problems validate.Errors) {
	for _, refusal := range refusals {
		for _, problem := range refusal.Problems {
			if len(problems) == maxProblems {
				return problems
			}
			problems = append(problems, problem.At(name(refusal.Operation, problem.Field)))
		}
	}
	return problems
}
