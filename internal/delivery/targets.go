package delivery

import (
	"context"

	"quartermaster/internal/store"
	"quartermaster/internal/target"
)

// Targets returns the game servers that the targets of instances name.
func Targets(service *target.Service) Places { return targets{service} }

type targets struct{ service *target.Service }

// Open implements Places.
func (t targets) Open(ctx context.Context, scope store.Scope) (Place, error) {
	place, err := t.service.Open(ctx, scope)
	if err != nil {
		return nil, err
	}
	return place, nil
}
