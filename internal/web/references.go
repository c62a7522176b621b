package web

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/web/ui"
)

// reference is a record that others refer to by its id.
type reference struct {
	id   int64
	name string
}

// referable are the records of a resource that the user can choose from, by name, and their names by id.
type referable struct {
	list  []reference
	names map[int64]string
}

// references lists the records of a resource that the user can choose from, by name. A request asks the store once.
func (r *request) references(ctx context.Context, res *record.Resource) ([]reference, error) {
	known, err := r.referable(ctx, res)
	return known.list, err
}

// referenceNames are the names of the referred records by id.
func (r *request) referenceNames(ctx context.Context, res *record.Resource) (map[int64]string, error) {
	known, err := r.referable(ctx, res)
	return known.names, err
}

func (r *request) referable(ctx context.Context, res *record.Resource) (referable, error) {
	if known, ok := r.referables[res]; ok {
		return known, nil
	}
	list, err := r.readReferences(ctx, res)
	if err != nil {
		return referable{}, err
	}
	found := referable{list, make(map[int64]string, len(list))}
	for _, ref := range list {
		found.names[ref.id] = ref.name
	}
	if r.referables == nil {
		r.referables = map[*record.Resource]referable{}
	}
	r.referables[res] = found
	return found, nil
}

func (r *request) readReferences(ctx context.Context, res *record.Resource) ([]reference, error) {
	rows, err := r.web.DB.All(ctx, res, r.scope(), "")
	if err != nil {
		return nil, err
	}
	list := make([]reference, len(rows))
	for i, row := range rows {
		name, err := r.referenceName(ctx, res, row)
		if err != nil {
			return nil, err
		}
		list[i] = reference{res.ID(row), name}
	}
	slices.SortStableFunc(list, func(a, b reference) int {
		return strings.Compare(strings.ToLower(a.name), strings.ToLower(b.name))
	})
	return list, nil
}

// referenceName is the title of a record, behind that of the record which it belongs to: the category of a seller has a name
// that is unique only with its seller.
func (r *request) referenceName(ctx context.Context, res *record.Resource, row record.Row) (string, error) {
	name := res.TitleOf(row)
	for _, f := range res.Key {
		if f.Ref == "" {
			continue
		}
		names, err := r.referenceNames(ctx, record.Named(f.Ref))
		if err != nil {
			return "", err
		}
		id, _ := row[res.Index(f.Name)].(int64)
		name = names[id] + " / " + name
	}
	return name, nil
}

func referenceOptions(list []reference) []ui.Option {
	options := make([]ui.Option, len(list))
	for i, ref := range list {
		options[i] = ui.Option{Value: strconv.FormatInt(ref.id, 10), Label: ref.name}
	}
	return options
}
