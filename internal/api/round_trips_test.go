package api_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"quartermaster/internal/pgtest"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// TestRoundTripsToPostgreSQL: what a request takes at most, once its connection is there and its statements are prepared.
func TestRoundTripsToPostgreSQL(t *testing.T) {
	t.Parallel()
	p := pgtest.NewProxy(t, storetest.PostgresConfig(t).DatabaseURL)
	f := furnish(t, onDatabase(t, t.TempDir(), store.Config{DatabaseURL: p.URL}).user(t), "x")
	list := "/api/v1/instances/" + f.instance + "/types"
	one := list + "/" + f.sids[record.Types]
	class, usage := f.ids["instance_classnames"], f.ids["type_usages"]
	for _, request := range []struct {
		what               string
		most               int
		method, path, body string
	}{
		{"get", 2, http.MethodGet, one + "?x=%d", ""},
		{"list", 2, http.MethodGet, list + "?x=%d", ""},
		{"list with links", 3, http.MethodGet, list + "?include=usage_ids,value_ids,tag_ids&x=%d", ""},
		{"create", 3, http.MethodPost, list, fmt.Sprintf(`{"instance_classname_id":%d,"nominal":%%d}`, class)},
		{
			"create with links", 3, http.MethodPost, list,
			fmt.Sprintf(`{"instance_classname_id":%d,"category_id":%d,"usage_ids":[%d],"nominal":%%d}`, class, f.ids["categories"], usage),
		},
		{"PATCH", 4, http.MethodPatch, one, `{"nominal":%d}`},
		{"PATCH of links", 5, http.MethodPatch, one, fmt.Sprintf(`{"nominal":%%d,"usage_ids":[%d]}`, usage)},
		{"PUT", 6, http.MethodPut, one, fmt.Sprintf(`{"instance_classname_id":%d,"nominal":%%d}`, class)},
	} {
		least := 1 << 20
		for n := range 6 { // another connection, whose statements are not prepared yet, takes more
			before := p.Trips()
			if r := f.send(t, request.method, numbered(request.path, n), numbered(request.body, n)); r.status >= http.StatusBadRequest {
				t.Fatalf("%s: %d %s", request.what, r.status, r.body)
			}
			least = min(least, p.Trips()-before)
		}
		if least > request.most {
			t.Errorf("%s takes %d round trips, want at most %d", request.what, least, request.most)
		}
	}
}

// numbered writes n where a text says so, so that nothing is asked for or written twice.
func numbered(text string, n int) string { return strings.Replace(text, "%d", strconv.Itoa(n), 1) }
