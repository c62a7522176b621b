// Package throttletest holds the tests that every throttle.Limiter passes.
package throttletest

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"quartermaster/internal/throttle"
)

// Maker returns a new, empty limiter and a function that moves the limiter's
// clock forward. The clock may also run by itself, but no faster than time does.
type Maker func(t *testing.T) (limiter throttle.Limiter, advance func(time.Duration))

// window is the window of all hits of the suite.
const window = time.Minute

// tolerance is how far apart two reports of the same end of a window may lie: a
// shared limiter works it out from a remaining time in milliseconds.
const tolerance = time.Second

// Run tests the limiters that newLimiter makes.
func Run(t *testing.T, newLimiter Maker) {
	tests := []struct {
		name string
		run  func(*testing.T, *subject)
	}{
		{"counts down to the limit", testCountsDown},
		{"keys are independent", testKeys},
		{"window opens at the first hit", testOpensAtFirstHit},
		{"rejected hits do not lengthen the window", testRejectedDoNotLengthen},
		{"a new window opens after the end", testReopens},
		{"window ends at its time, not before", testEnds},
		{"reports the end of the window", testReset},
		{"limit may change within a window", testLimitChanges},
		{"limit of zero allows nothing", testZeroLimit},
		{"windows have their own length", testLengths},
		{"concurrent hits are counted once each", testConcurrent},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			limiter, advance := newLimiter(t)
			tt.run(t, &subject{limiter, advance})
		})
	}
}

// subject is the limiter under test.
type subject struct {
	limiter throttle.Limiter
	advance func(time.Duration)
}

func (s *subject) hit(t *testing.T, key string, limit int) throttle.Result {
	t.Helper()
	return s.hitFor(t, key, limit, window)
}

func (s *subject) hitFor(t *testing.T, key string, limit int, length time.Duration) throttle.Result {
	t.Helper()
	got, err := s.limiter.Hit(t.Context(), key, limit, length)
	if err != nil {
		t.Fatalf("Hit(%q, %d): %v", key, limit, err)
	}
	return got
}

// expect hits key, which has a window then, and compares all of the result but its time.
func (s *subject) expect(t *testing.T, key string, limit int, allowed bool, remaining int) {
	t.Helper()
	got := s.hit(t, key, limit)
	want := throttle.Result{Allowed: allowed, Open: true, Limit: limit, Remaining: remaining, Reset: got.Reset}
	if got != want {
		t.Fatalf("Hit(%q, %d) = %+v, want %+v", key, limit, got, want)
	}
}

func testCountsDown(t *testing.T, s *subject) {
	s.expect(t, "a", 3, true, 2)
	s.expect(t, "a", 3, true, 1)
	s.expect(t, "a", 3, true, 0)
	s.expect(t, "a", 3, false, 0)
	s.expect(t, "a", 3, false, 0)
}

func testKeys(t *testing.T, s *subject) {
	s.expect(t, "a", 1, true, 0)
	s.expect(t, "b", 1, true, 0)
	s.expect(t, "", 1, true, 0)
	s.expect(t, "a", 1, false, 0)
}

func testOpensAtFirstHit(t *testing.T, s *subject) {
	s.advance(window / 2)
	s.expect(t, "a", 1, true, 0)
	s.advance(window - 2*tolerance)
	s.expect(t, "a", 1, false, 0)
}

func testRejectedDoNotLengthen(t *testing.T, s *subject) {
	s.expect(t, "a", 2, true, 1)
	s.advance(window / 2)
	s.expect(t, "a", 2, true, 0)
	s.expect(t, "a", 2, false, 0)
	s.advance(window / 2)
	s.expect(t, "a", 2, true, 1)
}

func testReopens(t *testing.T, s *subject) {
	for range 3 {
		s.expect(t, "a", 2, true, 1)
		s.expect(t, "a", 2, true, 0)
		s.expect(t, "a", 2, false, 0)
		s.advance(2 * window)
	}
}

func testEnds(t *testing.T, s *subject) {
	s.expect(t, "a", 1, true, 0)
	s.advance(window - tolerance)
	s.expect(t, "a", 1, false, 0)
	s.advance(tolerance)
	s.expect(t, "a", 1, true, 0)
}

func testReset(t *testing.T, s *subject) {
	first := s.hit(t, "a", 1).Reset
	s.advance(window / 2)
	checkReset(t, "of a rejected hit", s.hit(t, "a", 1).Reset, first)
	s.advance(window / 2)
	checkReset(t, "of the next window", s.hit(t, "a", 1).Reset, first.Add(window))
}

func checkReset(t *testing.T, what string, got, want time.Time) {
	t.Helper()
	if got.Sub(want).Abs() > tolerance {
		t.Errorf("Reset %s is %v, want %v", what, got, want)
	}
}

func testLimitChanges(t *testing.T, s *subject) {
	s.expect(t, "a", 3, true, 2)
	s.expect(t, "a", 3, true, 1)
	s.expect(t, "a", 1, false, 0)
	s.expect(t, "a", 5, true, 2)
}

func testZeroLimit(t *testing.T, s *subject) {
	if got := s.hit(t, "a", 0); got.Allowed || got.Open || got.Remaining != 0 {
		t.Errorf("before any window: %+v", got)
	}
	s.advance(window / 2)
	// The rejected hit has opened no window: the whole of one is still to come.
	s.expect(t, "a", 1, true, 0)
	s.advance(window - tolerance)
	s.expect(t, "a", 0, false, 0)
	s.expect(t, "a", 1, false, 0)
}

func testLengths(t *testing.T, s *subject) {
	s.hitFor(t, "long", 1, time.Hour)
	s.hitFor(t, "short", 1, time.Minute)
	s.advance(time.Minute)
	if s.hitFor(t, "long", 1, time.Minute).Allowed {
		t.Error("a later hit has shortened the window of an hour")
	}
	if !s.hitFor(t, "short", 1, time.Hour).Allowed {
		t.Error("the window of a minute is still open after a minute")
	}
}

func testConcurrent(t *testing.T, s *subject) {
	const callers, hits, limit = 8, 25, 60
	var allowed atomic.Int64
	var wg sync.WaitGroup
	for range callers {
		wg.Go(func() {
			for range hits {
				r, err := s.limiter.Hit(t.Context(), "a", limit, window)
				if err != nil {
					t.Error(err)
				}
				if r.Allowed {
					allowed.Add(1)
				}
			}
		})
	}
	wg.Wait()
	if got := allowed.Load(); got != limit {
		t.Errorf("%d of %d concurrent hits were allowed, want %d", got, callers*hits, limit)
	}
}
