package operation

import (
	"fmt"

	"quartermaster/internal/problem"
	"quartermaster/internal/queue"
)

// ErrTooManyJobs answers a user who has as many jobs as may wait.
var ErrTooManyJobs = problem.TooManyJobs.Saying(fmt.Sprintf("You have %d jobs waiting. Try again when one of them has finished.", queue.MaxWaiting))
