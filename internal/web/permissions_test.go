package web_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"quartermaster/internal/access"
	"quartermaster/internal/web/webtest"
)

// asks are forms that change nothing of an instance: they show what would be, propose it, or say something about it.
var asks = regexp.MustCompile(`/members/\{member\}$|^/instances/\{instance\}/types/(grid|\{record\})/economy(/|$)|/grid/names$` +
	`|/layers(/\{layer\})?$|/bundle/\{resource\}$|/comments(/\{comment\})?$`)

// TestRoutesSayWhatTheyNeed: who may read an instance may not change it with any form.
func TestRoutesSayWhatTheyNeed(t *testing.T) {
	t.Parallel()
	routes := webtest.Open(t).Pages.Routes()
	if len(routes) < 200 {
		t.Errorf("only %d routes", len(routes))
	}
	for _, route := range routes {
		inside := strings.Contains(route.Pattern, "{instance}")
		if inside != (route.Needs != access.Anyone) {
			t.Errorf("%s %s needs %q", route.Method, route.Pattern, route.Needs)
		}
		if inside && route.Needs == access.Read && route.Method != http.MethodGet && !asks.MatchString(route.Pattern) {
			t.Errorf("%s %s changes something, and may be done by who may only read", route.Method, route.Pattern)
		}
	}
}
