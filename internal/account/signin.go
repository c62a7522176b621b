package account

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"quartermaster/internal/store"
	"quartermaster/internal/throttle"
)

// How many wrong passwords and codes a minute are answered.
const (
	failuresPerAccount = 5 // of one account from one address, or of one user who is known already
	failuresPerAddress = 20
	failureWindow      = time.Minute
	failuresPerDay     = 50 // of the second step of one account, so that the codes of an app cannot be tried one by one
)

// ThrottledError is returned after too many wrong passwords or registrations.
type ThrottledError struct {
	RetryAfter time.Duration // how long to wait; always positive
}

func (e ThrottledError) Error() string {
	return fmt.Sprintf("too many attempts; try again in %d seconds", (e.RetryAfter+time.Second-1)/time.Second)
}

// SignIn returns the user with the e-mail address and password. address is the network address of the visitor.
//
// It returns ErrCredentials, after the same time, for an unknown user and for a wrong password, and ThrottledError after too
// many of those: 5 a minute for one account from one address, 20 a minute from one address. Who has the right password of a disabled
// account gets ErrDisabled.
func (s *Service) SignIn(ctx context.Context, email, password, address string) (User, error) {
	locks := []lock{
		{key: "sign-in:" + digest(normalEmail(email)+"\n"+throttle.Network(address)), limit: failuresPerAccount, window: failureWindow},
		addressLock(address),
	}
	var user User
	err := s.guess(ctx, locks, func() error {
		var err error
		user, err = s.verify(ctx, email, password)
		if errors.Is(err, ErrCredentials) {
			err = s.failed(ctx, user, "password")
		}
		return err
	})
	switch {
	case err != nil:
		return User{}, err
	case user.DisabledAt != 0:
		return User{}, ErrDisabled
	}
	return user, nil
}

// verify returns the user or ErrCredentials. It checks a password for unknown users too, so that the time does not reveal which
// addresses are known.
func (s *Service) verify(ctx context.Context, email, password string) (User, error) {
	user, hash, err := s.byEmail(ctx, email)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return User{}, err
	}
	if hash == "" { // nobody, or a program, as whom nobody signs in
		hash = s.absent
	}
	ok, err := s.passwords.matches(ctx, hash, password)
	if err == nil && !ok {
		err = ErrCredentials
	}
	return user, err
}

// guess runs check under locks and counts its ErrCredentials. The locks are checked again after a success: otherwise all
// guesses that run at the same time would be answered.
func (s *Service) guess(ctx context.Context, locks []lock, check func() error) error {
	if err := s.admit(ctx, locks); err != nil {
		return err
	}
	err := check()
	if errors.Is(err, ErrCredentials) {
		return s.fail(ctx, locks)
	}
	if err != nil {
		return err
	}
	return s.admit(ctx, locks)
}

// lock bounds the failures of a key. A Limiter counts every hit, but successes must not count: so failures are counted under
// the key, and the one that reaches the limit closes the lock, which is a window under a second key.
type lock struct {
	key    string
	limit  int
	window time.Duration
}

// addressLock bounds all failures from an address.
func addressLock(address string) lock {
	return lock{key: "sign-in:" + throttle.Network(address), limit: failuresPerAddress, window: failureWindow}
}

// accountLocks bound what somebody gets wrong who is known already, by a session or by the right password: all of it together, from
// wherever it comes, and all failures from his address.
func accountLocks(userID int64, address string) []lock {
	account := lock{key: "account:" + strconv.FormatInt(userID, 10), limit: failuresPerAccount, window: failureWindow}
	return []lock{account, addressLock(address)}
}

func (l lock) closedKey() string { return l.key + ":closed" }

// admit returns ThrottledError while one of the locks is closed. A hit with a limit of zero counts nothing and opens no window,
// but returns the end of an open one.
func (s *Service) admit(ctx context.Context, locks []lock) error {
	for _, l := range locks {
		closed, err := s.limiter.Hit(ctx, l.closedKey(), 0, 0)
		if err != nil {
			return fmt.Errorf("sign-in limit: %w", err)
		}
		if wait := s.until(closed); closed.Open && wait > 0 {
			return ThrottledError{RetryAfter: wait}
		}
	}
	return nil
}

// fail counts a failure and returns ErrCredentials, or ThrottledError when it is above a limit.
func (s *Service) fail(ctx context.Context, locks []lock) error {
	for _, l := range locks {
		if err := s.count(ctx, l); err != nil {
			return err
		}
	}
	return ErrCredentials
}

// until returns how long the window of a result lasts, by the clock that all processes agree on: that of one machine may be hours off.
func (s *Service) until(r throttle.Result) time.Duration { return r.Reset.Sub(s.db.Time()) }

func (s *Service) count(ctx context.Context, l lock) error {
	failures, err := s.limiter.Hit(ctx, l.key, l.limit, l.window)
	if err != nil {
		return fmt.Errorf("sign-in limit: %w", err)
	}
	wait := max(s.until(failures), time.Second)
	if !failures.Allowed {
		return ThrottledError{RetryAfter: wait}
	}
	if failures.Remaining == 0 {
		_, err = s.limiter.Hit(ctx, l.closedKey(), 1, wait)
	}
	return err
}
