package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// TestMethodsInAnyLetterCase: _method and the header name a verb in any letter case, in a form, in the query and in JSON.
func TestMethodsInAnyLetterCase(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	for _, verb := range []string{"put", "Put", "pUT", "PUT", " put "} {
		instance := b.instance("A")
		form := url.Values{"_token": {b.token(instance)}, "_method": {verb}, "name": {"By form"}, "map_id": {"1"}}
		b.send(http.MethodPost, instance, form).status(http.StatusFound)
		b.get(instance).says("By form")

		form.Del("_method")
		form.Set("name", "By query")
		b.send(http.MethodPost, instance+"?_method="+url.QueryEscape(verb), form).status(http.StatusFound)
		b.get(instance).says("By query")

		form.Set("name", "By header")
		named := *b
		named.header = map[string]string{"X-HTTP-Method-Override": strings.TrimSpace(verb)}
		named.send(http.MethodPost, instance, form).status(http.StatusFound)
		b.get(instance).says("By header")

		form.Set("confirm", "By header")
		form.Set("_method", strings.NewReplacer("put", "delete", "Put", "Delete", "pUT", "dELETE", "PUT", "DELETE").Replace(verb))
		b.send(http.MethodPost, instance, form).status(http.StatusFound)
		b.get(instance).status(http.StatusNotFound)
	}
}
