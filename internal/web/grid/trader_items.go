package grid

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/site"
)

// placeItems gives items the seller of their category. A category that is called as a reference shows it, with the seller before its
// name, is made where the seller has none of that name.
func placeItems(ctx context.Context, e *store.Edit, rows []Row) error {
	t, err := readTraders(ctx, e)
	if err != nil {
		return err
	}
	var wrong Problems
	for _, row := range rows {
		refused, err := t.place(ctx, e, row)
		if err != nil {
			return err
		}
		wrong = append(wrong, refused...)
	}
	if len(wrong) > 0 {
		return wrong
	}
	return nil
}

const categoryField = "category_id"

// traders are the sellers and categories of an instance.
type traders struct {
	named      map[string]int64 // sellers by their names in lower case
	categories map[string]int64 // by seller and name in lower case, as they are shown
	sellers    map[string]int64 // of categories, by their ids
}

func readTraders(ctx context.Context, e *store.Edit) (*traders, error) {
	t := &traders{map[string]int64{}, map[string]int64{}, map[string]int64{}}
	sellers, err := e.View().Flat(ctx, record.TraderSellers, nil)
	if err != nil {
		return nil, err
	}
	names := map[int64]string{}
	for _, row := range sellers {
		id := record.TraderSellers.ID(row)
		names[id] = strings.ToLower(record.TraderSellers.TitleOf(row))
		t.named[names[id]] = id
	}
	categories, err := e.View().Flat(ctx, record.TraderCategories, nil)
	for _, row := range categories {
		seller, _ := row[record.TraderCategories.Index("seller_id")].(int64)
		t.add(record.TraderCategories.ID(row), seller, names[seller]+site.ReferenceSeparator+record.TraderCategories.TitleOf(row))
	}
	return t, err
}

// place gives an item the id of its category, and the category's seller.
func (t *traders) place(ctx context.Context, e *store.Edit, item Row) (Problems, error) {
	category, _ := item.Now.Get(categoryField)
	if name, isText := category.(string); isText {
		id, err := t.category(ctx, e, name)
		var refused validate.Errors
		if errors.As(err, &refused) {
			return Problems{{item.Key, categoryField, refused.First()}}, nil
		}
		if err != nil {
			return nil, err
		}
		category = jsontree.Number(strconv.FormatInt(id, 10))
		item.Now.Set(categoryField, category)
	}
	if seller, known := t.sellers[validate.Text(category)]; known {
		item.Now.Set("seller_id", jsontree.Number(strconv.FormatInt(seller, 10)))
	}
	return nil, nil
}

func (t *traders) add(id, seller int64, shown string) {
	t.categories[strings.ToLower(shown)], t.sellers[strconv.FormatInt(id, 10)] = id, seller
}

// category returns the id of the category that is shown so, which is made where there is none. The error is validate.Errors for one
// without a seller.
func (t *traders) category(ctx context.Context, e *store.Edit, shown string) (int64, error) {
	if id, known := t.categories[strings.ToLower(shown)]; known {
		return id, nil
	}
	sellerName, name, _ := strings.Cut(shown, site.ReferenceSeparator)
	seller, known := t.named[strings.ToLower(sellerName)]
	if !known || name == "" {
		const example = "Trader" + site.ReferenceSeparator + "Category"
		return 0, validate.Refusal(categoryField, "Write a new category with its trader before it: "+example+".")
	}
	body := new(jsontree.Object)
	body.Set("seller_id", jsontree.Number(strconv.FormatInt(seller, 10)))
	body.Set("name", name)
	made, err := e.Batch(ctx, []store.Operation{{Op: store.OpCreate, Resource: record.TraderCategories, Data: body}})
	var refused store.Refusals
	if errors.As(err, &refused) {
		return 0, validate.Refusal(categoryField, refused.Error())
	}
	if err != nil {
		return 0, err
	}
	id := record.TraderCategories.ID(made[0].Row)
	t.add(id, seller, shown)
	return id, nil
}
