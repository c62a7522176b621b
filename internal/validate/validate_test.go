package validate_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/validate"
)

// stock is a lookup over the values that it holds; it notes what it was asked.
type stock struct {
	holds  []string
	failed error
	asked  []string
}

func (s *stock) Missing(_ context.Context, source string, values []string) (map[string]bool, error) {
	s.asked = append(s.asked, source+" "+strings.Join(values, ","))
	missing := map[string]bool{}
	for _, value := range values {
		missing[value] = !slices.Contains(s.holds, value)
	}
	return missing, s.failed
}

func (s *stock) Taken(_ context.Context, source string, value any) (bool, error) {
	text, isText := value.(string)
	if n, ok := value.(int64); ok {
		text = string(jsontree.AppendInt(nil, n))
	}
	s.asked = append(s.asked, source+"? "+text)
	return (isText || text != "") && slices.Contains(s.holds, text), s.failed
}

func field(name string, rules ...validate.Rule) validate.Field {
	return validate.Field{Name: name, Rules: rules}
}

func TestValidate(t *testing.T) {
	t.Parallel()
	children := validate.Rules{
		field("children", validate.Nullable(), validate.Array()),
		field("children.*.type", validate.Required(), validate.String()),
		field("children.*.Min_Count", validate.Integer()),
	}
	tests := []struct {
		name, in string
		rules    validate.Rules
		want     string // the errors object, or nothing
	}{
		{"unknown fields are ignored", `{"x":1,"Name":2}`, validate.Rules{field("name", validate.String())}, ``},
		{
			"order of the rules, not of the input", `{"a":1,"b":2}`,
			validate.Rules{field("b", validate.String()), field("a", validate.String())},
			`{"b":["The b field must be a string."],"a":["The a field must be a string."]}`,
		},
		{
			"every failing rule", `{"name":12345}`,
			validate.Rules{field("name", validate.String(), validate.Max(3), validate.In("a"))},
			`{"name":["The name field must be a string.","The name field must not be greater than 3 characters.","The selected name is invalid."]}`,
		},
		{
			"the same message once", `{"n":3000000000}`,
			validate.Rules{field("n", validate.Integer(), validate.Int32(), validate.Max(2147483647))},
			`{"n":["The n field must not be greater than 2147483647."]}`,
		},
		{
			"display names", `{"DisplayName":1,"be_id":1,"MinPriceThreshold":"a"}`,
			validate.Rules{
				field("DisplayName", validate.String()), field("be_id", validate.String()), field("MinPriceThreshold", validate.Integer()),
			},
			`{"DisplayName":["The display name field must be a string."],"be_id":["The be id field must be a string."],` +
				`"MinPriceThreshold":["The min price threshold field must be an integer."]}`,
		},
		{"case-sensitive keys", `{"Name":"a"}`, validate.Rules{field("name", validate.Required())}, `{"name":["The name field is required."]}`},
		{
			"nested field", `{"map":{"size_x":"a"}}`,
			validate.Rules{field("map.size_x", validate.Integer()), field("map.id", validate.Required())},
			`{"map.size_x":["The map.size x field must be an integer."],"map.id":["The map.id field is required."]}`,
		},
		{
			"member of a list by its index", `{"a":[1,"x"]}`,
			validate.Rules{field("a.1", validate.Integer()), field("a.01", validate.Integer())},
			`{"a.1":["The a.1 field must be an integer."]}`,
		},
		{"wildcard without members", `{"children":[]}`, children, ``},
		{"wildcard on nothing", `{}`, children, ``},
		{"wildcard on a scalar", `{"children":"a"}`, children, `{"children":["The children field must be an array."]}`},
		{
			"wildcard keeps names and tells field by field", `{"children":[{"Min_Count":"x"},{"type":"a"},{"type":5,"Min_Count":"y"},"z"]}`,
			children,
			`{"children.0.type":["The children.0.type field is required."],"children.2.type":["The children.2.type field must be a string."],` +
				`"children.3.type":["The children.3.type field is required."],"children.0.Min_Count":["The children.0.Min_Count field must be an ` +
				`integer."],` +
				`"children.2.Min_Count":["The children.2.Min_Count field must be an integer."]}`,
		},
		{
			"wildcard on an object", `{"ids":{"a":1,"b":"x"}}`,
			validate.Rules{field("ids.*", validate.Integer())},
			`{"ids.b":["The ids.b field must be an integer."]}`,
		},
		{
			"two wildcards", `{"a":[{"b":[1,"x"]},{"b":[true,null]}]}`,
			validate.Rules{field("a.*.b.*", validate.Integer())},
			`{"a.0.b.1":["The a.0.b.1 field must be an integer."],"a.1.b.1":["The a.1.b.1 field must be an integer."]}`,
		},
		{
			"distinct", `{"ids":[1,"1","01","a","A","a",1]}`,
			validate.Rules{field("ids.*", validate.Distinct())},
			`{"ids.0":["The ids.0 field has a duplicate value."],"ids.3":["The ids.3 field has a duplicate value."],` +
				`"ids.5":["The ids.5 field has a duplicate value."],"ids.6":["The ids.6 field has a duplicate value."]}`,
		},
		{
			"distinct among members", `{"rows":[{"n":"1.5"},{"n":"1.5"},{},{}]}`,
			validate.Rules{field("rows.*.n", validate.Distinct())},
			`{"rows.0.n":["The rows.0.n field has a duplicate value."],"rows.1.n":["The rows.1.n field has a duplicate value."]}`,
		},
		{"distinct on a plain field", `{"ids":[1,1]}`, validate.Rules{field("ids", validate.Distinct())}, ``},
		{"blank text skips the other rules", `{"a":" "}`, validate.Rules{field("a", validate.Integer(), validate.Min(5))}, ``},
		{
			"names are escaped", `{"a":{"/é\"":"x"}}`,
			validate.Rules{field("a.*", validate.Integer())},
			`{"a.\/\u00e9\"":["The a.\/\u00e9\" field must be an integer."]}`,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			assertErrors(t, check(t, test.rules, test.in, nil, validate.Options{}), test.want)
		})
	}
}

func check(t *testing.T, rules validate.Rules, body string, lookup validate.Lookup, opts validate.Options) validate.Errors {
	t.Helper()
	problems, err := validate.Compile(rules).Validate(t.Context(), jsontree.ParseBody([]byte(body)), lookup, opts)
	if err != nil {
		t.Fatal(err)
	}
	return problems
}

func assertErrors(t *testing.T, problems validate.Errors, want string) {
	t.Helper()
	if want == "" {
		if problems != nil {
			t.Errorf("refused: %s", problems.AppendJSON(nil))
		}
		return
	}
	message := string(jsontree.AppendString(nil, problems.First()))
	if diff := cmp.Diff(`{"message":`+message+`,"errors":`+want+`}`, string(problems.AppendJSON(nil))); diff != "" {
		t.Error(diff)
	}
}

func TestPartial(t *testing.T) {
	t.Parallel()
	rules := validate.Rules{
		field("name", validate.Required(), validate.String()),
		field("note", validate.Present()),
		field("map.id", validate.Required()),
		field("rows.*.n", validate.Required()),
	}
	tests := []struct{ name, in, want string }{
		{"absent", `{"note":null}`, ``},
		{"null", `{"note":1,"name":null}`, `{"name":["The name field is required."]}`},
		{"empty", `{"note":1,"name":""}`, `{"name":["The name field is required."]}`},
		{"wrong type", `{"note":1,"name":1}`, `{"name":["The name field must be a string."]}`},
		{"present stays", `{}`, `{"note":["The note field must be present."]}`},
		{
			"inside what was sent", `{"note":1,"map":{},"rows":[{}]}`,
			`{"map.id":["The map.id field is required."],"rows.0.n":["The rows.0.n field is required."]}`,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			assertErrors(t, check(t, rules, test.in, nil, validate.Options{Partial: true}), test.want)
		})
	}
}

func TestLookups(t *testing.T) {
	t.Parallel()
	id := validate.Rules{field("map_id", validate.Nullable(), validate.Integer(), validate.Exists("maps"))}
	ids := validate.Rules{field("usage_ids", validate.Array(), validate.Exists("usages"))}
	members := validate.Rules{field("usage_ids.*", validate.Integer(), validate.Exists("usages"))}
	name := validate.Rules{field("name", validate.String(), validate.Max(5), validate.Unique("names"))}
	tests := []struct {
		name, in string
		rules    validate.Rules
		want     string
		asked    []string
	}{
		{"exists", `{"map_id":1}`, id, ``, []string{"maps 1"}},
		{"exists in the form of the column", `{"map_id":"+1"}`, id, ``, []string{"maps 1"}},
		{"missing", `{"map_id":9}`, id, `{"map_id":["The selected map id is invalid."]}`, []string{"maps 9"}},
		{"absent is not asked", `{}`, id, ``, nil},
		{"null is not asked", `{"map_id":null}`, id, ``, nil},
		{"an error is not asked", `{"map_id":"a"}`, id, `{"map_id":["The map id field must be an integer."]}`, nil},
		{"list with one question", `{"usage_ids":[2,1,"2",1]}`, ids, ``, []string{"usages 2,1"}},
		{
			"list with a missing member", `{"usage_ids":[1,9]}`, ids, `{"usage_ids":["The selected usage ids is invalid."]}`,
			[]string{"usages 1,9"},
		},
		{
			"list with a member that is no scalar", `{"usage_ids":[1,[2]]}`, ids, `{"usage_ids":["The selected usage ids is invalid."]}`,
			[]string{"usages 1"},
		},
		{"empty list is not asked", `{"usage_ids":[]}`, ids, ``, nil},
		{"object of values", `{"usage_ids":{"a":1,"b":2}}`, ids, ``, []string{"usages 1,2"}},
		{
			"members with one question, in order", `{"usage_ids":[9,1,"x",2,8,1]}`, members,
			`{"usage_ids.0":["The selected usage_ids.0 is invalid."],"usage_ids.2":["The usage_ids.2 field must be an integer."],` +
				`"usage_ids.4":["The selected usage_ids.4 is invalid."]}`,
			[]string{"usages 9,1,2,8"},
		},
		{"null without nullable", `{"a":null}`, validate.Rules{field("a", validate.Exists("maps"))}, `{"a":["The selected a is invalid."]}`, nil},
		{"free name", `{"name":"new"}`, name, ``, []string{"names? new"}},
		{"taken name", `{"name":"1"}`, name, `{"name":["The name has already been taken."]}`, []string{"names? 1"}},
		{"wrong name is not asked", `{"name":"too long"}`, name, `{"name":["The name field must not be greater than 5 characters."]}`, nil},
		{
			"taken number", `{"n":"2"}`,
			validate.Rules{field("n", validate.Integer(), validate.Unique("ns"))},
			`{"n":["The n has already been taken."]}`,
			[]string{"ns? 2"},
		},
		{"list is no stored value", `{"n":[2]}`, validate.Rules{field("n", validate.Unique("ns"))}, ``, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			lookup := &stock{holds: []string{"1", "2"}}
			assertErrors(t, check(t, test.rules, test.in, lookup, validate.Options{}), test.want)
			if diff := cmp.Diff(test.asked, lookup.asked); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestLookupErrors(t *testing.T) {
	t.Parallel()
	down := errors.New("store is down")
	for _, rule := range []validate.Rule{validate.Exists("maps"), validate.Unique("maps")} {
		v := validate.Compile(validate.Rules{field("id", rule)})
		in := jsontree.ParseBody([]byte(`{"id":"1"}`))
		if _, err := v.Validate(t.Context(), in, &stock{failed: down}, validate.Options{}); !errors.Is(err, down) {
			t.Errorf("error is %v", err)
		}
		if _, err := v.Validate(t.Context(), in, nil, validate.Options{}); err == nil {
			t.Error("no error without a lookup")
		}
	}
}

func TestCompilePanicsOnUniqueWildcard(t *testing.T) {
	t.Parallel()
	defer func() {
		if recover() == nil {
			t.Error("compiled")
		}
	}()
	validate.Compile(validate.Rules{field("names.*", validate.Unique("names"))})
}

func TestErrors(t *testing.T) {
	t.Parallel()
	var e validate.Errors
	if e.First() != "" || e.Error() != "" {
		t.Error("no errors, but a message")
	}
	e.AddSentence("json_file", "Line 3 is wrong.")
	e.AddSentence("name", "Bad.")
	e.AddSentence("json_file", "Worse.")
	e.AddSentence("name", "Bad.")
	want := `{"message":"Line 3 is wrong.","errors":{"json_file":["Line 3 is wrong.","Worse."],"name":["Bad."]}}`
	if diff := cmp.Diff(want, string(e.AppendJSON(nil))); diff != "" {
		t.Error(diff)
	}
	if e.Error() != "Line 3 is wrong." {
		t.Errorf("error is %q", e.Error())
	}
}

// A very long list of bad members takes time in proportion and gets a bounded answer.
func TestHugeList(t *testing.T) {
	t.Parallel()
	list := make([]any, 200_000)
	for i := range list {
		list[i] = "x"
	}
	in := new(jsontree.Object)
	in.Set("ids", list)
	v := validate.Compile(validate.Rules{field("ids.*", validate.Distinct(), validate.Integer()), field("name", validate.Required())})
	problems, err := v.Validate(t.Context(), in, nil, validate.Options{})
	if err != nil || len(problems) != 1000 {
		t.Errorf("%d errors, %v", len(problems), err)
	}
}
