package api_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"quartermaster/internal/jsontree"
)

// override sends a POST that stands for another method.
type override struct {
	name string
	send func(t testing.TB, c client, method, path string, body *jsontree.Object) reply
}

// overrides are the ways to say which method a POST stands for.
func overrides() []override {
	return []override{
		{"header", func(t testing.TB, c client, method, path string, body *jsontree.Object) reply {
			t.Helper()
			c = c.standing(method)
			return c.headed(t, "POST", path, text(body), "X-HTTP-Method-Override", strings.ToLower(method))
		}},
		{"header over member", func(t testing.TB, c client, method, path string, body *jsontree.Object) reply {
			t.Helper()
			c = c.standing(method)
			named := body.Clone()
			named.Set("_method", "GET")
			return c.headed(t, "POST", path, text(named), "X-HTTP-Method-Override", method)
		}},
		{"JSON", func(t testing.TB, c client, method, path string, body *jsontree.Object) reply {
			t.Helper()
			c = c.standing(method)
			named := body.Clone()
			named.Set("_method", method)
			return c.send(t, "POST", path, text(named))
		}},
		{"query", func(t testing.TB, c client, method, path string, body *jsontree.Object) reply {
			t.Helper()
			c = c.standing(method)
			return c.send(t, "POST", path+"?_method="+method, text(body))
		}},
		{"form", func(t testing.TB, c client, method, path string, body *jsontree.Object) reply {
			t.Helper()
			c = c.standing(method)
			form := url.Values{"_method": {method[:1] + strings.ToLower(method[1:])}}
			for key := range body.All() {
				form.Set(key, body.Text(key))
			}
			return c.do(t, "POST", path, "application/x-www-form-urlencoded", form.Encode())
		}},
		{"multipart", func(t testing.TB, c client, method, path string, body *jsontree.Object) reply {
			t.Helper()
			c = c.standing(method)
			var form strings.Builder
			part := func(name, value string) {
				fmt.Fprintf(&form, "--cut\r\nContent-Disposition: form-data; name=%q\r\n\r\n%s\r\n", name, value)
			}
			for key := range body.All() {
				part(key, body.Text(key))
			}
			part("_method", method)
			return c.do(t, "POST", path, "multipart/form-data; boundary=cut", form.String()+"--cut--\r\n")
		}},
	}
}

func text(body *jsontree.Object) string { return string(jsontree.AppendValue(nil, body)) }

// standing is the client whose POSTs stand for a method.
func (c client) standing(method string) client {
	c.stands = method
	return c
}

// TestAPostStandsForAnyMethod sends each request that changes or deletes something as itself and as a POST, to what is there for nobody and
// to nothing: both are answered alike.
func TestAPostStandsForAnyMethod(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	instance, _ := c.instance(t)
	world := furnished{client: c, instance: sidOf(instance)}
	nothing := new(jsontree.Object)
	for _, e := range served() {
		if e.Method == http.MethodGet || e.Method == http.MethodPost {
			continue
		}
		params := world.params(e)
		for name := range params {
			params[name] = "0000000000"
		}
		path := fill(e, params)
		for _, as := range []client{c, s.anonymous()} {
			want := as.send(t, e.Method, path, "")
			for _, way := range overrides() {
				if got := way.send(t, as, e.Method, path, nothing); got.status != want.status || got.body != want.body || got.status == 405 {
					t.Errorf("%s as POST with %s: %d %s, want %d %s", e.Method+" "+path, way.name, got.status, got.body, want.status, want.body)
				}
			}
		}
	}
}

func TestOverriddenMethodsDoAsTheOthers(t *testing.T) {
	t.Parallel()
	c := start(t).user(t)
	instance, _ := c.instance(t)
	for _, way := range overrides() {
		t.Run(way.name, func(t *testing.T) {
			t.Parallel()
			message, _ := c.create(t, instance+"/messages", `{"text":"Old","delay":5}`)
			body := new(jsontree.Object)
			body.Set("text", "New")
			way.send(t, c, "PUT", message, body).expect(t, 200, "data.text", `"New"`, "data.delay", "5", "data._method", "absent")
			body.Set("text", "Newer")
			way.send(t, c, "PATCH", message, body).expect(t, 200, "data.text", `"Newer"`)
			way.send(t, c, "GET", message, new(jsontree.Object)).expect(t, 200, "data.text", `"Newer"`)
			way.send(t, c, "POST", instance+"/messages", body).expect(t, 201, "data.text", `"Newer"`)
			way.send(t, c, "DELETE", message, new(jsontree.Object)).exactly(t, 200, `{"result":true}`)
			c.get(t, message).expect(t, 404)
		})
	}
}

// TestOverriddenMethodsAreRouted: what the original would have answered, before it asks who it is.
func TestOverriddenMethodsAreRouted(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	instance, _ := c.instance(t)
	message, _ := c.create(t, instance+"/messages", `{"text":"Here"}`)
	list := instance + "/messages"
	wrong := func(method, path, others string) string {
		return `{"message":"The ` + method + ` method is not supported for route ` + strings.ReplaceAll(path[1:], "/", `\/`) +
			`. Supported methods: ` + others + `."}`
	}
	tests := []struct {
		name, path, method string
		status             int
		body               string
	}{
		{"not supported here", list, "delete", 405, wrong("DELETE", list, "GET, HEAD, POST")},
		{"nor as POST", message, "POST", 405, wrong("POST", message, "GET, HEAD, PUT, PATCH, DELETE")},
		{"unknown word", message, "dance", 405, wrong("DANCE", message, "GET, HEAD, PUT, PATCH, DELETE")},
		{"no word is ignored", message, "PUT1", 405, wrong("POST", message, "GET, HEAD, PUT, PATCH, DELETE")},
		{"unrouted", "/api/v1/nothing", "PUT", 404, body404},
	}
	for _, tt := range tests {
		body := new(jsontree.Object)
		body.Set("text", "There")
		for _, way := range overrides() {
			for _, as := range []client{c, s.anonymous()} {
				if r := way.send(t, as, tt.method, tt.path, body); r.status != tt.status || r.body != tt.body {
					t.Errorf("%s with %s: %d %s", tt.name, way.name, r.status, r.body)
				}
			}
		}
	}
	for _, member := range []string{`null`, `["PUT"]`, `5`, `true`, `""`, `"P T"`} {
		c.must(t, 201, "POST", list, `{"text":"There","_method":`+member+`}`)
	}
	c.headed(t, "GET", message, "", "X-HTTP-Method-Override", "DELETE").expect(t, 200)
	c.headed(t, "PUT", message, `{"text":"Here","_method":"DELETE"}`, "X-HTTP-Method-Override", "DELETE").expect(t, 200, "data.text", `"Here"`)
}

// TestOverriddenMethodsKeepTheirRules: limits of bodies, conditions, keys, CSV.
func TestOverriddenMethodsKeepTheirRules(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	instance, _ := c.instance(t)
	list := instance + "/messages"
	message, _ := c.create(t, list, `{"text":"Here"}`)
	long := func(n int) string {
		return fmt.Sprintf(`{"text":"There","filler":%q,"_method":"PUT"}`, strings.Repeat("x", n))
	}
	c.standing("PUT").send(t, "POST", message, long(100<<10)).expect(t, 200, "data.text", `"There"`)
	c.standing("PUT").send(t, "POST", message, long(1<<20)).exactly(t, 413, body413)
	c.standing("PUT").send(t, "POST", instance+"/texts/notes/long.txt", fmt.Sprintf(`{"text":%q,"_method":"put"}`,
		strings.Repeat("x", 3<<20))).expect(t,
		200, "data.path", `"notes/long.txt"`)
	c.standing("PUT").headed(t, "POST", message, `{"text":"Nowhere","_method":"PUT"}`, "If-Match", `"other"`).expect(t, 412)
	tag := c.get(t, message).etag()
	c.standing("PUT").headed(t, "POST", message, `{"text":"Somewhere","_method":"PUT"}`, "If-Match", tag).expect(t, 200)
	for range 2 { // the key of a PUT means nothing
		c.standing("PUT").headed(t, "POST", message, `{"_method":"PATCH"}`, "Idempotency-Key", "one", "If-None-Match", "*").expect(t, 412)
	}
	for range 2 {
		r := c.headed(t, "POST", list, `{"text":"Once","_method":"POST"}`, "Idempotency-Key", "two")
		r.expect(t, 201)
	}
	c.get(t, list+"?q=once").expect(t, 200, "meta.total", "1")
	c.standing("PUT").do(t, "POST", list+"?_method=PUT", "text/csv", "text\nNew\n").expect(t, 405)
	c.do(t, "POST", list+"?_method=post", "text/csv", "text\nNew\n").expect(t, 200, "data.created", "1")
	c.get(t, list+"?q=new&_method=PUT").expect(t, 200, "meta.total", "1")
	c.standing("GET").send(t, "POST", list, `{"_method":"GET","q":"new"}`).expect(t, 200, "meta.total", "1", "links.first",
		`"`+s.url+list+`?q=new&page=1"`)
	s.anonymous().send(t, "POST", message, long(100<<10)).expect(t, 405) // of which no more is read
}

// TestUploadsMayNameTheirMethod: what names a method in an upload does not count as a file, nor hinders it.
func TestUploadsMayNameTheirMethod(t *testing.T) {
	t.Parallel()
	c := start(t).user(t)
	instance, _ := c.instance(t)
	form := func(method string) string {
		return "--cut\r\nContent-Disposition: form-data; name=\"_method\"\r\n\r\n" + method + "\r\n" +
			"--cut\r\nContent-Disposition: form-data; name=\"file\"; filename=\"types.xml\"\r\n\r\n" + oneType + "\r\n--cut--\r\n"
	}
	c.do(t, "POST", instance+"/files", "multipart/form-data; boundary=cut", form("POST")).expect(t, 200, "data.files.0.status", `"imported"`)
	c.standing("DELETE").do(t, "POST", instance+"/files", "multipart/form-data; boundary=cut", form("DELETE")).expect(t, 405)
}
