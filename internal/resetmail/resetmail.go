// Package resetmail sends people who have forgotten their password a link by which they choose a new one.
package resetmail

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"quartermaster/internal/account"
	"quartermaster/internal/store"
)

// How many links wait to be sent, and how many are sent at once.
const (
	maxWaiting = 100
	atOnce     = 4
)

// busy is when to try again while maxWaiting links wait.
const busy = time.Minute

// Mailer sends a text to one recipient.
type Mailer interface {
	Send(ctx context.Context, to, subject, text string) error
}

// Service sends links. It is safe for concurrent use.
type Service struct {
	accounts *account.Service
	mail     Mailer
	base     string
	logger   *slog.Logger
	waiting  chan struct{}
	sending  chan struct{}
}

// New returns the service that sends links which begin with base, the scheme and host of the service as people reach it. It never comes
// from a request: whoever sends one could lead others elsewhere.
func New(accounts *account.Service, mail Mailer, base string, logger *slog.Logger) *Service {
	return &Service{
		accounts: accounts, mail: mail, base: base, logger: logger,
		waiting: make(chan struct{}, maxWaiting), sending: make(chan struct{}, atOnce),
	}
}

// Ask sends a link to the account with an e-mail address, if there is one that is not disabled. The caller does not learn that, not even by
// the time that it takes: the account is looked up once he has his answer. address is the network address of who asks. It returns
// account.ThrottledError after too many requests.
func (s *Service) Ask(ctx context.Context, email, address string) error {
	admitted, err := s.accounts.AdmitReset(ctx, email, address)
	if err != nil || !admitted {
		return err
	}
	select {
	case s.waiting <- struct{}{}:
	default:
		return account.ThrottledError{RetryAfter: busy}
	}
	go func() {
		defer func() { <-s.waiting }()
		s.sending <- struct{}{}
		defer func() { <-s.sending }()
		if err := s.send(context.WithoutCancel(ctx), email); err != nil {
			s.logger.Error("a link for a new password was not sent", "error", err)
		}
	}()
	return nil
}

func (s *Service) send(ctx context.Context, email string) error {
	user, err := s.accounts.ByEmail(ctx, email)
	if err != nil {
		return ignoring(err, store.ErrNotFound)
	}
	code, err := s.accounts.NewReset(ctx, user.ID)
	if err != nil {
		return ignoring(err, account.ErrDisabled)
	}
	return s.mail.Send(ctx, user.Email, "A new password for Quartermaster", text(s.base, code))
}

func ignoring(err, known error) error {
	if errors.Is(err, known) {
		return nil
	}
	return err
}

// text is what the mail says. Nothing in it was chosen by whoever has registered with the address.
func text(base, code string) string {
	return "Someone has asked for a new password for your account at " + base + ".\n\n" +
		"Open this link within an hour to choose one. It works once:\n\n" + base + account.ResetPath + code + "\n\n" +
		"If it was not you, do nothing: your password stays as it is.\n"
}
