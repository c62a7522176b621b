package jsontree_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/jsontree"
)

func TestParseBody(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, want string }{
		{"object", `{"name":"a"}`, `{"name":"a"}`},
		{"empty body", ``, `{}`},
		{"malformed", `{"name":`, `{}`},
		{"bad UTF-8", "{\"a\":\"\xc3\"}", `{}`},
		{"lone surrogate", `{"a":"\ud800"}`, `{}`},
		{"null", `null`, `{}`},
		{"scalar", `5`, `{"0":5}`},
		{"false", `false`, `{"0":false}`},
		{"text", `"a"`, `{"0":"a"}`},
		{"list", `["a",{"b":1}]`, `{"0":"a","1":{"b":1}}`},
		{"empty list", `[]`, `{}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, written(jsontree.ParseBody([]byte(test.in)))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestPrepare(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, want string }{
		{"blanks at both ends", `{"a":" \t b c \r\n"}`, `{"a":"b c"}`},
		{"empty becomes null", `{"a":"","b":"  "}`, `{"a":null,"b":null}`},
		{"invisible characters", `{"a":"\u00a0\u200b\ufeff\u2060\u206f\u3000\u3164\u00adx\u200d"}`, `{"a":"x"}`},
		{"more invisible characters", `{"a":"\u0000\u0085\u1680\u034f\u2800\ud834\udd73x\udb40\udc20"}`, `{"a":"x"}`},
		{"inner ones stay", `{"a":"x\u200by z"}`, `{"a":"x\u200by z"}`},
		{"nested", `{"a":[" b ",{"c":" ","d":["  e"]}]}`, `{"a":["b",{"c":null,"d":["e"]}]}`},
		{"keys stay", `{" a ":" b "}`, `{" a ":"b"}`},
		{
			"passwords stay", `{"password":" a ","password_confirmation":" ","current_password":""}`,
			`{"password":" a ","password_confirmation":" ","current_password":null}`,
		},
		{"nested passwords do not", `{"a":{"password":" b "}}`, `{"a":{"password":"b"}}`},
		{"password that is no text", `{"password":[" a "]}`, `{"password":["a"]}`},
		{"others", `{"a":1,"b":true,"c":null,"d":{},"e":[]}`, `{"a":1,"b":true,"c":null,"d":{},"e":[]}`},
		{
			"verbatim objects stay", `{"verbatim":{"a":" ","b":[""]},"c":[{"verbatim":{"d":""}}],"e":{"f":" "}}`,
			`{"verbatim":{"a":" ","b":[""]},"c":[{"verbatim":{"d":""}}],"e":{"f":null}}`,
		},
		{"verbatim that is no object", `{"verbatim":" "}`, `{"verbatim":null}`},
		{"control characters that are no white space", `{"a":"\u0001x\u001f"}`, `{"a":"\u0001x\u001f"}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			o := jsontree.ParseBody([]byte(test.in))
			jsontree.Prepare(o, "verbatim")
			if diff := cmp.Diff(test.want, written(o)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
