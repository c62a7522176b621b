package api_test

import (
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// keepsHeaders fails the test when headers that say the same in two ways differ; each answer of each test goes through it.
func keepsHeaders(t testing.TB, req *http.Request, r reply) {
	t.Helper()
	if want := quotaLike(r.header); !want.MatchString(r.header.Get("RateLimit") + " " + r.header.Get("RateLimit-Policy")) {
		t.Errorf("%s %s: RateLimit %q and RateLimit-Policy %q, want %s", req.Method, req.URL.Path, r.header.Get("RateLimit"),
			r.header.Get("RateLimit-Policy"), want)
	}
	exposesAll(t, req, r)
	if want := linksOfBody(r); req.Method == http.MethodGet && want != nil {
		for rel, address := range linksOf(r.header) {
			if want[rel] != address {
				t.Errorf("%s %s: the page %s is %q in the header and %q in the body", req.Method, req.URL.Path, rel, address, want[rel])
			}
			delete(want, rel)
		}
		if len(want) > 0 && len(req.URL.String()) < 100 {
			t.Errorf("%s %s: the header %q lacks %v", req.Method, req.URL.Path, r.header.Get("Link"), want)
		}
	}
}

// unexposed are the headers that scripts in browsers may read anyway, or have no use for.
var unexposed = []string{
	"Cache-Control", "Content-Length", "Content-Type", "Date", "Connection", "Vary", "X-Accel-Buffering",
	"Access-Control-Allow-Origin", "Access-Control-Expose-Headers", "Access-Control-Allow-Methods", "Access-Control-Allow-Headers",
	"Access-Control-Max-Age",
}

// exposesAll fails the test when an answer has a header that scripts of other sites cannot read.
func exposesAll(t testing.TB, req *http.Request, r reply) {
	t.Helper()
	if r.header.Get("Access-Control-Allow-Methods") != "" {
		return // to a preflight, which scripts do not see
	}
	exposed := strings.Split(strings.ToLower(r.header.Get("Access-Control-Expose-Headers")), ", ")
	for name := range r.header {
		if !slices.Contains(unexposed, name) && !slices.Contains(exposed, strings.ToLower(name)) {
			t.Errorf("%s %s: %s is not exposed", req.Method, req.URL.Path, name)
		}
	}
}

// quotaLike matches the new headers that belong to the old ones.
func quotaLike(h http.Header) *regexp.Regexp {
	limit, remaining := h.Get("X-RateLimit-Limit"), h.Get("X-RateLimit-Remaining")
	if limit == "" {
		return regexp.MustCompile(`^ $`)
	}
	wait := `\d+`
	if retry := h.Get("Retry-After"); remaining == "0" && h.Get("X-RateLimit-Reset") != "" {
		wait = retry
	}
	return regexp.MustCompile(`^"([a-z-]+)";r=` + remaining + `;t=` + wait + ` "[a-z-]+";q=` + limit + `;w=60$`)
}

// linksOfBody are the pages that a list names in its body, nil for what is no list.
func linksOfBody(r reply) map[string]string {
	var body struct {
		Links json.RawMessage `json:"links"`
		First string          `json:"first_page_url"`
		Last  string          `json:"last_page_url"`
		Next  *string         `json:"next_page_url"`
		Prev  *string         `json:"prev_page_url"`
	}
	if r.status != http.StatusOK || json.Unmarshal([]byte(r.body), &body) != nil || body.Links == nil {
		return nil
	}
	var links map[string]*string
	if json.Unmarshal(body.Links, &links) != nil { // of surface B, whose links are a list
		links = map[string]*string{"first": &body.First, "last": &body.Last, "next": body.Next, "prev": body.Prev}
	}
	found := map[string]string{}
	for rel, address := range links {
		if address != nil {
			found[rel] = *address
		}
	}
	return found
}

// linksOf reads the header Link: the addresses of pages by their relation.
func linksOf(h http.Header) map[string]string {
	found := map[string]string{}
	for link := range strings.SplitSeq(strings.Join(h.Values("Link"), ", "), ", ") {
		address, rel, there := strings.Cut(link, `>; rel="`)
		if there && rel != `successor-version"` {
			found[strings.TrimSuffix(rel, `"`)] = strings.TrimPrefix(address, "<")
		}
	}
	return found
}

func TestLinkHeader(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	instance, _ := c.instance(t)
	c.events(t, instance, "A", "B", "C", "D", "E")
	at := func(path, query string) string { return "<" + s.url + path + "?" + query + ">" }
	list := instance + "/events"
	tests := []struct{ name, path, want string }{
		{
			"first page", list + "?per_page=2",
			at(list, "per_page=2&page=2") + `; rel="next", ` + at(list, "per_page=2&page=1") + `; rel="first", ` + at(list, "per_page=2&page=3") +
				`; rel="last"`,
		},
		{
			"middle", list + "?per_page=2&page=2",
			at(list, "per_page=2&page=3") + `; rel="next", ` + at(list, "per_page=2&page=1") + `; rel="prev", ` +
				at(list, "per_page=2&page=1") + `; rel="first", ` + at(list, "per_page=2&page=3") + `; rel="last"`,
		},
		{"only page", list, at(list, "page=1") + `; rel="first", ` + at(list, "page=1") + `; rel="last"`},
		{
			"surface B", "/api/instance?amount=5",
			at("/api/instance", "amount=5&page=1") + `; rel="first", ` + at("/api/instance", "amount=5&page=1") + `; rel="last"`,
		},
		{"no list", "/api/v1/health", ""},
	}
	for _, tt := range tests {
		for range 2 { // the second answer may come from memory
			if got := c.get(t, tt.path).header.Get("Link"); got != tt.want {
				t.Errorf("%s: %s\nwant %s", tt.name, got, tt.want)
			}
		}
	}
}

// TestLongLinksFitIntoHeaders: what proxies would refuse is left out, but for the next page, without which clients stop.
func TestLongLinksFitIntoHeaders(t *testing.T) {
	t.Parallel()
	c := start(t).user(t)
	instance, _ := c.instance(t)
	c.events(t, instance, "A", "B", "C")
	for _, length := range []int{100, 800, 5000} {
		query := "?per_page=1&page=2&note=" + strings.Repeat("x", length)
		header := c.get(t, instance+"/events"+query).header
		links := linksOf(header)
		if links["next"] == "" || len(links) > 1 && len(header.Get("Link")) > 2<<10 || length == 100 && len(links) != 4 {
			t.Errorf("%s: %d links in %d bytes", strconv.Itoa(length), len(links), len(header.Get("Link")))
		}
	}
}
