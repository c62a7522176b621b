package account_test

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/account"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
	"quartermaster/internal/throttle"
)

const home = "192.0.2.1"

func TestSignIn(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := newService(t, db, account.Options{})
		want := s.add(t, "one@example.org")
		got, err := s.SignIn(t.Context(), " One@Example.org", password, home)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		for _, wrong := range []struct{ email, password string }{
			{"one@example.org", "wrong horse"},
			{"one@example.org", ""},
			{"two@example.org", password},
			{"one@example.org\x00", password},
		} {
			user, err := s.SignIn(t.Context(), wrong.email, wrong.password, home)
			if !errors.Is(err, account.ErrCredentials) || user != (account.User{}) {
				t.Errorf("SignIn(%q, %q): user %+v, error %v", wrong.email, wrong.password, user, err)
			}
		}
	})
}

// inBubble runs test with a service over SQLite in a bubble, where time passes only when the test waits.
func inBubble(t *testing.T, test func(*testing.T, service)) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		db := open(t, store.Config{Dir: dir, Unsynced: true, Key: make([]byte, store.KeySize)})
		s := newService(t, db, account.Options{Limiter: throttle.NewMemory(time.Now)})
		s.add(t, "one@example.org")
		test(t, s)
	})
}

// TestMachinesWhoseClocksAreApart neither let more guesses through nor keep anybody out.
func TestMachinesWhoseClocksAreApart(t *testing.T) {
	t.Parallel()
	for _, apart := range []time.Duration{-3 * time.Hour, 3 * time.Hour} {
		t.Run(apart.String(), func(t *testing.T) {
			t.Parallel()
			c := storetest.SQLiteConfig(t)
			stands := time.Now().Add(apart)
			c.Clock = func() time.Time { return stands }
			db := open(t, c)
			s := newService(t, db, account.Options{Registration: true, Limiter: account.NewWindows(db, db.Time)})
			s.add(t, "one@example.org")
			s.expectSignIn(t, "one@example.org", password, home, nil)
			for range 5 {
				s.expectSignIn(t, "one@example.org", "wrong", home, account.ErrCredentials)
			}
			var throttled account.ThrottledError
			if _, err := s.SignIn(t.Context(), "one@example.org", password,
				home); !errors.As(err, &throttled) || throttled.RetryAfter > time.Minute {
				t.Errorf("after five guesses: %v", err)
			}
		})
	}
}

// TestAClockThatGoesBack between two readings, as one does that follows a server's, keeps nobody out who has failed at nothing.
func TestAClockThatGoesBack(t *testing.T) {
	t.Parallel()
	for _, shared := range []bool{false, true} {
		t.Run(strconv.FormatBool(shared), func(t *testing.T) {
			t.Parallel()
			c, readings := storetest.SQLiteConfig(t), atomic.Int64{}
			c.Clock = func() time.Time { return time.Now().Add(-time.Duration(readings.Add(1)) * time.Second) }
			db := open(t, c)
			options := account.Options{Registration: true, Limiter: throttle.NewMemory(db.Time)}
			if shared {
				options.Limiter = account.NewWindows(db, db.Time)
			}
			s := newService(t, db, options)
			s.add(t, "one@example.org")
			s.expectSignIn(t, "one@example.org", password, home, nil)
		})
	}
}

func TestSignInIsThrottledByAccountAndAddress(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T, s service) {
		for range 5 {
			s.expectSignIn(t, "one@example.org", "wrong", home, account.ErrCredentials)
		}
		time.Sleep(20 * time.Second)
		_, err := s.SignIn(t.Context(), " ONE@example.org", password, home)
		if diff := cmp.Diff(account.ThrottledError{RetryAfter: 40 * time.Second}, err); diff != "" {
			t.Error(diff)
		}
		s.expectSignIn(t, "two@example.org", "wrong", home, account.ErrCredentials)
		s.expectSignIn(t, "one@example.org", password, "192.0.2.2", nil)
		time.Sleep(40 * time.Second)
		s.expectSignIn(t, "one@example.org", password, home, nil)
	})
}

func TestSignInIsThrottledByAddress(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T, s service) {
		for i := range 20 {
			s.expectSignIn(t, fmt.Sprintf("%d@example.org", i), "wrong", home, account.ErrCredentials)
		}
		var throttled account.ThrottledError
		if _, err := s.SignIn(t.Context(), "one@example.org", password, home); !errors.As(err, &throttled) {
			t.Errorf("error %v after 20 failures", err)
		}
		s.expectSignIn(t, "one@example.org", password, "192.0.2.2", nil)
		time.Sleep(time.Minute)
		s.expectSignIn(t, "one@example.org", password, home, nil)
	})
}

func TestSignInThatSucceedsDoesNotCount(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T, s service) {
		for range 21 {
			s.expectSignIn(t, "one@example.org", password, home, nil)
		}
		for range 4 {
			s.expectSignIn(t, "one@example.org", "wrong", home, account.ErrCredentials)
		}
		s.expectSignIn(t, "one@example.org", password, home, nil)
	})
}

func TestSignInAnswersFewOfManyGuessesAtOnce(t *testing.T) {
	t.Parallel()
	db := open(t, storetest.SQLiteConfig(t))
	s := newService(t, db, account.Options{})
	s.add(t, "one@example.org")
	const guesses = 12
	errs := make([]error, guesses)
	var wg sync.WaitGroup
	for i := range errs {
		wg.Go(func() { _, errs[i] = s.SignIn(t.Context(), "one@example.org", "wrong", home) })
	}
	wg.Wait()
	answered := 0
	for _, err := range errs {
		if errors.Is(err, account.ErrCredentials) {
			answered++
		}
	}
	if answered != 5 {
		t.Errorf("%d of %d guesses were answered, want 5", answered, guesses)
	}
}

// closing is a limiter that closes every lock after the first look at it, as failures elsewhere would.
type closing struct{ looks map[string]int }

func (c closing) Hit(_ context.Context, key string, _ int, _ time.Duration) (throttle.Result, error) {
	c.looks[key]++
	if c.looks[key] > 1 {
		return throttle.Result{Open: true, Reset: time.Now().Add(time.Minute)}, nil
	}
	return throttle.Result{}, nil
}

func TestSignInDoesNotAnswerARightGuessAmongTooMany(t *testing.T) {
	t.Parallel()
	db := open(t, storetest.SQLiteConfig(t))
	s := newService(t, db, account.Options{Limiter: closing{looks: map[string]int{}}})
	s.add(t, "one@example.org")
	var throttled account.ThrottledError
	user, err := s.SignIn(t.Context(), "one@example.org", password, home)
	if !errors.As(err, &throttled) || user != (account.User{}) {
		t.Errorf("user %+v, error %v", user, err)
	}
}

func TestSignInFailsWithItsLimiter(t *testing.T) {
	t.Parallel()
	db := open(t, storetest.SQLiteConfig(t))
	s := newService(t, db, account.Options{Limiter: broken{}})
	s.add(t, "one@example.org")
	if _, err := s.SignIn(t.Context(), "one@example.org", password, home); !errors.Is(err, errBroken) {
		t.Errorf("error %v", err)
	}
}

var errBroken = errors.New("broken")

type broken struct{}

func (broken) Hit(context.Context, string, int, time.Duration) (throttle.Result, error) {
	return throttle.Result{}, errBroken
}

func TestThrottledErrorRoundsUp(t *testing.T) {
	t.Parallel()
	err := account.ThrottledError{RetryAfter: 1100 * time.Millisecond}
	if got, want := err.Error(), "too many attempts; try again in 2 seconds"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func (s service) expectSignIn(t *testing.T, email, password, address string, want error) {
	t.Helper()
	if _, err := s.SignIn(t.Context(), email, password, address); !errors.Is(err, want) {
		t.Errorf("SignIn(%q, %q) from %s: error %v, want %v", email, password, address, err, want)
	}
}
