package validate_test

import (
	"context"
	"encoding/json"
	"regexp"
	"testing"

	"pgregory.net/rapid"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/validate"
)

// everyRule is one of each, but for Unique, which wildcard fields do not take.
func everyRule() []validate.Rule {
	return []validate.Rule{
		validate.Required(), validate.Nullable(), validate.Present(),
		validate.String(), validate.Integer(), validate.Int32(), validate.Float64(), validate.Numeric(), validate.Boolean(), validate.Array(),
		validate.List(),
		validate.Object(), validate.In("a", "1"), validate.Max(3), validate.Min(2), validate.Size(1), validate.Regex(regexp.MustCompile(`^a`)),
		validate.Date(),
		validate.IP(), validate.Distinct(), validate.Exists("maps"),
		validate.Custom(func(any) validate.Failure { return validate.Failure{} }),
	}
}

func anyValue(depth int) *rapid.Generator[any] {
	text := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"1", "-0", "1e3", " ", "2025-01-31", "a@b", "::1", "#fff", "{}"}))
	leaves := []*rapid.Generator[any]{
		rapid.Just[any](nil),
		rapid.Bool().AsAny(),
		text.AsAny(),
		rapid.Map(rapid.Float64(), func(f float64) any { return jsontree.Number(jsontree.AppendFloat(nil, f)) }),
		rapid.Map(rapid.Int64(), func(n int64) any { return jsontree.Number(jsontree.AppendInt(nil, n)) }),
		rapid.SampledFrom([]any{jsontree.Number("1e999"), jsontree.Number("99999999999999999999"), jsontree.Number("1")}),
	}
	if depth == 0 {
		return rapid.OneOf(leaves...)
	}
	list := rapid.SliceOfN(anyValue(depth-1), 0, 4)
	object := rapid.Custom(func(t *rapid.T) any { return anyObject(t, depth) })
	return rapid.OneOf(append(leaves, list.AsAny(), object)...)
}

func anyObject(t *rapid.T, depth int) *jsontree.Object {
	o := new(jsontree.Object)
	for _, key := range rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "0", "1", "a_confirmation", "*", ""}), 0, 5).Draw(t, "keys") {
		o.Set(key, anyValue(depth-1).Draw(t, key))
	}
	return o
}

// Whatever is sent, validation answers with valid JSON, the same each time, and the converters take it.
func TestAnyShapeIsAnswered(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		in := anyObject(t, 4)
		rules := rapid.SliceOfN(rapid.SampledFrom(everyRule()), 1, 6).Draw(t, "rules")
		v := validate.Compile(validate.Rules{
			field("a", append(rules, validate.Unique("names"))...), field("a.*", rules...), field("a.b", rules...), field("a.*.b", rules...),
			field("b.*.*", rules...),
		})
		opts := validate.Options{Partial: rapid.Bool().Draw(t, "partial")}
		first := answer(t, v, in, opts)
		if first != answer(t, v, in, opts) {
			t.Fatal("the second answer differs")
		}
		for _, value := range in.All() {
			_, _, _, _, _ = validate.Int(value), validate.Float(value), validate.Bool(value), validate.Text(value), validate.Time(value)
		}
	})
}

func answer(t interface{ Fatal(...any) }, v *validate.Validator, in *jsontree.Object, opts validate.Options) string {
	problems, err := v.Validate(context.Background(), in, &stock{holds: []string{"1"}}, opts)
	if err != nil {
		t.Fatal(err)
	}
	out := problems.AppendJSON(nil)
	if !json.Valid(out) {
		t.Fatal("no JSON: " + string(out))
	}
	return string(out)
}

// What the rule of a type accepts, the converter keeps.
func TestAcceptedIntegersKeepTheirValue(t *testing.T) {
	t.Parallel()
	v := validate.Compile(validate.Rules{field("n", validate.Integer())})
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int64().Draw(t, "n")
		literal := string(jsontree.AppendInt(nil, n))
		for _, value := range []any{literal, jsontree.Number(literal), " " + literal} {
			in := new(jsontree.Object)
			in.Set("n", value)
			if got := answer(t, v, in, validate.Options{}); got != `{"message":"","errors":{}}` || validate.Int(value) != n {
				t.Fatalf("%v: %s, %d", value, got, validate.Int(value))
			}
		}
	})
}

func FuzzValidate(f *testing.F) {
	for _, seed := range []string{
		`{"a":[{"b":1},{"b":"1"}],"b":{"0":[null]}}`, `{"a":"2025-01-31T10:00:00+02:00"}`, `{"a":"http://[::1]:80/%20?#"}`, `[1,[2]]`,
		`{"a":1e999}`,
	} {
		f.Add(seed)
	}
	var rules validate.Rules
	for _, name := range []string{"a", "a.*", "a.*.b", "b.0.*"} {
		rules = append(rules, field(name, append([]validate.Rule{validate.Nullable()}, everyRule()[6:]...)...))
	}
	v := validate.Compile(rules)
	f.Fuzz(func(t *testing.T, body string) {
		for _, in := range []*jsontree.Object{jsontree.ParseBody([]byte(body)), jsontree.ParseForm(body)} {
			jsontree.Prepare(in)
			answer(t, v, in, validate.Options{})
		}
	})
}

func BenchmarkValidate20Fields(b *testing.B) {
	var rules validate.Rules
	in := new(jsontree.Object)
	for i := range 20 {
		name := "field_" + string(rune('a'+i))
		rules = append(rules, field(name, validate.Required(), validate.String(), validate.Max(255)))
		in.Set(name, "StaticHeliCrash")
	}
	v := validate.Compile(rules)
	b.ReportAllocs()
	for b.Loop() {
		if problems, err := v.Validate(context.Background(), in, nil, validate.Options{}); problems != nil || err != nil {
			b.Fatal(problems, err)
		}
	}
}
