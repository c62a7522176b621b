package layers

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/pack"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// side is an instance as it is read in an edit, with the names by which its records refer to others.
type side struct {
	*store.Edit
	mission string
	packs   *pack.Set
	names   map[*record.Resource]map[int64]string
	ids     map[*record.Resource]map[string]int64
	whole   map[*record.Resource][]record.Row
	blank   map[*record.Resource][]record.Row // new records that are nothing yet
	fresh   map[string]bool                   // kinds and paths of files that are made
	dry     bool                              // nothing is stored
	given   int64                             // the last id that stands for one that a dry run would give
	made    []store.Put                       // records that others need
}

func (s *Service) sideOf(ctx context.Context, e *store.Edit) (*side, error) {
	mission, err := e.Mission(ctx)
	if err != nil {
		return nil, err
	}
	packs, err := s.packs.In(ctx, e, e.Scope.UserID)
	return &side{
		Edit: e, mission: mission, packs: packs, names: map[*record.Resource]map[int64]string{}, ids: map[*record.Resource]map[string]int64{},
		whole: map[*record.Resource][]record.Row{}, blank: map[*record.Resource][]record.Row{}, fresh: map[string]bool{},
	}, err
}

// rows returns all records of a resource, as they are compared.
func (s *side) rows(ctx context.Context, r *record.Resource) ([]record.Row, error) {
	if list, known := s.whole[r]; known {
		return list, nil
	}
	list, err := s.All(ctx, r, "")
	if err == nil {
		err = s.open(ctx, r, list)
	}
	s.whole[r] = list
	return list, err
}

// byIDs returns records by their ids, as they are compared.
func (s *side) byIDs(ctx context.Context, r *record.Resource, ids []int64) (map[int64]record.Row, error) {
	list, err := s.ByIDs(ctx, r, ids)
	if err == nil {
		err = s.open(ctx, r, list)
	}
	found := make(map[int64]record.Row, len(list))
	for _, row := range list {
		found[r.ID(row)] = row
	}
	return found, err
}

// open has files hold their text.
func (s *side) open(ctx context.Context, r *record.Resource, list []record.Row) error {
	for i := 0; r == record.Files && i < len(list); i++ {
		if err := s.openFile(ctx, list[i]); err != nil {
			return err
		}
	}
	return nil
}

// learn reads the names of what records refer to.
func (s *side) learn(ctx context.Context, r *record.Resource, list []record.Row) error {
	for _, f := range fieldsOf(r) {
		if f.Ref == "" {
			continue
		}
		var ids []int64
		for _, row := range list {
			ids = append(ids, referred(row, f.index)...)
		}
		if err := s.learnIDs(ctx, record.Named(f.Ref), ids); err != nil {
			return err
		}
	}
	return nil
}

func referred(row record.Row, index int) []int64 {
	if row == nil {
		return nil
	}
	switch v := row[index].(type) {
	case int64:
		return []int64{v}
	case []int64:
		return v
	}
	return nil
}

func (s *side) learnIDs(ctx context.Context, r *record.Resource, ids []int64) error {
	known := s.namesOf(r)
	var missing []int64
	for _, id := range ids {
		if _, there := known[id]; !there {
			missing = append(missing, id)
			known[id] = fmt.Sprint("#", id) // one that is gone
		}
	}
	if len(missing) == 0 {
		return nil
	}
	list, err := s.ByIDs(ctx, r, missing)
	if err != nil {
		return err
	}
	return s.know(ctx, r, list)
}

func (s *side) namesOf(r *record.Resource) map[int64]string {
	if s.names[r] == nil {
		s.names[r], s.ids[r] = map[int64]string{}, map[string]int64{}
	}
	return s.names[r]
}

// know remembers the names of records.
func (s *side) know(ctx context.Context, r *record.Resource, list []record.Row) error {
	if err := s.learn(ctx, r, list); err != nil {
		return err
	}
	names := s.namesOf(r)
	for _, row := range list {
		name := s.identity(r, row)
		names[r.ID(row)] = name
		if _, taken := s.ids[r][strings.ToLower(name)]; !taken {
			s.ids[r][strings.ToLower(name)] = r.ID(row)
		}
	}
	return nil
}

// identity is the name of a record among those of its resource: its key, whose parts are divided by slashes, or else its title.
func (s *side) identity(r *record.Resource, row record.Row) string {
	if len(r.Key) < 2 {
		return r.TitleOf(row)
	}
	parts := make([]string, len(r.Key))
	for i, f := range r.Key {
		parts[i] = Plain(s.value(field{Field: f, index: r.Index(f.Name)}, row))
	}
	return strings.Join(parts, "/")
}

// Plain returns a text as it is, and another value as JSON; empty for none and for null.
func Plain(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) == nil {
		return text
	}
	return string(value)
}

// value returns a field as it travels; nil for null. The names of what it refers to are known.
func (s *side) value(f field, row record.Row) json.RawMessage {
	if row == nil || row[f.index] == nil {
		return nil
	}
	switch v := row[f.index].(type) {
	case []int64:
		return jsontree.AppendList(nil, s.members(f, row), jsontree.AppendString)
	case int64:
		if f.Ref != "" {
			return jsontree.AppendString(nil, s.namesOf(record.Named(f.Ref))[v])
		}
	}
	return f.AppendValue(nil, row[f.index])
}

// members returns the names of the members of a set.
func (s *side) members(f field, row record.Row) []string {
	names, list := s.namesOf(record.Named(f.Ref)), []string{}
	for _, id := range referred(row, f.index) {
		list = append(list, names[id])
	}
	return list
}

// idOf returns the id of a record that others refer to by name; 0 where there is none.
func (s *side) idOf(ctx context.Context, r *record.Resource, name string) (int64, error) {
	s.namesOf(r)
	key := strings.ToLower(name)
	if id, known := s.ids[r][key]; known {
		return id, nil
	}
	var list []record.Row
	var err error
	if r == record.InstanceClassnames {
		var found map[string]record.Row
		if found, err = s.Named(ctx, r, []string{name}); found[key] != nil {
			list = []record.Row{found[key]}
		}
	} else {
		list, err = s.rows(ctx, r)
	}
	if err == nil {
		err = s.know(ctx, r, list)
	}
	return s.ids[r][key], err
}
