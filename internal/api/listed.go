package api

import (
	"context"
	"math"
	"time"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// chosen returns those of a list of what is no record that the filter of the request finds: all where it has none.
func chosen[T any](ctx context.Context, r *record.Resource, in *jsontree.Object, list []T, appendJSON func([]byte, T) []byte) ([]T, error) {
	if err := filterRules.Check(ctx, in); err != nil || !filters(in) {
		return list, err
	}
	return record.Choose(ctx, r, record.TextParam(in, "q"), time.Now(), list, appendJSON)
}

func filters(in *jsontree.Object) bool {
	q, _ := in.Get("q")
	return q != nil
}

// entries are a list that is read page by page.
type entries[T any] func(offset, limit int) (list []T, total int64, err error)

// pageThat returns a page of those entries of a list that the filter of the request finds, and says in the page how many there are.
func pageThat[T any](ctx context.Context, r *record.Resource, in *jsontree.Object, page *store.Page, read entries[T], appendJSON func([]byte, T) []byte) ([]T, error) {
	if !filters(in) {
		list, total, err := read(offset(*page), page.Size)
		page.Total = total
		return list, err
	}
	list, _, err := read(0, math.MaxInt32)
	if err == nil {
		list, err = chosen(ctx, r, in, list, appendJSON)
	}
	page.Total = int64(len(list))
	return onPage(list, *page), err
}

// onPage returns what of a list stands on a page.
func onPage[T any](list []T, page store.Page) []T {
	return list[min(offset(page), len(list)):min(offset(page)+page.Size, len(list))]
}
