package api_test

import (
	"strconv"
	"strings"
	"testing"

	"quartermaster/internal/storetest"
)

func TestBatchBodies(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		instance, _ := c.instance(t)
		events := func(n int) string {
			operations := make([]string, n)
			for i := range operations {
				operations[i] = step("create", "events", "", event("E"+strconv.Itoa(i), 1))
			}
			return batchBody(operations)
		}
		padded := func(size int) string {
			body := batchBody([]string{step("create", "classnames", "", `{"name":"Padded","payload":{"x":""}}`)})
			return strings.Replace(body, `"x":"`, `"x":"`+strings.Repeat("x", size-len(body)), 1)
		}
		tests := []struct {
			name, body string
			status     int
			want       string
		}{
			{"none", `{}`, 422, invalid("operations", "The operations field is required.")},
			{"empty", `{"operations":[]}`, 422, invalid("operations", "The operations field is required.")},
			{"no list", `{"operations":{"0":{}}}`, 422, invalid("operations", "The operations field must be a list.")},
			{"no operation", `{"operations":["x"]}`, 422, invalid("operations.0", "The operations.0 field must be an object.")},
			{"no JSON", `{"operations":`, 422, invalid("operations", "The operations field is required.")},
			{"the most", events(1000), 200, ""},
			{"one too many", events(1001), 422, invalid("operations", "The operations field must not have more than 1000 items.")},
			{"larger than other bodies", padded(3 << 20), 200, ""},
			{"too large", padded(8<<20 + 1), 413, body413},
		}
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				t.Parallel()
				r := c.send(t, "POST", instance+"/batch", tt.body)
				if tt.want == "" {
					tt.want = r.body
				}
				r.exactly(t, tt.status, tt.want)
			})
		}
	})
}
