package site

import (
	"net/url"
	"strings"

	"github.com/go-chi/chi/v5"

	"quartermaster/internal/access"
	"quartermaster/internal/record"
	"quartermaster/internal/web/ui"
)

// leads tells which requests on its instance the user may send; nil for who may send all.
func (r *Request) leads() ui.Leads {
	if r.Instance.Row == nil || r.Scope().Role() == access.Owner {
		return nil
	}
	return r.MaySend
}

// MaySend reports whether the user may send a request of that method to an address of the instance. Other addresses are not looked at.
func (r *Request) MaySend(method, address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.Host != "" || r.Instance.Row == nil {
		return true
	}
	path := strings.TrimSuffix(u.Path, "/")
	sid := record.Instances.SID(r.Instance.Row)
	if !strings.HasPrefix(path+"/", "/instances/"+sid+"/") && !strings.HasPrefix(path+"/", "/instance/"+sid+"/") {
		return true
	}
	found := chi.NewRouteContext()
	if !r.Site.router.Match(found, method, path) {
		return true
	}
	return r.May(r.Site.needs[method+" "+found.RoutePattern()])
}
