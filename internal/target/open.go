package target

import (
	"context"

	"quartermaster/internal/remote"
	"quartermaster/internal/store"
)

// Place is an open connection to the server of an instance. The caller closes it.
type Place struct {
	*remote.Connection
	Layout
	Target Target
}

// Open connects to the server of an instance of the user. The first connection pins the fingerprint that the server shows; another one
// later is a *remote.PinError. It returns ErrNone for an instance without a target, store.ErrNotFound if there is no such instance,
// and the errors of remote.Opener.
func (s *Service) Open(ctx context.Context, scope store.Scope) (*Place, error) {
	t, err := s.Get(ctx, scope)
	if err != nil {
		return nil, err
	}
	place, err := s.open(ctx, t)
	if err != nil {
		return nil, err
	}
	pinned := false
	defer func() {
		if !pinned {
			_ = place.Close()
		}
	}()
	if err := s.pin(ctx, scope, &place.Target, place.Fingerprint); err != nil {
		return nil, err
	}
	pinned = true
	return place, nil
}

func (s *Service) open(ctx context.Context, t Target) (*Place, error) {
	to, err := s.unsealed(&t)
	if err != nil {
		return nil, err
	}
	conn, err := s.opener.Open(ctx, to)
	if err != nil {
		return nil, err
	}
	return &Place{Connection: conn, Layout: t.Layout(), Target: t}, nil
}

// pin keeps the fingerprint of the first connection.
func (s *Service) pin(ctx context.Context, scope store.Scope, t *Target, fingerprint string) error {
	if t.Pinned != "" || fingerprint == "" {
		return nil
	}
	t.Pinned = fingerprint
	return s.db.Tx(ctx, func(tx *store.Tx) error { return keep(ctx, tx, scope, t) })
}
