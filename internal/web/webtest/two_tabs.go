package webtest

import (
	"context"
	"testing"

	"quartermaster/internal/record"
)

// OneOf returns the address of a record of a resource.
func OneOf(t *testing.T, b *Browser, instance string, res *record.Resource) string {
	rows, err := b.DB.All(context.Background(), res, b.Scope(instance), "")
	if err != nil || len(rows) == 0 {
		t.Fatal(res.Name, len(rows), err)
	}
	return res.SID(rows[0])
}

// Values returns the values of a name.
func (f SentForm) Values(name string) (values []string) {
	for _, pair := range f {
		if pair[0] == name {
			values = append(values, pair[1])
		}
	}
	return values
}
