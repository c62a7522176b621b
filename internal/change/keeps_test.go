package change_test

import (
	"testing"

	"quartermaster/internal/change"
)

func TestKeeps(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		base, mine, merged string
		want               bool
	}{
		"nothing of mine":        {`{"a":1}`, `{"a":1}`, `{"a":2}`, true},
		"my value":               {`{"a":1}`, `{"a":2}`, `{"a":2,"b":3}`, true},
		"my value is gone":       {`{"a":1}`, `{"a":2}`, `{"a":3}`, false},
		"my key is gone":         {`{}`, `{"a":2}`, `{}`, false},
		"what I deleted":         {`{"a":1}`, `{}`, `{"b":1}`, true},
		"what I deleted is back": {`{"a":1}`, `{}`, `{"a":1}`, false},
		"elsewhere in a list":    {`[{"x":1},{"x":2}]`, `[{"x":7},{"x":2}]`, `[{"x":5},{"x":2},{"x":7}]`, true},
		"an element is gone":     {`[{"x":1},{"x":2}]`, `[{"x":7},{"x":2}]`, `[{"x":5},{"x":2}]`, false},
		"an element is back":     {`[1,2]`, `[2]`, `[2,1]`, false},
		"inside of an element":   {`[{"name":"A","x":1}]`, `[{"name":"A","x":2}]`, `[{"name":"B"},{"name":"A","x":2,"y":3}]`, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := change.Keeps(parsed(t, c.base), parsed(t, c.mine), parsed(t, c.merged)); got != c.want {
				t.Errorf("%t", got)
			}
		})
	}
}
