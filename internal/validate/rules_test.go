package validate_test

import (
	"regexp"
	"strings"
	"testing"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/validate"
)

// ruleTest holds one rule of the field `map_id` against values in JSON.
type ruleTest struct {
	name    string
	rules   []validate.Rule
	message string
	accepts []string
	refuses []string
}

func TestRules(t *testing.T) {
	t.Parallel()
	for _, tests := range [][]ruleTest{presenceTests(), typeTests(), sizeTests(), formatTests(), dateTests()} {
		for _, test := range tests {
			t.Run(test.name, func(t *testing.T) {
				t.Parallel()
				test.run(t)
			})
		}
	}
}

func (test ruleTest) run(t *testing.T) {
	v := validate.Compile(validate.Rules{{Name: "map_id", Rules: test.rules}})
	for _, value := range test.accepts {
		if got := messages(t, v, body(value)); got != "" {
			t.Errorf("%s is refused: %s", value, got)
		}
	}
	for _, value := range test.refuses {
		if got := messages(t, v, body(value)); got != test.message {
			t.Errorf("%s gives %q, want %q", value, got, test.message)
		}
	}
}

// body is the request with one value, or none where the value is empty.
func body(value string) string {
	if value == "" {
		return `{}`
	}
	return `{"map_id":` + value + `}`
}

// messages validates a body and returns all messages, one after another.
func messages(t *testing.T, v *validate.Validator, body string) string {
	t.Helper()
	in, err := jsontree.Parse([]byte(body))
	if err != nil {
		t.Fatalf("%v in %s", err, body)
	}
	problems, err := v.Validate(t.Context(), in.(*jsontree.Object), nil, validate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, problem := range problems {
		all = append(all, problem.Texts()...)
	}
	return strings.Join(all, "|")
}

func one(rules ...validate.Rule) []validate.Rule { return rules }

func presenceTests() []ruleTest {
	return []ruleTest{
		{
			"required", one(validate.Required()), "The map id field is required.",
			[]string{`0`, `false`, `"0"`, `"a"`, `[0]`, `{"a":null}`},
			[]string{``, `null`, `""`, `" \t"`, `[]`, `{}`},
		},
		{
			"required ends the field", one(validate.Required(), validate.String(), validate.Min(3)), "The map id field is required.",
			[]string{`"abc"`},
			[]string{``, `null`, `[]`},
		},
		{
			"nullable", one(validate.Nullable(), validate.Integer()), "The map id field must be an integer.",
			[]string{``, `null`, `1`},
			[]string{`"a"`},
		},
		{"not nullable", one(validate.Integer()), "The map id field must be an integer.", []string{``, `1`}, []string{`null`}},
		{
			"required and nullable", one(validate.Required(), validate.Nullable()), "The map id field is required.",
			[]string{`1`},
			[]string{``, `null`},
		},
		{"present", one(validate.Present()), "The map id field must be present.", []string{`null`, `""`, `[]`, `1`}, []string{``}},
		{
			"custom", one(validate.Custom(func(value any) validate.Failure {
				if value == "a" {
					return validate.Failure{}
				}
				return validate.Failure{Rule: "a", Predicate: "is no a"}
			})), "The map id field is no a.",
			[]string{``, `"a"`},
			[]string{`"b"`, `null`, `1`},
		},
	}
}

func typeTests() []ruleTest {
	return []ruleTest{
		{
			"string", one(validate.String()), "The map id field must be a string.",
			[]string{`"a"`, `"5"`, `""`, `"é"`},
			[]string{`5`, `76561198000000000`, `true`, `null`, `[]`, `{}`, `"a\u0000b"`},
		},
		{
			"integer", one(validate.Integer()), "The map id field must be an integer.",
			[]string{
				`5`, `-5`, `0`, `-0`, `5.0`, `1e3`, `true`, `"5"`, `"+5"`, `"-5"`, `"-0"`, `"0"`, `" 5 "`,
				`9223372036854775807`, `"-9223372036854775808"`, `999999999999999.0`,
				`9223372036854775808`, `"9223372036854775808"`, `1e25`, `1e15`, `1e999`,
			},
			[]string{
				`5.5`, `"05"`, `"5.0"`, `"1e3"`, `"1e400"`, `"0x1"`, `"+"`, `"--5"`, `"+-5"`, `"5 5"`, `"a"`, `false`, `null`, `[]`, `[5]`, `{}`,
			},
		},
		{
			"32 bits above", one(validate.Integer(), validate.Int32()), "The map id field must not be greater than 2147483647.",
			[]string{`2147483647`, `-2147483648`, `"2147483647"`, `true`},
			[]string{
				`2147483648`, `"2147483648"`, `9223372036854775807`, `2147483648.0`, `9223372036854775808`, `1e15`, `1e25`, `1e999`,
				`"+9223372036854775808"`, `"99999999999999999999"`, `18446744073709551616`, `36893488147419103233`,
			},
		},
		{
			"32 bits below", one(validate.Integer(), validate.Int32()), "The map id field must be at least -2147483648.",
			[]string{`-2147483648`},
			[]string{`-2147483649`, `"-9223372036854775808"`, `-9223372036854775809`, `"-99999999999999999999"`, `-1e25`, `-1e999`},
		},
		{
			"numeric", one(validate.Numeric()), "The map id field must be a number.",
			[]string{`5`, `-1.5`, `1e3`, `"1e3"`, `" 1.5"`, `"1.5 "`, `".5"`, `"5."`, `"+5"`, `"-.5e-3"`, `"05"`, `1e999`, `"-1e999"`},
			[]string{`true`, `false`, `null`, `"a"`, `"1.5a"`, `"0x1A"`, `"inf"`, `"NaN"`, `"1_0"`, `"."`, `"1e"`, `"1 5"`, `[]`, `{}`},
		},
		{
			"64 bits above", one(validate.Numeric(), validate.Float64()), "The map id field must not be greater than 1.7976931348623157e+308.",
			[]string{`1e308`, `-1e308`, `1e-999`, `"1.7976931348623157e308"`},
			[]string{`1e309`, `1e999`, `"1e999"`},
		},
		{
			"64 bits below", one(validate.Numeric(), validate.Float64()), "The map id field must be at least -1.7976931348623157e+308.",
			[]string{`-1e308`},
			[]string{`-1e309`, `-1e999`, `"-1e999"`},
		},
		{
			"a bound of infinite numbers", one(validate.Numeric(), validate.Max(1), validate.Min(0)), "The map id field must not be greater than 1.",
			[]string{`1`, `0.5`},
			[]string{`1e999`, `"1e999"`, `99999999999999999999`},
		},
		{
			"boolean", one(validate.Boolean()), "The map id field must be true or false.",
			[]string{`true`, `false`, `0`, `1`, `"0"`, `"1"`},
			[]string{`"true"`, `"false"`, `"on"`, `"yes"`, `1.0`, `2`, `-0`, `null`, `[]`, `{}`},
		},
		{
			"array", one(validate.Array()), "The map id field must be an array.",
			[]string{`[]`, `[1]`, `{}`, `{"a":1}`},
			[]string{`"a"`, `1`, `true`, `null`},
		},
		{
			"list", one(validate.List()), "The map id field must be a list.",
			[]string{`[]`, `[1,2]`, `{}`, `{"0":1,"1":2}`},
			[]string{`{"a":1}`, `{"1":1,"0":2}`, `{"0":1,"2":2}`, `"a"`, `null`},
		},
		{
			"object", one(validate.Object()), "The map id field must be an array.",
			[]string{`{}`, `{"a":1}`, `[]`},
			[]string{`[1]`, `"a"`, `1`, `null`},
		},
		{
			"in", one(validate.In("ban", "1", "1.5")), "The selected map id is invalid.",
			[]string{`"ban"`, `1`, `"1"`, `1.0`, `1.50`, `true`},
			[]string{`"Ban"`, `"bans"`, `2`, `false`, `null`, `["ban"]`, `{}`},
		},
	}
}

func sizeTests() []ruleTest {
	return []ruleTest{
		{
			"max of a text", one(validate.String(), validate.Max(3)), "The map id field must not be greater than 3 characters.",
			[]string{`"abc"`, `"äöü"`, `"😀😀😀"`, `" "`},
			[]string{`"abcd"`, `"äöüß"`},
		},
		{
			"max of a number", one(validate.Integer(), validate.Max(3)), "The map id field must not be greater than 3.",
			[]string{`3`, `"3"`, `-5`, `true`},
			[]string{`4`, `"4"`},
		},
		{
			"max of an array", one(validate.Array(), validate.Max(1)), "The map id field must not have more than 1 items.",
			[]string{`[]`, `["abc"]`},
			[]string{`[1,2]`, `{"a":1,"b":2}`},
		},
		{
			"max of a number as text", one(validate.Max(3)), "The map id field must not be greater than 3 characters.",
			[]string{`999`, `null`},
			[]string{`1000`, `[1,2,3,4]`},
		},
		{
			"max with a fraction", one(validate.Numeric(), validate.Max(0.5)), "The map id field must not be greater than 0.5.",
			[]string{`0.5`, `".5"`},
			[]string{`0.51`, `1e3`},
		},
		{
			"min of a text", one(validate.String(), validate.Min(2)), "The map id field must be at least 2 characters.",
			[]string{`"ab"`, `"  "`},
			[]string{`"a"`, `"ä"`},
		},
		{
			"min of a number", one(validate.Numeric(), validate.Min(-1)), "The map id field must be at least -1.",
			[]string{`-1`, `"0"`},
			[]string{`-1.01`, `"-2"`},
		},
		{
			"min of an array", one(validate.Array(), validate.Min(2)), "The map id field must have at least 2 items.",
			[]string{`[1,2]`},
			[]string{`[1]`, `{}`},
		},
		{
			"size of a text", one(validate.String(), validate.Size(2)), "The map id field must be 2 characters.",
			[]string{`"ab"`},
			[]string{`"a"`, `"abc"`},
		},
		{
			"size of a number", one(validate.Numeric(), validate.Size(2)), "The map id field must be 2.",
			[]string{`2`, `2.0`, `"2"`},
			[]string{`22`},
		},
		{
			"size of an array", one(validate.Array(), validate.Size(2)), "The map id field must contain 2 items.",
			[]string{`[1,2]`},
			[]string{`[1]`},
		},
	}
}

func formatTests() []ruleTest {
	return []ruleTest{
		{
			"regex", one(validate.Regex(regexp.MustCompile(`^[0-9]+$`))), "The map id field format is invalid.",
			[]string{`"123"`, `123`},
			[]string{`"12a"`, `-1`, `true`, `null`, `[]`},
		},
		{
			"ip", one(validate.IP()), "The map id field must be a valid IP address.",
			[]string{`"192.168.0.1"`, `"::1"`, `"2001:DB8::1"`, `"::ffff:1.2.3.4"`, `"0.0.0.0"`},
			[]string{
				`"192.168.0.1:2302"`, `"10.0.0.0/8"`, `"192.168.00.1"`, `"256.1.1.1"`, `"1.2.3"`, `"[::1]"`, `"fe80::1%eth0"`, `"localhost"`, `1`,
				`null`, `[]`,
			},
		},
	}
}

func dateTests() []ruleTest {
	return []ruleTest{
		{
			"date", one(validate.Date()), "The map id field must be a valid date.",
			[]string{
				`"2025-01-31"`, `"2025-01-31T10:00:00Z"`, `"2025-01-31T10:00:00+02:00"`, `"2025-01-31 10:00:00"`, `"2025-01-31T10:00:00.123456Z"`,
				`"2025-01-31T10:00"`, `"2025-01-31 10:00:00 -0530"`, `"2025-01-31 10:00:00 UTC"`, `"01/31/2025"`, `"1/31/2025 10:00"`, `"31-01-2025"`,
				`"31.01.2025"`, `"Jan 31 2025"`, `"january 31, 2025"`, `"31 Jan 2025"`, `"31-Jan-2025"`, `"2025-01"`, `"20250131"`, `20250131`,
				`"2025/01/31"`, `"2024-02-29"`, `" 2025-01-31 "`, `"9999-12-31T23:59:59Z"`, `"9999-12-31T23:59:59+01:00"`, `"0001-01-01"`,
			},
			[]string{
				`"2025-02-30"`, `"2025-02-29"`, `"2025-13-01"`, `"31/01/2025"`, `"tomorrow"`, `"now"`, `"+1 week"`, `"10:00"`, `"T10:00"`,
				`"1735689600"`,
				`1735689600`, `"2025"`, `2025`, `"0000-00-00"`, `"0000-01-01"`, `"2025-01-31T25:00:00"`, `"2025-01-31T10:00:00+99:00"`,
				`"9999-12-31T23:59:59-01:00"`, `"10000-01-01"`, `"0001-01-01T00:00:00+01:00"`, `"+10000-01-01"`, `"99991231T235959"`,
				`"2025-01-31 at noon"`, `"2025-01-31T10:00x"`, `"a:b"`, `true`, `null`, `[]`, `{}`,
			},
		},
	}
}
