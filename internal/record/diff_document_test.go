package record

import (
	"testing"
)

func TestDiffDocument(t *testing.T) {
	t.Parallel()
	const category = `{"DisplayName":"Ammo","Items":[{"ClassName":"AKM","MaxPriceThreshold":100},{"ClassName":"SKS"}]}`
	tests := []struct {
		name                    string
		resource                *Resource
		field                   string
		old, next, before, then string
	}{
		{
			"a value of an element", MarketCategories, "document", category,
			`{"DisplayName":"Ammo","Items":[{"ClassName":"AKM","MaxPriceThreshold":110},{"ClassName":"SKS"}]}`,
			`{"Items[AKM].MaxPriceThreshold":100}`, `{"Items[AKM].MaxPriceThreshold":110}`,
		},
		{
			"added and gone", MarketCategories, "document", category, `{"Icon":"","Items":[{"ClassName":"AKM","MaxPriceThreshold":100}]}`,
			`{"Items[SKS]":{"ClassName":"SKS"},"DisplayName":"Ammo"}`, `{"Icon":""}`,
		},
		{
			"elements of one name", AILoadouts, "document",
			`{"Sets":[{"ClassName":"X","Chance":1},{"ClassName":"X","Chance":2}]}`,
			`{"Sets":[{"ClassName":"X","Chance":3},{"ClassName":"X","Chance":4}]}`,
			`{"Sets[X].Chance":1,"Sets[X].Chance (2)":2}`, `{"Sets[X].Chance":3,"Sets[X].Chance (2)":4}`,
		},
		{"spelling alone", MarketCategories, "document", `{"A":1,"B":2.50}`, `{ "B": 2.5, "A": 1 }`, `{}`, `{}`},
		{"made", MarketCategories, "document", `null`, category, `null`, category},
		{"removed", MarketCategories, "document", category, `null`, category, `null`},
		{"another field", MarketCategories, "name", `"Ammo"`, `"Guns"`, `"Ammo"`, `"Guns"`},
		{"an object of another resource", InstanceClassnames, "payload", `{"a":1}`, `{"a":2}`, `{"a":1}`, `{"a":2}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			before, then := tt.resource.DiffDocument(tt.resource.Field(tt.field), []byte(tt.old), []byte(tt.next))
			if string(before) != tt.before || string(then) != tt.then {
				t.Errorf("got %s and %s, want %s and %s", before, then, tt.before, tt.then)
			}
		})
	}
}
