package operation

import (
	"context"

	"quartermaster/internal/access"
	"quartermaster/internal/health"
)

// Health is what tells whether the service works.
var Health = []*Operation{
	define("health", get, "health", access.Anyone, "Health report; needs no token.", getHealth, ofAccount, bare, stated,
		unavailable("A check failed."),
		about("Whether the database, the cache, the storage and the queue work. No token is needed; the status is 503 if one of them does not "+
			"work.")),
}

func getHealth(ctx context.Context, call *Call, _ none) (health.Report, error) {
	report, failed := call.Health.Check(ctx)
	if len(failed) > 0 {
		return report, health.Failure{Report: report, Failed: failed}
	}
	return report, nil
}
