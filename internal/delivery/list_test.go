package delivery_test

import (
	"context"
	"maps"
	"sync/atomic"
	"testing"

	"quartermaster/internal/delivery"
	"quartermaster/internal/observe"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// queries counts the statements that read.
type queries struct{ n atomic.Int64 }

// Begin implements observe.Observer.
func (q *queries) Begin(ctx context.Context, o observe.Operation) (context.Context, func(error)) {
	if o.Name == "database query" {
		q.n.Add(1)
	}
	return ctx, func(error) {}
}

// Looked implements observe.Observer.
func (*queries) Looked(string, bool) {}

// TestAListTakesOneStatement however many deliveries it has, and shows those of its owner alone.
func TestAListTakesOneStatement(t *testing.T) {
	t.Parallel()
	o := ownerOn(t, storetest.Observed(t))
	const deliveries = 3
	for range deliveries {
		o.change()
		o.succeeds(delivery.Options{})
	}
	stranger := store.Scope{UserID: o.scope.UserID + 1, InstanceID: o.scope.InstanceID}
	tests := []struct {
		name          string
		scope         store.Scope
		limit, offset int
		shown, total  int
		statements    int64
	}{
		{"a page", o.scope, 9, 0, deliveries, deliveries, 1},
		{"a part", o.scope, 2, 1, 2, deliveries, 1},
		{"behind the end", o.scope, 9, 9, 0, deliveries, 2},
		{"a stranger's page", stranger, 9, 0, 0, 0, 1},
		{"behind a stranger's end", stranger, 9, 9, 0, 0, 2},
	}
	for _, test := range tests {
		q := new(queries)
		list, total, err := o.List(observe.With(t.Context(), q), test.scope, test.limit, test.offset)
		if err != nil || len(list) != test.shown || total != int64(test.total) {
			t.Errorf("%s: %d of %d deliveries, %v", test.name, len(list), total, err)
		}
		if got := q.n.Load(); got != test.statements {
			t.Errorf("%s takes %d statements, want %d", test.name, got, test.statements)
		}
		for _, d := range list {
			o.expectCounts(d)
		}
	}
}

// expectCounts compares how many files a list counts with those that the delivery has.
func (o *owner) expectCounts(listed delivery.Delivery) {
	o.Helper()
	found, err := o.Find(o.Context(), o.scope, listed.SID)
	if err != nil || len(found.Files) == 0 {
		o.Fatalf("%d files, %v", len(found.Files), err)
	}
	if !maps.Equal(found.Counts, listed.Counts) {
		o.Errorf("the list counts %v, want %v", listed.Counts, found.Counts)
	}
}
