package endpoint_test

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"quartermaster/internal/access"
	"quartermaster/internal/endpoint"
	"quartermaster/internal/store"
)

var auditName = regexp.MustCompile(`^[a-z]+([-._][a-z]+)*$`)

// ofReaders are requests that change nothing that others have: everybody may leave an instance, and become a member where he is invited.
var ofReaders = map[endpoint.Action]bool{
	"propose economy": true, "create layer": true, "change layer": true, "delete layer": true,
	"create comment": true, "change comment": true, "delete comment": true, "remove member": true, "accept invitation": true,
}

// TestOperationsSayWhatTheyAre: each names the permission that it needs, says what it does in sentences, and is called as no other.
func TestOperationsSayWhatTheyAre(t *testing.T) {
	t.Parallel()
	permissions := []access.Permission{access.Read, access.Players, access.Edit, access.Deliver, access.Manage, access.Own}
	seen := map[string]string{}
	for _, e := range endpoint.Served(endpoint.Table()) {
		at, needs := e.Method+" "+e.Path, e.Needs()
		if open := needs == access.Anyone; open != (e.Path == "/api/v1/health") || !open && !slices.Contains(permissions, needs) {
			t.Errorf("%s needs %q", at, needs)
		}
		if name := e.AuditName(); !auditName.MatchString(name) {
			t.Errorf("%s is called %q in the audit", at, name)
		}
		if e.Method != http.MethodGet && needs == access.Read && !ofReaders[e.Action] {
			t.Errorf("%s changes something, and may be done by who may only read", at)
		}
		o := e.Operation
		if o == nil {
			continue
		}
		if o.Audit != "" && !slices.Contains(store.AuditWords(), o.Audit) {
			t.Errorf("%s is kept as %q, which the audit does not know", at, o.Audit)
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
