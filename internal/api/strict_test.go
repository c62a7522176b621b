package api_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/openapi"
	"quartermaster/internal/storetest"
)

// strict gets a path with strict handling.
func (c client) strict(t testing.TB, path string) reply {
	t.Helper()
	r := c.request(t, http.MethodGet, path, nil)
	r.Header.Set("Prefer", "respond-async, Handling=\"strict\"")
	return c.roundTrip(t, r)
}

// TestStrictLists: every list refuses what it would pass over, each slip in each of its parameters, and only for who asks for that.
func TestStrictLists(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		f := furnish(t, start(t).user(t), "Strict")
		for _, e := range f.lists(t) {
			path := f.path(e)
			if r := f.strict(t, path+"?q=*"); r.status != 200 || r.header.Get("Preference-Applied") != "handling=strict" {
				t.Errorf("%s: %d %s", path, r.status, r.header.Get("Preference-Applied"))
			}
			wrong := map[string][]string{"nosuch": {"1"}, "Q": {"*"}, "qq": {"x"}}
			for _, p := range openapi.ListQuery(e) {
				wrong[p.Name] = append(slipsOf(p), wrong[p.Name]...)
				if shorter := p.Name[:len(p.Name)-1]; shorter != "" {
					wrong[shorter] = []string{"1"}
				}
				wrong[p.Name+p.Name[:1]] = []string{"1"}
			}
			for name, values := range wrong {
				for _, value := range values {
					f.strict(t, path+"?"+url.QueryEscape(name)+"="+url.QueryEscape(value)).refusedFor(t, name)
				}
			}
		}
	})
}

// slipsOf are values of a parameter that are a slip away from one that is understood.
func slipsOf(p openapi.Parameter) (list []string) {
	if p.IsNumber {
		return []string{"", "1x", "x1", "l", "1,2", "1.5", "1 2", "1-", "--1", "none"}
	}
	for _, word := range p.Choices[:min(len(p.Choices), 2)] {
		for i := range word {
			list = append(list, word[:i]+word[i+1:], word[:i+1]+word[i:], word[:i]+" "+word[i:], word[:i]+"-"+word[i:])
		}
	}
	return slices.DeleteFunc(list, func(slip string) bool { return slices.Contains(p.Choices, strings.Trim(slip, " ")) })
}

func (r reply) refusedFor(t testing.TB, name string) {
	t.Helper()
	if r.status != 422 || !strings.Contains(r.body, `"errors":{"`+name+`":[`) {
		t.Errorf("%s: %d %s", name, r.status, r.body)
	}
}

func TestStrictValues(t *testing.T) {
	t.Parallel()
	c := start(t).user(t)
	instance, _ := c.instance(t)
	types := instance + "/types"
	for query, field := range map[string]string{
		"category=":               "category",
		"category=1,2":            "category",
		"usage[]=1":               "usage",
		"status=enable":           "status",
		"status=":                 "status",
		"sort=nam":                "sort",
		"sort=--name":             "sort",
		"per_page=0":              "per_page",
		"per_page=101":            "per_page",
		"per_page=x":              "per_page",
		"page=0":                  "page",
		"page=1.5":                "page",
		"include=usage_ids,value": "include",
		"cat=1":                   "cat",
		"search[]=a":              "search",
	} {
		c.strict(t, types+"?"+query).refusedFor(t, field)
		if r := c.get(t, types+"?"+query); r.status != 200 || r.header.Get("Preference-Applied") != "" {
			t.Errorf("%s without strict handling: %d %s", query, r.status, r.body)
		}
	}
	for _, query := range []string{
		"", "?search=", "?category=1&sort=-name&per_page=100&page=2", "?include=usage_ids,%20value_ids", "?include[]=usage_ids",
		"?status=enabled&source_file=a",
	} {
		c.strict(t, types+query).expect(t, 200)
	}
	if r := c.strict(t, types+"?categroy=1"); !strings.Contains(r.at("message"), "did you mean category?") {
		t.Error(r.body)
	}
	c.strict(t, "/api/v1/instances/nosuch/types?categroy=1").expect(t, 404)
	if openapi.ListQuery(endpoint.Endpoint{Action: "get target"}) != nil {
		t.Error("a target is no list")
	}
}
