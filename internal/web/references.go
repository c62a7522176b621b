package web

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/record"
)

// reference is a record that others refer to by its id.
type reference struct {
	id   int64
	name string
}

// references lists the records of a resource that the user can choose from, by name. A request asks the store once.
func (r *Request) references(ctx context.Context, res *record.Resource) ([]reference, error) {
	if list, known := r.names[res]; known {
		return list, nil
	}
	rows, err := r.web.DB.All(ctx, res, r.scope(), "")
	if err != nil {
		return nil, err
	}
	list := make([]reference, len(rows))
	for i, row := range rows {
		list[i] = reference{res.ID(row), res.TitleOf(row)}
	}
	slices.SortStableFunc(list, func(a, b reference) int {
		return strings.Compare(strings.ToLower(a.name), strings.ToLower(b.name))
	})
	if r.names == nil {
		r.names = map[*record.Resource][]reference{}
	}
	r.names[res] = list
	return list, nil
}

// referenceNames are the names of the referred records by id.
func (r *Request) referenceNames(ctx context.Context, res *record.Resource) (map[int64]string, error) {
	list, err := r.references(ctx, res)
	names := make(map[int64]string, len(list))
	for _, ref := range list {
		names[ref.id] = ref.name
	}
	return names, err
}

func referenceOptions(list []reference) []Option {
	options := make([]Option, len(list))
	for i, ref := range list {
		options[i] = Option{Value: strconv.FormatInt(ref.id, 10), Label: ref.name}
	}
	return options
}
