package market

import (
	"context"
	"slices"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/documents"
	"quartermaster/internal/web/site"
)

// updateItem changes one item of a category.
func updateItem(ctx context.Context, p *documents.Pages, r *site.Request) (site.Response, error) {
	return site.Merging(func() (site.Response, error) { return updateItemOnce(ctx, p, r) })
}

func updateItemOnce(ctx context.Context, p *documents.Pages, r *site.Request) (site.Response, error) {
	row, err := p.Find(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	base, err := p.Read(row)
	if err != nil {
		return site.Response{}, err
	}
	tree := base.Tree.Clone()
	items := itemsOf(tree)
	index := slices.Index(itemIDs(p.Resource.SID(row), items), r.Param("item"))
	if index < 0 {
		return site.Response{}, site.ErrNotFound
	}
	item := items[index]
	answer, _, conflict := r.Conflicts(priceForm(r.Param("item"), item), p.RecordURL(r, row))
	if conflict {
		return answer, nil
	}
	var problems validate.Errors
	for _, p := range enterItem(item, r.Input) {
		addNamed(&problems, p.Path, p.Message)
	}
	body := new(jsontree.Object)
	body.Set("document", tree)
	_, err = p.Save(ctx, r, row, base, body, problems)
	if wrong, invalid := p.Problems(err); invalid {
		return r.Invalid("item-"+r.Param("item"), p.RecordURL(r, row), wrong), nil
	}
	if err != nil {
		return site.Response{}, err
	}
	if r.ExpectsJSON() {
		id := itemIDs(p.Resource.SID(row), items)[index]
		return site.Response{JSON: itemJSON(id, item), Header: map[string]string{"Form-Base": priceForm(id, item).Guard().Base()}}, nil
	}
	return r.Done(p.RecordURL(r, row), classNameOf(item)+" was saved."), nil
}

// itemJSON returns the answer with an item: its id and its values.
func itemJSON(id string, item *jsontree.Object) []byte {
	data := new(jsontree.Object)
	data.Set("sid", id)
	for key, value := range item.All() {
		data.Set(key, value)
	}
	return append(jsontree.AppendValue([]byte(`{"data":`), data), '}')
}
