// Package throttle counts the requests of a key in fixed windows.
//
// An error of a [Limiter] is one of what it counts in, or of the context.
//
// A window opens at the first counted hit of its key and lasts as long as that
// hit asked for: it follows neither the minutes of the clock nor the latest
// hits. A rejected hit is not counted and does not lengthen the window.
package throttle

import (
	"context"
	"time"
)

// Result is the outcome of a hit.
type Result struct {
	Allowed   bool
	Open      bool      // a window of the key is open, by this hit or an earlier one
	Limit     int       // the limit that the hit was measured against
	Remaining int       // hits left in this window after this one, never negative
	Reset     time.Time // end of the window: from then on a hit opens a new one
}

// Limiter counts hits. It is safe for concurrent use.
type Limiter interface {
	// Hit counts one request of key and reports whether it is within limit. The window argument matters only for the hit that
	// opens a window. A limit of zero allows nothing; callers with no limit do not ask.
	Hit(ctx context.Context, key string, limit int, window time.Duration) (Result, error)
}
