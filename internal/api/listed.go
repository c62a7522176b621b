package api

import (
	"context"
	"time"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
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
