package account

import (
	"context"
	"fmt"
	"slices"
)

// The names of the plans. The first administrator gets PlatinumPlan.
const (
	FreePlan     = "free"
	PlatinumPlan = "platinum"
)

// Plan is a tier of the service: what its users may do and how much they may store.
type Plan struct {
	Name         string
	APIAccess    bool  // whether API tokens are of use
	MaxUploads   int   // stored uploads
	MaxGenerates int   // stored generated files
	MaxBytes     int64 // size of all stored files together
	MaxInstances int
}

// Plans returns the plans with their default limits.
func Plans() []Plan {
	return []Plan{
		{Name: FreePlan, MaxUploads: 20, MaxGenerates: 20, MaxBytes: 20_000_000, MaxInstances: 20},
		{Name: PlatinumPlan, APIAccess: true, MaxUploads: 1000, MaxGenerates: 1000, MaxBytes: 1 << 30, MaxInstances: 1000},
	}
}

// NoInstanceLeft is the message for a user who has as many instances as the plan allows.
func (p Plan) NoInstanceLeft() string {
	return fmt.Sprintf("Your plan's limit of %d on instances is reached. Delete an instance to make room.", p.MaxInstances)
}

// Plan returns the plan of the given name, or ErrPlan.
func (s *Service) Plan(name string) (Plan, error) {
	i := slices.IndexFunc(s.plans, func(p Plan) bool { return p.Name == name })
	if i < 0 {
		return Plan{}, fmt.Errorf("%w: %q", ErrPlan, name)
	}
	return s.plans[i], nil
}

// SetPlan moves a user to the plan of the given name. It returns ErrPlan when there is no such plan, and store.ErrNotFound when
// there is no such user.
func (s *Service) SetPlan(ctx context.Context, userID int64, plan string) error {
	if _, err := s.Plan(plan); err != nil {
		return err
	}
	return s.update(ctx, `UPDATE users SET plan = $1, updated_at = $2 WHERE id = $3`, plan, s.db.Now(), userID)
}
