package site

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/web/ui"
)

// References returns the records of a resource as options, by name. They are read once a request.
func (r *Request) References(ctx context.Context, res *record.Resource) ([]ui.Option, error) {
	known, err := r.referable(ctx, res)
	return slices.Clone(known.options), err
}

// ReferenceNames returns the names of the records of a resource, by id.
func (r *Request) ReferenceNames(ctx context.Context, res *record.Resource) (map[int64]string, error) {
	known, err := r.referable(ctx, res)
	return known.names, err
}

func (r *Request) referable(ctx context.Context, res *record.Resource) (referable, error) {
	if known, ok := r.referables[res]; ok {
		return known, nil
	}
	found, err := r.readReferences(ctx, res)
	if err != nil {
		return found, err
	}
	if r.referables == nil {
		r.referables = map[*record.Resource]referable{}
	}
	r.referables[res] = found
	return found, nil
}

func (r *Request) readReferences(ctx context.Context, res *record.Resource) (referable, error) {
	rows, err := r.Site.DB.All(ctx, res, r.Scope(), "")
	if err != nil {
		return referable{}, err
	}
	found := referable{make([]ui.Option, len(rows)), make(map[int64]string, len(rows))}
	for i, row := range rows {
		name, err := r.referenceName(ctx, res, row)
		if err != nil {
			return referable{}, err
		}
		id := res.ID(row)
		found.options[i], found.names[id] = ui.Option{Value: strconv.FormatInt(id, 10), Label: name}, name
	}
	slices.SortStableFunc(found.options, func(a, b ui.Option) int {
		return strings.Compare(strings.ToLower(a.Label), strings.ToLower(b.Label))
	})
	return found, nil
}

// ReferenceSeparator is between the name of a record and that of the record that it belongs to.
const ReferenceSeparator = " / "

// referenceName returns the title of a record after that of the record it belongs to: the name of a trader category is unique only
// with its seller.
func (r *Request) referenceName(ctx context.Context, res *record.Resource, row record.Row) (string, error) {
	name := res.TitleOf(row)
	for _, f := range res.Key {
		if f.Ref == "" {
			continue
		}
		names, err := r.ReferenceNames(ctx, record.Named(f.Ref))
		if err != nil {
			return "", err
		}
		id, _ := row[res.Index(f.Name)].(int64)
		name = names[id] + ReferenceSeparator + name
	}
	return name, nil
}
