package grid

import (
	"context"
	"strconv"
	"strings"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// complete adds to new records what follows from what was entered: the id of the class name that they are about, which is made
// where the instance does not have it, and the seller of a trader's item.
func (s *saving) complete(ctx context.Context, e *store.Edit) error {
	if len(s.asked.added) == 0 {
		return nil
	}
	if s.Resource == record.TraderItems {
		if err := s.setSellers(ctx, e); err != nil {
			return err
		}
	}
	if s.Resource.Has(classNameID) {
		return s.setClassNames(ctx, e)
	}
	return nil
}

func (s *saving) setClassNames(ctx context.Context, e *store.Edit) error {
	names := make([]string, len(s.asked.added))
	var wrong problems
	for i, row := range s.asked.added {
		names[i] = row.now.Text("name")
		refused, err := s.unfit(ctx, row)
		if err != nil {
			return err
		}
		wrong = append(wrong, refused...)
	}
	if len(wrong) > 0 {
		return wrong
	}
	ids, err := s.request.Site.Missions.ClassnameIDs(ctx, e, names)
	for i, row := range s.asked.added {
		row.now.Set(classNameID, jsontree.Number(strconv.FormatInt(ids[strings.ToLower(names[i])], 10)))
	}
	return err
}

// unfit says what is wrong with the class name of a new record; it may exist: then that one is meant.
func (s *saving) unfit(ctx context.Context, row row) (list problems, err error) {
	name, _ := row.now.Get("name")
	body := new(jsontree.Object)
	body.Set("name", name)
	_, refused, err := record.InstanceClassnames.Accept(ctx, body, nobodyElse{}, false)
	for _, wrong := range refused {
		list = append(list, s.problem(row.key, wrong))
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

// setSellers gives each new item the seller of its category.
func (s *saving) setSellers(ctx context.Context, e *store.Edit) error {
	categories := record.TraderCategories
	rows, err := e.View().Flat(ctx, categories, nil)
	sellers := map[string]any{}
	for _, row := range rows {
		seller := row[categories.Index("seller_id")].(int64)
		sellers[strconv.FormatInt(categories.ID(row), 10)] = jsontree.Number(strconv.FormatInt(seller, 10))
	}
	for _, row := range s.asked.added {
		category, _ := row.now.Get("category_id")
		if seller := sellers[validate.Text(category)]; seller != nil {
			row.now.Set("seller_id", seller)
		}
	}
	return err
}

func withoutData(field string) string { return strings.TrimPrefix(field, "data.") }

// sentences returns what is wrong with a field that people call by the label.
func sentences(wrong validate.FieldError, label string) string {
	return strings.Join(wrong.TextsFor(strings.ToLower(label)), " ")
}
