// Package parting deletes accounts, with what is theirs.
//
// Unless a comment says otherwise, an error is one of the database, of the context or of the stored files. What has been begun is gone on
// with when it is tried again: an account is disabled first, and its row goes last.
package parting

import (
	"context"
	"errors"
	"fmt"

	"quartermaster/internal/account"
	"quartermaster/internal/imports"
	"quartermaster/internal/store"
	"quartermaster/internal/stored"
)

// The errors that callers distinguish, beside those of account.Service.Delete, imports.ErrRunning, and validate.Errors for an instance that
// has no room in the plan of who takes it over.
var (
	ErrHeir = errors.New("nobody can take the instances over: that account is missing, disabled, or the one to be deleted")
	ErrRoom = errors.New("the plan of who takes the instances over has no room for them")
)

// Service deletes accounts.
type Service struct {
	DB       *store.DB
	Accounts *account.Service
	Imports  *imports.Service
	Stored   *stored.Service
}

// Instances say what is done with the instances of an account.
type Instances struct {
	HandOver string // e-mail address of who takes them over; empty for nobody
	Delete   bool   // they are deleted
}

// Delete deletes an account. Where it owns instances, one of the two has to be done with them, else nothing is done and account.ErrOwns
// returned.
func (s Service) Delete(ctx context.Context, user account.User, with Instances) error {
	owned, err := s.DB.InstancesOf(ctx, user.ID)
	if err != nil {
		return err
	}
	if len(owned) > 0 && with.HandOver == "" && !with.Delete {
		return account.ErrOwns
	}
	var heir account.User
	if with.HandOver != "" {
		if heir, err = s.heir(ctx, user, with.HandOver, len(owned)); err != nil {
			return err
		}
	}
	if err := s.Accounts.Disable(ctx, user.ID); err != nil {
		return err
	}
	if err := s.Imports.Forget(ctx, user.ID); err != nil {
		return err
	}
	for _, sid := range owned {
		if err := s.settle(ctx, user, sid, heir); err != nil {
			return fmt.Errorf("instance %s: %w", sid, err)
		}
	}
	if err := s.Stored.Empty(ctx, user.ID); err != nil {
		return err
	}
	return s.Accounts.Delete(ctx, user.ID)
}

// heir returns who takes over instances.
func (s Service) heir(ctx context.Context, user account.User, email string, instances int) (account.User, error) {
	heir, err := s.Accounts.ByEmail(ctx, email)
	if errors.Is(err, store.ErrNotFound) || err == nil && (heir.ID == user.ID || heir.DisabledAt != 0) {
		return heir, ErrHeir
	}
	if err != nil {
		return heir, err
	}
	has, err := s.DB.CountInstances(ctx, heir.ID)
	if err == nil && has+int64(instances) > int64(heir.Plan.MaxInstances) {
		err = ErrRoom
	}
	return heir, err
}

// settle hands an instance over, or deletes it where nobody takes it.
func (s Service) settle(ctx context.Context, user account.User, sid string, heir account.User) error {
	if heir.ID == 0 {
		return ignoringGone(s.DB.DeleteInstance(ctx, user.ID, sid))
	}
	scope, err := s.DB.InstanceScope(ctx, user.ID, sid)
	if err != nil {
		return ignoringGone(err)
	}
	m, err := s.DB.Admit(ctx, scope, heir.ID)
	if err != nil {
		return err
	}
	return s.Stored.Transfer(ctx, scope, m)
}

// ignoringGone returns nil for an instance that somebody else has deleted since.
func ignoringGone(err error) error {
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	return err
}
