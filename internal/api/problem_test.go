package api_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"quartermaster/internal/api"
	"quartermaster/internal/problem"
)

// aProblem is an answer of RFC 9457.
type aProblem struct {
	Type, Title, Detail, Message string
	Status                       int
	Errors                       map[string][]string
	Codes                        map[string][]struct {
		Rule       string
		Parameters []string
	}
}

// keepsProblem fails the test when an error has another form than its request accepts, or a problem does not hold together; each answer of
// each test goes through it.
func keepsProblem(t testing.TB, req *http.Request, r reply) {
	t.Helper()
	wanted := strings.Contains(req.Header.Get("Accept"), problem.ContentType) && r.status >= 400 && req.Method != http.MethodHead
	if is := r.header.Get("Content-Type") == problem.ContentType; is != wanted && req.Method != http.MethodHead {
		t.Errorf("%s %s: %d is a problem: %v, want %v", req.Method, req.URL.Path, r.status, is, wanted)
	}
	if !wanted {
		return
	}
	var p aProblem
	if err := json.Unmarshal([]byte(r.body), &p); err != nil {
		t.Errorf("%s %s: %v: %s", req.Method, req.URL.Path, err, r.body)
		return
	}
	known := slices.ContainsFunc(problem.Types(), func(kind problem.Type) bool {
		return strings.HasSuffix(p.Type, "://"+req.URL.Host+kind.URL()) && p.Title == kind.Title &&
			(kind.Status == r.status || r.status == http.StatusRequestTimeout)
	})
	if !known || p.Status != r.status || p.Detail == "" || p.Message != p.Detail {
		t.Errorf("%s %s: %d %s", req.Method, req.URL.Path, r.status, r.body)
	}
	p.keepsCodes(t)
}

// keepsCodes fails the test when the codes are not those of the errors, or have names that nobody can look up.
func (p aProblem) keepsCodes(t testing.TB) {
	t.Helper()
	if !slices.Equal(slices.Sorted(maps.Keys(p.Codes)), slices.Sorted(maps.Keys(p.Errors))) {
		t.Errorf("codes %v of the errors %v", p.Codes, p.Errors)
	}
	for field, codes := range p.Codes {
		if len(codes) != len(p.Errors[field]) {
			t.Errorf("%s: codes %v of the errors %v", field, codes, p.Errors[field])
		}
		for _, code := range codes {
			if !slices.ContainsFunc(problem.Rules(), func(r problem.Rule) bool { return r.Name == code.Rule }) || code.Parameters == nil {
				t.Errorf("%s: %+v is not known", field, code)
			}
		}
	}
}

// TestEveryErrorIsAProblem makes each sort of error twice: as the interface has it, and as a problem with the same members.
func TestEveryErrorIsAProblem(t *testing.T) {
	t.Parallel()
	s := start(t)
	c, free := s.user(t), s.freeUser(t)
	limited := start(t, rateLimit(1)).user(t)
	limited.get(t, "/api/v1/maps")
	instance, _ := c.instance(t)
	message, _ := c.create(t, instance+"/messages", `{"text":"Here"}`)
	builtIn := "/api/v1/maps/" + strings.Trim(c.get(t, "/api/v1/maps").at("data.0.sid"), `"`)
	long := `{"text":"` + strings.Repeat("x", 1<<20) + `"}`
	c.must(t, 200, "PUT", instance+"/texts/"+main+"db/globals.xml", `{"text":"<variables>"}`)
	tests := []struct {
		name               string
		as                 client
		method, path, body string
		headers            []string
		kind               problem.Type
	}{
		{"path", c, "GET", "/api/v1/%ff", "", nil, problem.BadPath},
		{"nobody", s.anonymous(), "GET", instance, "", nil, problem.Unauthenticated},
		{"plan", free, "GET", instance, "", nil, problem.NoAccess},
		{"built in", c, "PUT", builtIn, `{"name":"New"}`, nil, problem.ReadOnly},
		{"no path", c, "GET", "/api/v1/nothing", "", nil, problem.UnknownPath},
		{"odd path", c, "GET", "/api/v1//maps", "", nil, problem.UnknownPath},
		{"options", c, "OPTIONS", "/api/v1/nothing", "", nil, problem.UnknownPath},
		{"no path, as no such verb", c, "BREW", "/api/v2", "", nil, problem.UnknownPath},
		{"no instance", c, "GET", "/api/v1/instances/0000000000/types", "", nil, problem.NotFound},
		{"no record", c, "GET", message + "x", "", nil, problem.NotFound},
		{"no record of surface B", c, "GET", "/api/instance/0000000000", "", nil, problem.NotFound},
		{"no target", c, "GET", instance + "/target", "", nil, problem.NoTarget},
		{"verb", c, "POST", message, "", nil, problem.WrongMethod},
		{
			"overridden verb", c.standing("PUT"), "POST", instance + "/messages", "",
			[]string{"X-HTTP-Method-Override", "PUT"},
			problem.WrongMethod,
		},
		{"broken document", c, "PATCH", instance + "/documents/globals", `{"document":{"TimeLogin":5}}`, nil, problem.Unreadable},
		{"condition", c, "PUT", message, `{"text":"New"}`, []string{"If-Match", `"x"`}, problem.Precondition},
		{"body", c, "PUT", message, long, nil, problem.TooLarge},
		{"body of surface B", c, "POST", "/api/instance", long, nil, problem.TooLarge},
		{"fields", c, "POST", instance + "/events", `{"name":[],"children":[{}]}`, nil, problem.Invalid},
		{"fields of surface B", c, "POST", "/api/instance", `{"port":99999,"map_id":99}`, nil, problem.Invalid},
		{"filter", c, "GET", instance + "/types?q=nominal%3E%3E1", "", nil, problem.Invalid},
		{"key", c, "POST", instance + "/messages", `{"text":"New"}`, []string{"Idempotency-Key", "two words"}, problem.Invalid},
		{
			"batch", c, "POST", instance + "/batch", `{"operations":[{"op":"dance"},{"op":"create","resource":"types","data":{}}]}`, nil,
			problem.Invalid,
		},
		{"rate", limited, "GET", "/api/v1/maps", "", nil, problem.RateLimit},
		{"health", s.anonymous(), "GET", "/api/v1/health", "", nil, problem.Unhealthy},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			plain := tt.as.headed(t, tt.method, tt.path, tt.body, tt.headers...)
			r := tt.as.headed(t, tt.method, tt.path, tt.body, append(tt.headers, "Accept", problem.ContentType)...)
			if want := `"` + tt.as.server.url + tt.kind.URL() + `"`; r.at("type") != want || plain.status != r.status {
				t.Errorf("%d %s, want %s and %d", r.status, r.body, want, plain.status)
			}
			var old, now map[string]json.RawMessage
			check(t, json.Unmarshal([]byte(plain.body), &old))
			check(t, json.Unmarshal([]byte(r.body), &now))
			for name, value := range old {
				if string(now[name]) != string(value) && name != "status" {
					t.Errorf("%s is %s, was %s", name, now[name], value)
				}
			}
			if old["type"] != nil || r.header.Get("Vary") != "Accept" || plain.header.Get("Vary") != "" {
				t.Errorf("%s, headers %v", plain.body, r.header)
			}
		})
	}
}

// TestEarlyErrorsAreProblems: those that are made outside of the routes.
func TestEarlyErrorsAreProblems(t *testing.T) {
	t.Parallel()
	for kind, answer := range map[problem.Type]http.HandlerFunc{problem.ServerError: api.Failed, problem.Unavailable: api.Busy} {
		r := httptest.NewRequest(http.MethodGet, "/api/v1/maps", nil)
		plain, asProblem := httptest.NewRecorder(), httptest.NewRecorder()
		answer(plain, r)
		r.Header.Set("Accept", "application/json, "+problem.ContentType)
		answer(asProblem, r)
		if body := asProblem.Body.String(); asProblem.Code != kind.Status ||
			!strings.HasPrefix(body, `{"type":"`+strings.ReplaceAll(kind.URL(), "/", `\/`)+`",`) {
			t.Errorf("%d %s", asProblem.Code, body)
		}
		if body := plain.Body.String(); plain.Code != kind.Status || !strings.HasPrefix(body, `{"message":`) {
			t.Errorf("%d %s", plain.Code, body)
		}
	}
}

func TestWhoAcceptsProblems(t *testing.T) {
	t.Parallel()
	c := start(t).user(t)
	for accept, want := range map[string]bool{
		"":                                   false,
		"*/*":                                false,
		"application/json":                   false,
		"application/*":                      false,
		"application/problem+json":           true,
		"Application/Problem+JSON;charset=x": true,
		"application/json, application/problem+json":             true,
		"application/problem+json;q=0.5, application/json;q=0.5": true,
		"application/json, application/problem+json;q=0.5":       false,
		"application/problem+json;q=0":                           false,
		"text/csv, application/problem+json;q=0.1":               true,
	} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, c.server.url+"/api/v1/nothing", nil)
		check(t, err)
		r.Header.Set("Accept", accept)
		res, err := http.DefaultTransport.RoundTrip(r)
		check(t, err)
		check(t, res.Body.Close())
		if got := res.Header.Get("Content-Type") == problem.ContentType; got != want {
			t.Errorf("%q: %v", accept, got)
		}
	}
}

// TestCodes: what programs are told about fields.
func TestCodes(t *testing.T) {
	t.Parallel()
	c := start(t).user(t)
	instance, _ := c.instance(t)
	for body, want := range map[string]string{
		`{"nominal":"x","min":0,"max":1,"lifetime":5}`: `{"name":[{"parameters":[],"rule":"required"}],` +
			`"nominal":[{"parameters":[],"rule":"integer"}]}`,
		`{"name":"x","nominal":3000000000,"min":0,"max":1,"lifetime":5}`: `{"nominal":[{"parameters":["2147483647"],` +
			`"rule":"max"}]}`,
		`{"name":"x","nominal":3,"min":0,"max":1,"lifetime":5,"position":"here"}`: `{"position":[{"parameters":["fixed","player",` +
			`"uniform"],"rule":"in"}]}`,
		`{"name":"x","nominal":3,"min":0,"max":1,"lifetime":5,"children":[{"max":1}]}`: `{"children.0.type":[{"parameters":[],` +
			`"rule":"required"}]}`,
	} {
		r := c.headed(t, "POST", instance+"/events", body, "Accept", problem.ContentType)
		if got := r.at("codes"); got != want {
			t.Errorf("%s: %s, want %s", body, got, want)
		}
	}
	r := c.headed(t, "POST", instance+"/types", `{"instance_classname_id":99}`, "Accept", problem.ContentType)
	r.expect(t, 422, "codes.instance_classname_id.0.rule", `"exists"`)
}
