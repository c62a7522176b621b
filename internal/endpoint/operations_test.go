package endpoint_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"quartermaster/internal/access"
	"quartermaster/internal/endpoint"
)

// TestOperationsSayWhatTheyAre: each names the permission that it needs, says what it does in sentences, and is called as no other.
func TestOperationsSayWhatTheyAre(t *testing.T) {
	t.Parallel()
	permissions := []access.Permission{access.Read, access.Players, access.Edit, access.Deliver, access.Manage}
	seen := map[string]string{}
	for _, e := range endpoint.Served(endpoint.Table()) {
		o := e.Operation
		if o == nil {
			continue
		}
		at := e.Method + " " + e.Path
		if o.IsOpen() != (e.Path == "/api/v1/health") || !o.IsOpen() && !slices.Contains(permissions, o.Needs) {
			t.Errorf("%s needs %q", at, o.Needs)
		}
		if e.Method != http.MethodGet && o.Needs == access.Read && !strings.HasSuffix(e.Path, "/economy/proposed") {
			t.Errorf("%s changes something, and may be done by who may only read", at)
		}
		if !strings.HasSuffix(o.Summary, ".") || !strings.HasSuffix(o.About, ".") {
			t.Errorf("%s: no sentences: %q, %q", at, o.Summary, o.About)
		}
		if other, taken := seen[o.Name]; taken && o.Record == nil {
			t.Errorf("%s and %s are both called %s", at, other, o.Name)
		}
		seen[o.Name] = at
	}
	if len(seen) < 50 {
		t.Errorf("only %d operations are declared", len(seen))
	}
}
