package mission

import (
	"context"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// ClassnameID returns the id of a class name of the edit's instance, ignoring case. A missing one is created as an import would
// create it.
func (s *Service) ClassnameID(ctx context.Context, e *store.Edit, name string) (int64, error) {
	i, err := s.instance(ctx, e.Scope)
	if err != nil {
		return 0, err
	}
	im := &importer{Edit: e, mission: i}
	known, err := im.classnames(ctx, []class{{name: name}})
	if err != nil {
		return 0, err
	}
	return record.InstanceClassnames.ID(known[strings.ToLower(name)]), nil
}
