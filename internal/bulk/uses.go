package bulk

import (
	"context"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// uses counts how many records use one, by what they call it in small letters.
type uses map[sort]map[string]int64

// withUses knows how many records use each one. A use is another record of the instance that names the record or its class, or refers to
// it.
func (s *Service) withUses(ctx context.Context, scope store.Scope, r *record.Resource) (record.Answers, error) {
	of := sortsOf(r)
	counted, err := s.countUses(ctx, scope, r)
	return func(row record.Row, m record.Match) bool {
		return m.Range.Holds(counted[of(row)][strings.ToLower(r.TitleOf(row))])
	}, err
}

// sortsOf returns what the records of a resource are called by others, nil where uses are not known.
func sortsOf(r *record.Resource) func(record.Row) sort {
	always := func(of sort) func(record.Row) sort { return func(record.Row) sort { return of } }
	switch r {
	case record.InstanceClassnames, record.Types, record.SpawnableTypes:
		return always(className)
	case record.Events:
		return always(eventName)
	case record.RandomPresets:
		return func(row record.Row) sort { return sort(row[r.Index("type")].(string)) }
	}
	return nil
}

// onClass are the resources whose records are made on a class name.
var onClass = []*record.Resource{record.Types, record.SpawnableTypes, record.TraderItems, record.TraderCurrencies}

// countUses counts for each name the records that use it, each once. Those of the resource itself that only are about a class do
// not use it.
func (s *Service) countUses(ctx context.Context, scope store.Scope, asked *record.Resource) (uses, error) {
	counted := uses{className: {}, eventName: {}, cargoName: {}, attachmentsName: {}}
	err := s.eachUse(ctx, scope, asked, func(_ *record.Resource, names map[called]bool) { counted.add(names) })
	return counted, err
}

// CountsUses reports whether it is known what uses the records of a resource.
func CountsUses(r *record.Resource) bool { return sortsOf(r) != nil }

// Uses counts what uses each record of a resource, by sid and the resource of what uses it. It returns nil for a resource whose uses are
// not known.
func (s *Service) Uses(ctx context.Context, scope store.Scope, r *record.Resource) (map[string]map[*record.Resource]int64, error) {
	of := sortsOf(r)
	if of == nil {
		return nil, nil
	}
	counted := map[called]map[*record.Resource]int64{}
	err := s.eachUse(ctx, scope, r, func(from *record.Resource, names map[called]bool) {
		for name := range names {
			if counted[name] == nil {
				counted[name] = map[*record.Resource]int64{}
			}
			counted[name][from]++
		}
	})
	if err != nil {
		return nil, err
	}
	rows, err := s.db.View(scope).Flat(ctx, r, nil)
	bySID := make(map[string]map[*record.Resource]int64, len(rows))
	for _, row := range rows {
		if found := counted[called{of(row), strings.ToLower(r.TitleOf(row))}]; found != nil {
			bySID[r.SID(row)] = found
		}
	}
	return bySID, err
}

// UsesOfClasses counts what uses classes, by their names in small letters and the resource of what uses them. Types are no uses.
func (s *Service) UsesOfClasses(ctx context.Context, scope store.Scope, classes []string) (map[string]map[*record.Resource]int64, error) {
	counted := make(map[string]map[*record.Resource]int64, len(classes))
	for _, class := range classes {
		counted[strings.ToLower(class)] = map[*record.Resource]int64{}
	}
	return counted, s.eachUse(ctx, scope, record.Types, func(from *record.Resource, names map[called]bool) {
		for name := range names {
			if uses := counted[name.name]; uses != nil && name.of == className {
				uses[from]++
			}
		}
	})
}

// visited are the conditions for records that may name others, where most do not.
var visited = map[*record.Resource]string{record.Files: "(r.skeleton LIKE '%!--%' OR r.content LIKE '%<child%')"}

// eachUse calls fn with the names that each record of the instance uses. Those of the resource asked about that only are about a class do
// not use it.
func (s *Service) eachUse(ctx context.Context, scope store.Scope, asked *record.Resource,
	fn func(from *record.Resource, names map[called]bool),
) error {
	for r, visit := range naming {
		rows, err := s.db.All(ctx, r, scope, visited[r])
		if err != nil {
			return err
		}
		for _, row := range rows {
			fn(r, namesIn(row, visit))
		}
	}
	if err := s.keptUses(ctx, scope, fn); err != nil {
		return err
	}
	for _, r := range onClass {
		if r == asked {
			continue
		}
		rows, err := s.db.View(scope).Flat(ctx, r, nil)
		if err != nil {
			return err
		}
		for _, row := range rows {
			fn(r, map[called]bool{{className, strings.ToLower(r.TitleOf(row))}: true})
		}
	}
	return nil
}

// called is a name, in small letters.
type called struct {
	of   sort
	name string
}

// namesIn returns the names in a record, each once.
func namesIn(row record.Row, visit func(record.Row, renamer) record.Values) map[called]bool {
	found := map[called]bool{}
	visit(row, func(of sort, name string) string {
		found[called{of, strings.ToLower(name)}] = true
		return name
	})
	return found
}

func (u uses) add(found map[called]bool) {
	for n := range found {
		if u[n.of] != nil {
			u[n.of][n.name]++
		}
	}
}
