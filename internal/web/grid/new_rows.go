package grid

import (
	"context"
	"strconv"
	"strings"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/web/site"
)

// setClassNames gives new records the id of the class name that they are about, which is made where the instance does not have it.
func (s *records) setClassNames(ctx context.Context, r *site.Request, e *store.Edit, added []Row) error {
	names := make([]string, len(added))
	var wrong Problems
	for i, row := range added {
		names[i] = row.Now.Text("name")
		refused, err := s.unfit(ctx, row)
		if err != nil {
			return err
		}
		wrong = append(wrong, refused...)
	}
	if len(wrong) > 0 {
		return wrong
	}
	ids, err := r.Site.Missions.ClassnameIDs(ctx, e, names)
	for i, row := range added {
		row.Now.Set(classNameID, jsontree.Number(strconv.FormatInt(ids[strings.ToLower(names[i])], 10)))
	}
	return err
}

// unfit says what is wrong with the class name of a new record; it may exist: then that one is meant.
func (s *records) unfit(ctx context.Context, row Row) (list Problems, err error) {
	name, _ := row.Now.Get("name")
	body := new(jsontree.Object)
	body.Set("name", name)
	_, refused, err := record.InstanceClassnames.Accept(ctx, body, nobodyElse{}, false)
	for _, wrong := range refused {
		list = append(list, s.problem(row.Key, wrong))
	}
	return list, err
}

// nobodyElse is a lookup without other records.
type nobodyElse struct{}

// Missing finds that nothing is.
func (nobodyElse) Missing(context.Context, string, []string) (map[string]bool, error) {
	return nil, nil
}

// Taken finds that nothing is.
func (nobodyElse) Taken(context.Context, string, any) (bool, error) { return false, nil }
