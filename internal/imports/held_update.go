package imports

import (
	"context"
	"time"

	"quartermaster/internal/gate"
	"quartermaster/internal/mission"
	"quartermaster/internal/store"
)

// newPreviews lets one account have one preview of an update at a time, since each holds its files in memory.
func newPreviews() *gate.Gate {
	return gate.New(gate.Limits{Name: "previews", Total: 2, Waiters: 32, Patient: time.Minute})
}

// IsUpdate reports whether the upload is an update of the game or of a mod, whose conflicts its user may decide.
func (h Held) IsUpdate() bool { return h.InstanceID != 0 && h.payload.Mode == mission.Update }

// Decide sets which side counts in the conflicts of an update.
func (h *Held) Decide(prefer mission.Side, choices mission.Choices) {
	h.payload.Prefer, h.payload.Choices = prefer, choices
}

// Base returns what the update begins with; see mission.Options.
func (h Held) Base() string { return h.payload.Base }

// BeginWith sets what the update begins with.
func (h *Held) BeginWith(base string) { h.payload.Base = base }

// Preview returns what the import of an upload that waits would do. It returns gate.ErrBusy when too many others want the same.
func (s *Service) Preview(ctx context.Context, scope store.Scope, h Held) (Result, error) {
	leave, err := s.previews.Enter(ctx, 1)
	if err != nil {
		return Result{}, err
	}
	defer leave()
	files, err := s.load(ctx, h.SID)
	if err != nil {
		return Result{}, err
	}
	order := h.payload.Order
	order.DryRun = true
	return s.run(ctx, scope, files, order, nil)
}
