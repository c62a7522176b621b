package mission

import (
	"context"
	"strings"

	"quartermaster/internal/store"
)

// ClassnameID returns the id of a class name of the edit's instance, ignoring case. A missing one is created as an import would
// create it.
func (s *Service) ClassnameID(ctx context.Context, e *store.Edit, name string) (int64, error) {
	ids, err := s.ClassnameIDs(ctx, e, []string{name})
	return ids[strings.ToLower(name)], err
}

// ClassnameIDs returns the ids of class names, as ClassnameID does, by the names in small letters.
func (s *Service) ClassnameIDs(ctx context.Context, e *store.Edit, names []string) (map[string]int64, error) {
	i, err := s.instance(ctx, e.Scope)
	if err != nil {
		return nil, err
	}
	classes := make([]class, len(names))
	for n, name := range names {
		classes[n].name = name
	}
	return (&importer{Edit: e, mission: i}).classnames(ctx, classes)
}
