// Package account manages the users of the service: their plans, passwords, API tokens and browser sessions.
//
// Unless a comment says otherwise, an error is one of the database or of the context.
package account

import (
	"context"
	"errors"
	"fmt"
	"time"

	"quartermaster/internal/store"
	"quartermaster/internal/throttle"
)

// The errors that callers distinguish, beside ThrottledError, store.ErrTaken for an e-mail address in use and store.ErrNotFound
// for a user who does not exist.
var (
	ErrCredentials        = errors.New("the e-mail address or the password is wrong")
	ErrRegistrationClosed = errors.New("registration is closed")
	ErrName               = errors.New("the name must have 1 to 255 characters")
	ErrEmail              = errors.New("the e-mail address is not valid")
	ErrPassword           = errors.New("the password must have 8 to 200 characters")
	ErrNoPassword         = errors.New("the password must not be empty")
	ErrPlan               = errors.New("there is no such plan")
)

// Limiter counts the failures of a key in fixed windows; see throttle.Limiter.
type Limiter interface {
	Hit(ctx context.Context, key string, limit int, window time.Duration) (throttle.Result, error)
}

// Options configure a Service. The zero value stands for the plans of Plans, a closed registration and failures counted in
// this process alone.
type Options struct {
	Plans        []Plan  // the plans that users may have; Plans() when empty
	DefaultPlan  string  // plan of those who register; FreePlan when empty
	Registration bool    // whether visitors may register
	Limiter      Limiter // counts failed sign-ins
	Groups       Groups  // of those who sign in through a provider
}

// Service manages the users. It is safe for concurrent use.
type Service struct {
	db           *store.DB
	plans        []Plan
	defaultPlan  string
	registration bool
	limiter      Limiter
	groups       Groups
	passwords    *hasher
	absent       string // hash that the password of an unknown user is compared with
}

// New returns the service over the users in db. It returns ErrPlan when the default plan or PlatinumPlan is not one of the
// plans.
func New(db *store.DB, opts Options) (*Service, error) {
	s := &Service{
		db:           db,
		plans:        opts.Plans,
		defaultPlan:  opts.DefaultPlan,
		registration: opts.Registration,
		limiter:      opts.Limiter,
		groups:       opts.Groups,
		passwords:    newHasher(),
		absent:       unmatchable(),
	}
	s.complete()
	_, defaultErr := s.Plan(s.defaultPlan)
	_, adminErr := s.Plan(PlatinumPlan)
	if err := errors.Join(defaultErr, adminErr); err != nil {
		return nil, fmt.Errorf("plans: %w", err)
	}
	return s, nil
}

// complete sets the defaults of options that were left out.
func (s *Service) complete() {
	if len(s.plans) == 0 {
		s.plans = Plans()
	}
	if s.defaultPlan == "" {
		s.defaultPlan = FreePlan
	}
	if s.limiter == nil {
		s.limiter = throttle.NewMemory(s.db.Time)
	}
}
