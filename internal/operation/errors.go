package operation

import (
	"errors"
	"fmt"

	"quartermaster/internal/clash"
	"quartermaster/internal/problem"
	"quartermaster/internal/queue"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// errTooManyJobs answers a user who has as many jobs as may wait.
var errTooManyJobs = problem.TooManyJobs.Saying(fmt.Sprintf("You have %d jobs waiting. Try again when one of them has finished.",
	queue.MaxWaiting))

// Taken returns validate.Errors, a 422, in place of the store.ErrTaken or store.ErrReference of a change that lost a race against another
// one, and any other error as it is.
func Taken(res *record.Resource, err error) error {
	var problems validate.Errors
	switch {
	case errors.Is(err, store.ErrTaken) && res.Title != nil:
		problems.AddFailure(res.Title.Name, validate.IsTaken)
	case errors.Is(err, store.ErrReference):
		problems.AddNamed("id", "", validate.SelectionIsInvalid.Saying(clash.Sentence(err, clash.Change)))
	default:
		return err
	}
	return problems
}

// Failed is why nothing was done, with the data that an answer would have had.
type Failed struct {
	Problems validate.Errors
	Data     []byte // JSON
}

// Error implements error.
func (f Failed) Error() string { return f.Problems.First() }
