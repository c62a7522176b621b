package record

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/jsontree"
)

// known is a lookup that knows the ids 1 to 3 and the name "taken".
type known struct{ err error }

func (k known) Missing(_ context.Context, _ string, values []string) (map[string]bool, error) {
	missing := map[string]bool{}
	for _, value := range values {
		missing[value] = !strings.Contains("1 2 3", value)
	}
	return missing, k.err
}

func (k known) Taken(_ context.Context, source string, value any) (bool, error) {
	return source == "samples.name" && value == "taken", k.err
}

func body(text string) *jsontree.Object {
	o := jsontree.ParseBody([]byte(text))
	jsontree.Prepare(o)
	return o
}

func TestAccept(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, body string
		want       Values
	}{
		{"least", `{"name":"a"}`, Values{"name": "a"}},
		{
			"what is not writable", `{"name":"a","id":1,"sid":"x","instance_id":1,"parts_count":9,"inner":"x","total":1,"created_at":"x","none":1}`,
			Values{"name": "a"},
		},
		{
			"converted", `{"name":" a ","count":"5","ratio":"0.5","flag":"0","digit":1}`,
			Values{"name": "a", "count": int64(5), "ratio": 0.5, "flag": int64(0), "digit": int64(1)},
		},
		{"cleared", `{"name":"a","count":null,"ratio":"","digit":null,"expires_at":null,"variant":"","owner_id":null,"password":""}`, Values{
			"name":       "a",
			"count":      nil,
			"ratio":      nil,
			"digit":      nil,
			"expires_at": nil,
			"variant":    nil,
			"owner_id":   nil,
			"password":   nil,
		}},
		{
			"a time in another zone", `{"name":"a","expires_at":"2026-02-01T13:00:00+01:00"}`,
			Values{"name": "a", "expires_at": int64(1769947200000000)},
		},
		{"an object", `{"name":"a","data":{"b":[1,{"c":" d/ "}],"a":1.50}}`, Values{"name": "a", "data": `{"b":[1,{"c":"d\/"}],"a":1.50}`}},
		{"an empty list for an object", `{"name":"a","data":[]}`, Values{"name": "a", "data": "{}"}},
		{"links", `{"name":"a","tag_ids":[3,"1",3,1.0]}`, Values{"name": "a", "tag_ids": []int64{3, 1}}},
		{"links in an object", `{"name":"a","tag_ids":{"x":2}}`, Values{"name": "a", "tag_ids": []int64{2}}},
		{"no links", `{"name":"a","tag_ids":null}`, Values{"name": "a", "tag_ids": []int64{}}},
		{"nested records", `{"name":"a","parts":[{"type":"x","none":1},{"type":"y","min":null,"ratio":0.5,"on":"0","note":"n"}]}`, Values{
			"name": "a", "parts_count": int64(2),
			"parts": `[{"type":"x","min":3,"ratio":null,"on":true,"note":null},{"type":"y","min":null,"ratio":0.5,"on":false,"note":"n"}]`,
		}},
		{"no nested records", `{"name":"a","parts":null}`, Values{"name": "a", "parts": "[]", "parts_count": int64(0)}},
		{"a password keeps its blanks", `{"name":"a","password":" x "}`, Values{"name": "a", "password": " x "}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			values, problems, err := samples.Accept(t.Context(), body(tt.body), known{}, false)
			if err != nil || problems != nil {
				t.Fatal(problems, err)
			}
			if diff := cmp.Diff(tt.want, values); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestAcceptRefuses(t *testing.T) {
	t.Parallel()
	tests := []struct{ body, want string }{
		{`{}`, `name: The name field is required.`},
		{`{"name":"taken"}`, `name: The name has already been taken.`},
		{`{"name":"a","count":10}`, `count: The count field must not be greater than 9.`},
		{`{"name":"a","count":-2}`, `count: The count field must be at least -1.`},
		{`{"name":"a","ratio":1.01}`, `ratio: The ratio field must not be greater than 1.`},
		{`{"name":"a","flag":null}`, `flag: The flag field must be true or false.`},
		{`{"name":"a","expires_at":"tomorrow"}`, `expires_at: The expires at field must be a valid date.`},
		{`{"name":"a\u0001b"}`, `name: The name field format is invalid.`},
		{`{"name":"a","variant":"c"}`, `variant: The selected variant is invalid.`},
		{`{"name":"a","owner_id":4}`, `owner_id: The selected owner id is invalid.`},
		{`{"name":"a","tag_ids":[1,4]}`, `tag_ids.1: The selected tag_ids.1 is invalid.`},
		{`{"name":"a","parts":[{"type":"x"},{"type":"longer"}]}`, `parts.1.type: The parts.1.type field must not be greater than 5 characters.`},
		{`{"name":"a","parts":[null]}`, `parts.0: The parts.0 field is required.`},
	}
	for _, tt := range tests {
		t.Run(tt.body, func(t *testing.T) {
			t.Parallel()
			values, problems, err := samples.Accept(t.Context(), body(tt.body), known{}, false)
			if err != nil || values != nil || len(problems) == 0 {
				t.Fatal(values, problems, err)
			}
			if got := problems[0].Field + ": " + problems.First(); got != tt.want {
				t.Errorf("got %s", got)
			}
		})
	}
}

func TestAcceptOfAPart(t *testing.T) {
	t.Parallel()
	values, problems, err := samples.Accept(t.Context(), body(`{"count":1}`), known{}, true)
	if diff := cmp.Diff(Values{"count": int64(1)}, values); diff != "" || problems != nil || err != nil {
		t.Error(diff, problems, err)
	}
	if _, problems, _ := samples.Accept(t.Context(), body(`{"name":null}`), known{}, true); problems.First() != "The name field is required." {
		t.Errorf("a required field is emptied: %v", problems)
	}
}

func TestAcceptTellsWhenTheLookupFails(t *testing.T) {
	t.Parallel()
	down := errors.New("down")
	if _, _, err := samples.Accept(t.Context(), body(`{"name":"a"}`), known{down}, false); !errors.Is(err, down) {
		t.Errorf("error %v", err)
	}
}

func TestDefaults(t *testing.T) {
	t.Parallel()
	values := Values{"flag": int64(0), "count": nil}
	samples.Defaults(values)
	want := Values{"flag": int64(0), "count": nil, "data": "{}", "parts": "[]", "parts_count": int64(0)}
	if diff := cmp.Diff(want, values); diff != "" {
		t.Error(diff)
	}
}

func TestAppendJSON(t *testing.T) {
	t.Parallel()
	row := samples.EmptyRow()
	for name, value := range map[string]any{
		"id":          int64(1),
		"sid":         "abc",
		"instance_id": int64(2),
		"name":        `a/é"`,
		"count":       int64(-1),
		"ratio":       0.5,
		"flag":        int64(1),
		"digit":       int64(1),
		"expires_at":  int64(1769947200000000),
		"data":        `{"a":1}`,
		"tag_ids":     []int64{2, 1},
		"password":    "sealed",
		"inner":       "x",
		"total":       int64(1),
	} {
		row[samples.Index(name)] = value
	}
	const want = `{"id":1,"sid":"abc","instance_id":2,"name":"a\/\u00e9\"","count":-1,"ratio":0.5,"flag":true,"digit":1,` +
		`"expires_at":"2026-02-01T12:00:00.000000Z","data":{"a":1},"variant":null,"owner_id":null,"tag_ids":[2,1],"parts_count":null,"total":1,` +
		`"created_at":null,"updated_at":null}`
	if diff := cmp.Diff(want, string(samples.AppendJSON(nil, row))); diff != "" {
		t.Error(diff)
	}
}
