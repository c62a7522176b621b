package api_test

import (
	"strings"
	"testing"

	"quartermaster/internal/storetest"
)

func TestBodies(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	instance, _ := c.instance(t)
	path := instance + "/classnames"
	required := invalid("name", "The name field is required.")
	long := `{"name":"` + strings.Repeat("x", 1<<20) + `"}`
	tests := []struct {
		name, contentType, body string
		status                  int
		want                    string
	}{
		{"JSON", "application/json", `{"name":"Json"}`, 201, ""},
		{"JSON with a charset", "application/json; charset=utf-8", `{"name":"Charset"}`, 201, ""},
		{"a JSON media type", "application/vnd.api+json", `{"name":"Vendor"}`, 201, ""},
		{"a form", "application/x-www-form-urlencoded", "name=Form&enabled=0", 201, ""},
		{"a form, the last value counts", "application/x-www-form-urlencoded", "name=First&name=Second", 201, ""},
		{"plain text", "text/plain", `{"name":"Text"}`, 422, required},
		{"broken JSON", "application/json", `{"name":"Broken"`, 422, required},
		{"no UTF-8", "application/json", "{\"name\":\"\xff\"}", 422, required},
		{"a lone surrogate", "application/json", `{"name":"\ud800"}`, 422, required},
		{
			"too deep", "application/json", `{"name":"Deep","payload":` + strings.Repeat(`{"a":`, 600) + "1" + strings.Repeat("}", 601), 422,
			required,
		},
		{"key in another letter case", "application/json", `{"Name":"Case"}`, 422, required},
		{"a list", "application/json", `["Name"]`, 422, required},
		{"a scalar", "application/json", `"Name"`, 422, required},
		{"null", "application/json", `null`, 422, required},
		{"empty", "application/json", ``, 422, required},
		{"blank name", "application/json", `{"name":" \u00a0\u200b "}`, 422, required},
		{"NUL in a text", "application/json", `{"name":"a\u0000b"}`, 422, invalid("name", "The name field must be a string.")},
		{"NUL in a form", "application/x-www-form-urlencoded", "name=a%00b", 422, invalid("name", "The name field must be a string.")},
		{"NUL in an object", "application/json", `{"name":"Nul","payload":{"a\u0000b":"c\u0000d"}}`, 201, ""},
		{"too large", "application/json", long, 413, body413},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := c.do(t, "POST", path, tt.contentType, tt.body)
			if tt.want == "" {
				tt.want = r.body
			}
			r.exactly(t, tt.status, tt.want)
		})
	}
}

func TestFieldsMayComeInTheQuery(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	instance, _ := c.instance(t)
	r := c.must(t, 201, "POST", instance+"/classnames?name=Query&display_name=Query", `{"display_name":"Body"}`)
	r.expect(t, 201, "data.name", `"Query"`, "data.display_name", `"Body"`)
}

func TestNulInQueriesFindsNoError(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		instance, _ := c.instance(t)
		for _, path := range []string{
			"/api/v1/classnames", "/api/v1/maps", "/api/v1/instances", "/api/instance",
			instance + "/classnames", instance + "/types", instance + "/events",
		} {
			for _, name := range []string{
				"search", "like", "amount", "page", "per_page", "category", "usage", "active", "status", "source_file", "sort", "include", "include[]",
				"%00", "a%00b",
			} {
				for _, value := range []string{"a%00b", "%00", "%ff", "%ed%a0%80"} {
					if r := c.get(t, path+"?"+name+"="+value); r.status != 200 {
						t.Errorf("%s?%s=%s: %d %s", path, name, value, r.status, r.body)
					}
				}
			}
		}
	})
}
