// Package bundles installs bundles in instances, exports layers and records as bundles, and keeps those that anybody here may install:
// six that come with the program, and what users have made public.
//
// Installing makes a layer, which is off. What a bundle does by steps becomes rows of the instance that it comes to. Where a layer of the
// instance was made of an earlier version, the layer becomes the newer one by a merge: what was installed is the base, what the layer does
// now is mine, and what the newer version does is theirs; the same goes for what was edited by hand while the layer is on.
//
// Unless a comment says otherwise, an error is one of the database or of the context.
package bundles

import (
	"context"
	"errors"

	"quartermaster/internal/bulk"
	"quartermaster/internal/bundle"
	"quartermaster/internal/layers"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// Service does what can be done with bundles.
type Service struct {
	db     *store.DB
	layers *layers.Service
	bulk   *bulk.Service
}

// New returns a service.
func New(db *store.DB, layers *layers.Service, bulk *bulk.Service) *Service {
	return &Service{db, layers, bulk}
}

// PublicKey returns the key that people compare bundles of this server with.
func (s *Service) PublicKey(ctx context.Context) (string, error) {
	public, _, err := s.db.BundleKey(ctx, bundle.NewKey)
	return public, err
}

// refused makes validate.Errors of the field file of what is wrong with a bundle.
func refused(err error) error {
	var refusal bundle.Refusal
	if errors.As(err, &refusal) {
		return validate.Refusal("file", string(refusal))
	}
	return err
}
