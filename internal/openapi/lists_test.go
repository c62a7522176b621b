package openapi_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

// unfiltered are the lists that q does not choose from, with the reasons.
var unfiltered = map[string]string{"/api/instance": "the earlier API stays as it is"}

// TestEveryListTakesQ: each operation that answers a list can be asked for some of its entries.
func TestEveryListTakesQ(t *testing.T) {
	t.Parallel()
	doc := load(t, document())
	used := map[string]bool{}
	for path, item := range doc.Paths.Map() {
		if item.Get == nil || !answersList(item.Get) {
			continue
		}
		takes := slices.ContainsFunc(slices.Concat(item.Parameters, item.Get.Parameters), func(p *openapi3.ParameterRef) bool {
			return p.Value.Name == "q"
		})
		used[path] = !takes
		if reason := unfiltered[path]; takes == (reason != "") {
			t.Errorf("%s takes q: %t; %s", path, takes, reason)
		}
	}
	for path := range maps.Keys(unfiltered) {
		if !used[path] {
			t.Errorf("%s is no list without q", path)
		}
	}
}

// answersList reports whether an operation answers with a list: all that it answers with, or its data.
func answersList(o *openapi3.Operation) bool {
	answer := o.Responses.Status(200)
	if answer == nil || answer.Value == nil {
		return false
	}
	for kind, media := range answer.Value.Content {
		if !strings.HasSuffix(kind, "json") || media.Schema == nil {
			continue
		}
		schema := media.Schema.Value
		for _, part := range append(slices.Clone(schema.AllOf), media.Schema) {
			if data := part.Value.Properties["data"]; part.Value.Type.Is("array") || data != nil && data.Value.Type.Is("array") {
				return true
			}
		}
	}
	return false
}
