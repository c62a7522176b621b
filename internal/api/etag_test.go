package api_test

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/storetest"
)

// headed sends a JSON body with headers, given as names and values.
func (c client) headed(t testing.TB, method, path, body string, headers ...string) reply {
	t.Helper()
	req := c.request(t, method, path, strings.NewReader(body))
	req.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		req.Header.Add(headers[i], headers[i+1])
	}
	return c.roundTrip(t, req)
}

func (r reply) etag() string { return r.header.Get("ETag") }

// tagFor is the tag of a body: nothing but the body goes into it, so that all servers agree.
func tagFor(body string) string {
	sum := sha256.Sum256([]byte(body))
	return `"` + base64.RawURLEncoding.EncodeToString(sum[:16]) + `"`
}

func onSurfaceA(e endpoint.Endpoint) bool { return strings.HasPrefix(e.Path, "/api/v1/") }

func TestEveryReadOfSurfaceAHasATag(t *testing.T) {
	t.Parallel()
	s := start(t, rateLimit(1000))
	f := furnish(t, s.user(t), "Tagged")
	for _, e := range served() {
		if e.Method != http.MethodGet || !f.holds(e) {
			continue
		}
		t.Run(e.Path, func(t *testing.T) {
			t.Parallel()
			path := f.path(e)
			got := f.must(t, 200, "GET", path, "")
			want := tagFor(got.body)
			switch {
			// a stream is never the same twice, or not known before its end
			case !onSurfaceA(e), e.Action == "watch job", e.Action == "export revisions", e.AnswersCSV() && e.Operation != nil:
				want = ""
			case e.AnswersCSV(), e.Action == "download file", e.Action == "download zip", e.Action == "download stored file",
				e.Action == "export layer", e.Action == "bundle records", e.Action == "download bundle":
				want = `"` + digest(got.body) + `"`
			}
			if got.etag() != want {
				t.Fatalf("tag %q, want %q", got.etag(), want)
			}
			if want != "" {
				f.expectUnchanged(t, "GET", path, want)
				f.expectUnchanged(t, "HEAD", path, want)
			}
		})
	}
}

// expectUnchanged asks again with the tag.
func (c client) expectUnchanged(t testing.TB, method, path, tag string) {
	t.Helper()
	r := c.headed(t, method, path, "", "If-None-Match", tag)
	r.exactly(t, http.StatusNotModified, "")
	for name, want := range map[string]string{
		"ETag":                        tag,
		"Cache-Control":               "no-cache, private",
		"X-RateLimit-Limit":           "1000",
		"Access-Control-Allow-Origin": "*",
		"Content-Type":                "",
		"Content-Length":              "",
		"Content-Disposition":         "",
	} {
		if got := r.header.Get(name); got != want {
			t.Errorf("%s %s: %q, want %q", method, name, got, want)
		}
	}
	if r.header.Get("X-RateLimit-Remaining") == "" {
		t.Errorf("%s: nothing tells what is left of the minute", method)
	}
}

func TestOtherAnswersHaveNoTag(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	instance, _ := c.instance(t)
	event, _ := c.create(t, instance+"/events", minimalEvent)
	for _, tt := range []struct{ method, path string }{
		{"GET", "/api/v1/health"},
		{"GET", event + "x"},
		{"GET", "/api/instance"},
		{"POST", instance + "/events"},
		{"DELETE", event},
	} {
		r := c.headed(t, tt.method, tt.path, "", "If-None-Match", "x")
		if r.etag() != "" || r.status == http.StatusNotModified {
			t.Errorf("%s %s: %d with the tag %s", tt.method, tt.path, r.status, r.etag())
		}
	}
}

func TestIfNoneMatch(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	instance, _ := c.instance(t)
	event, _ := c.create(t, instance+"/events", minimalEvent)
	tag := c.get(t, event).etag()
	tests := []struct {
		name    string
		headers []string
		status  int
	}{
		{"the tag", []string{tag}, 304},
		{"compared weakly", []string{"W/" + tag}, 304},
		{"any", []string{"*"}, 304},
		{"in a list", []string{`"other", ` + tag + `,"more"`}, 304},
		{"in a list with holes", []string{` , ,W/"other",,` + tag}, 304},
		{"behind a comma in a tag", []string{`"a,b", ` + tag}, 304},
		{"in a second line", []string{`"other"`, tag}, 304},
		{"another", []string{`"other"`}, 200},
		{"without quotes", []string{strings.Trim(tag, `"`)}, 200},
		{"in another letter case", []string{swapCase(tag)}, 200},
		{"weak in small letters", []string{"w/" + tag}, 200},
		{"a part of another", []string{`"x` + strings.Trim(tag, `"`) + `"`}, 200},
		{"a star among tags", []string{`"other", *`}, 200},
		{"nothing", []string{""}, 200},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var headers []string
			for _, value := range tt.headers {
				headers = append(headers, "If-None-Match", value)
			}
			if r := c.headed(t, "GET", event, "", headers...); r.status != tt.status || (r.body == "") != (tt.status == 304) {
				t.Errorf("status %d, want %d: %s", r.status, tt.status, r.body)
			}
		})
	}
}

func TestTagsChangeWithWhatTheyStandFor(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		instance, _ := c.instance(t)
		event, _ := c.create(t, instance+"/events", minimalEvent)
		for _, path := range []string{event, instance + "/events", instance + "/files", instance + "/files/" + main + "db/events.xml"} {
			before := c.must(t, 200, "GET", path, "").etag()
			nominal := c.get(t, event).at("data.nominal")
			c.must(t, 200, "PATCH", event, `{"nominal":1`+nominal+`}`)
			r := c.headed(t, "GET", path, "", "If-None-Match", before)
			if r.status != 200 || r.etag() == before {
				t.Errorf("%s: status %d with the tag %s after %s", path, r.status, r.etag(), before)
			}
		}
	})
}

func TestBrowsersMayReadTheHeaders(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	const exposed = "Allow, Content-Disposition, ETag, Link, Location, Preference-Applied, Deprecation, Sunset, Retry-After, RateLimit, " +
		"RateLimit-Policy, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id, Idempotent-Replayed"
	for _, as := range []client{c, s.anonymous()} {
		for _, path := range []string{"/api/v1/maps", "/api/v1/nothing", "/api/instance"} {
			if got := as.get(t, path).header.Get("Access-Control-Expose-Headers"); got != exposed {
				t.Errorf("%s exposes %q", path, got)
			}
		}
	}
}

func BenchmarkList100(b *testing.B) {
	s := start(b)
	c := s.user(b)
	instance, _ := c.instance(b)
	var file strings.Builder
	file.WriteString("<types>")
	for i := range 200 {
		fmt.Fprintf(&file, `<type name="Class%d"><nominal>%d</nominal><lifetime>3600</lifetime></type>`, i, i)
	}
	c.upload(b, instance+"/files", upload{"types.xml", file.String() + "</types>"}).expect(b, 200)
	path := instance + "/types?per_page=100"
	tag := c.get(b, path).etag()
	for name, header := range map[string]string{"whole": `"none"`, "unchanged": tag} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				c.headed(b, "GET", path, "", "If-None-Match", header)
			}
		})
	}
}
