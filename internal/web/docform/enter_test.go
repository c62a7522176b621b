package docform

import (
	"testing"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

func TestEnterRowsOfAMap(t *testing.T) {
	t.Parallel()
	const stock = `{"Stock":{"a":1,"a ":2,"b.c[d]":3}}`
	tests := map[string]struct{ sent, want string }{
		"as shown": {
			`[{"_row":"a","key":"a","value":"1"},{"_row":"a","key":"a","value":"2"},{"_row":"b.c[d]","key":"b.c[d]","value":"3"}]`, stock,
		},
		"one changed": {`[{"_row":"a","key":"a","value":"1"},{"_row":"a","key":"a","value":"5"}]`, `{"Stock":{"a":1,"a ":5,"b.c[d]":3}}`},
		"renamed and added": {
			`[{"_row":"b.c[d]","key":"x","value":"3"},{"_row":null,"key":"y","value":"4"}]`, `{"Stock":{"a":1,"a ":2,"x":3,"y":4}}`,
		},
		"removed":        {`[{"_row":"b.c[d]","key":null,"value":"3"}]`, `{"Stock":{"a":1,"a ":2}}`},
		"rows with gaps": {`{"3":{"_row":"b.c[d]","key":"b.c[d]","value":"7"}}`, `{"Stock":{"a":1,"a ":2,"b.c[d]":7}}`},
		"no rows at all": {`"text"`, `{"Stock":"text"}`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			zone := object(t, stock)
			if problems := root(expansion.Zone, zone).enter(object(t, `{"Stock":`+tt.sent+`}`)); len(problems) > 0 {
				t.Error(problems)
			}
			if got := string(jsontree.AppendValue(nil, zone)); got != tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
		})
	}
}
