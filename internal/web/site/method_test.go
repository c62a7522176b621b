package site_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"quartermaster/internal/web/webtest"
)

// TestMethodsInAnyLetterCase: _method and the header name a verb in any letter case, in a form, in the query and in JSON.
func TestMethodsInAnyLetterCase(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	for _, verb := range []string{"put", "Put", "pUT", "PUT", " put "} {
		instance := b.Instance("A")
		form := url.Values{"_token": {b.Token(instance)}, "_method": {verb}, "name": {"By form"}, "map_id": {"1"}}
		b.Send(http.MethodPost, instance, form).Status(http.StatusFound)
		b.Get(instance).Says("By form")

		form.Del("_method")
		form.Set("name", "By query")
		b.Send(http.MethodPost, instance+"?_method="+url.QueryEscape(verb), form).Status(http.StatusFound)
		b.Get(instance).Says("By query")

		form.Set("name", "By header")
		named := *b
		named.Header = map[string]string{"X-HTTP-Method-Override": strings.TrimSpace(verb)}
		named.Send(http.MethodPost, instance, form).Status(http.StatusFound)
		b.Get(instance).Says("By header")

		form.Set("confirm", "By header")
		form.Set("_method", strings.NewReplacer("put", "delete", "Put", "Delete", "pUT", "dELETE", "PUT", "DELETE").Replace(verb))
		b.Send(http.MethodPost, instance, form).Status(http.StatusFound)
		b.Get(instance).Status(http.StatusNotFound)
	}
}
