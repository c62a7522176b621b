package jsontree_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"quartermaster/internal/jsontree"
)

// written returns the tree as the wire would show it.
func written(v any) string { return string(jsontree.AppendValue(nil, v)) }

func TestParse(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, want string }{
		{"null", `null`, `null`},
		{"white space around", " \t\r\n true \n", `true`},
		{"false", `false`, `false`},
		{
			"number keeps its literal", `[0,-0,1.50,1E+3,-12.5e-3,123456789012345678901234567890]`,
			`[0,-0,1.50,1E+3,-12.5e-3,123456789012345678901234567890]`,
		},
		{"empty list and object", `[[],{}]`, `[[],{}]`},
		{"order of keys", `{"b":1,"a":2,"B":3}`, `{"b":1,"a":2,"B":3}`},
		{"last duplicate at the first place", `{"a":1,"b":2,"a":3}`, `{"a":3,"b":2}`},
		{"empty key", `{"":1}`, `{"":1}`},
		{"escapes", `"\"\\\/\b\f\n\r\t\u00e9"`, `"\"\\\/\b\f\n\r\t\u00e9"`},
		{"surrogate pair", `"x\ud83d\ude00y"`, `"x\ud83d\ude00y"`},
		{"raw UTF-8", `"é😀"`, `"\u00e9\ud83d\ude00"`},
		{"escaped NUL", `"\u0000"`, `"\u0000"`},
		{"text after an escape", `"a\tb"`, `"a\tb"`},
		{"deepest", strings.Repeat("[", 512) + strings.Repeat("]", 512), strings.Repeat("[", 512) + strings.Repeat("]", 512)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, err := jsontree.Parse([]byte(test.in))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, written(got)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestParseTypes(t *testing.T) {
	t.Parallel()
	got, err := jsontree.Parse([]byte(`[null, true, "a", 1.0]`))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]any{nil, true, "a", jsontree.Number("1.0")}, got); diff != "" {
		t.Error(diff)
	}
}

func TestParseErrors(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, want string }{
		{"empty", "", `line 1, column 1: the document ends where a value is expected`},
		{"byte order mark", "\ufeff{}", `line 1, column 1: '\ufeff' where a value is expected`},
		{"upper-case literal", "TRUE", `line 1, column 1: 'T' where a value is expected`},
		{"trailing comma in a list", "[1,]", `line 1, column 4: ']' where a value is expected`},
		{"trailing comma in an object", "{\n  \"a\": 1,\n}", `line 3, column 1: '}' where a key in double quotes is expected`},
		{"no colon", "{\n\"é\" 1}", `line 2, column 5: '1' where ':' after a key is expected`},
		{"no comma", "[1 2]", `line 1, column 4: '2' where ',' or ']' is expected`},
		{"open object", `{"a":1`, `line 1, column 7: the document ends where ',' or '}' is expected`},
		{"two documents", "1 2", `line 1, column 3: '2' where the end of the document is expected`},
		{"leading zero", "01", `line 1, column 2: '1' where the end of the document is expected`},
		{"plus sign", "+1", `line 1, column 1: '+' where a value is expected`},
		{"lone minus", "-", `line 1, column 2: the document ends where a digit is expected`},
		{"no fraction", "1.", `line 1, column 3: the document ends where a digit is expected`},
		{"no exponent", "[1e+]", `line 1, column 5: ']' where a digit is expected`},
		{"open string", `"ab`, `line 1, column 4: the document ends where '"' is expected`},
		{"open string after an escape", `"a\n`, `line 1, column 5: the document ends where '"' is expected`},
		{"line feed in a string", "\"a\nb\"", `line 1, column 3: control character in a string`},
		{"tab after an escape", "\"\\n\t\"", `line 1, column 4: control character in a string`},
		{"unknown escape", `"\x"`, `line 1, column 2: unknown escape in a string`},
		{"short escape", `"\u12"`, `line 1, column 2: \u needs four hexadecimal digits`},
		{"escape that is no number", `"\u12g4"`, `line 1, column 2: \u needs four hexadecimal digits`},
		{"bad value in an object", `{"a":[tru]}`, `line 1, column 7: 't' where a value is expected`},
		{"bad key in an object", "{\"a\n\":1}", `line 1, column 4: control character in a string`},
		{"objects too deep", strings.Repeat(`{"a":`, 513), `line 1, column 2561: nested more than 512 levels deep`},
		{"lone high surrogate", `["é\ud83d"]`, `line 1, column 4: lone surrogate in a string`},
		{"lone low surrogate", `"\ude00"`, `line 1, column 2: lone surrogate in a string`},
		{"two high surrogates", `"\ud83d\ud83d"`, `line 1, column 2: lone surrogate in a string`},
		{"bad UTF-8", "[\n\"\xff\"]", `line 2, column 2: invalid UTF-8`},
		{"NUL", "\x00", `line 1, column 1: '\x00' where a value is expected`},
		{"comment", "// a\n1", `line 1, column 1: '/' where a value is expected`},
		{"too deep", strings.Repeat("[", 513), `line 1, column 513: nested more than 512 levels deep`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			value, err := jsontree.Parse([]byte(test.in))
			if err == nil {
				t.Fatalf("accepted as %s", written(value))
			}
			if diff := cmp.Diff(test.want, err.Error()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A tree that is written and parsed again is the same tree, and encoding/json reads it too.
func TestWriteAndParse(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := written(anyTree(3).Draw(t, "tree"))
		if !json.Valid([]byte(text)) {
			t.Fatalf("not JSON: %s", text)
		}
		again, err := jsontree.Parse([]byte(text))
		if err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		if written(again) != text {
			t.Fatalf("%s became %s", text, written(again))
		}
	})
}

func anyTree(depth int) *rapid.Generator[any] {
	leaves := []*rapid.Generator[any]{
		rapid.Just[any](nil),
		rapid.Bool().AsAny(),
		rapid.Int64().AsAny(),
		rapid.Float64().AsAny(),
		rapid.String().AsAny(),
	}
	if depth == 0 {
		return rapid.OneOf(leaves...)
	}
	list := rapid.SliceOfN(anyTree(depth-1), 0, 4)
	object := rapid.Custom(func(t *rapid.T) any {
		o := new(jsontree.Object)
		for _, key := range rapid.SliceOfN(rapid.String(), 0, 12).Draw(t, "keys") {
			o.Set(key, anyTree(depth-1).Draw(t, "value"))
		}
		return o
	})
	return rapid.OneOf(append(leaves, list.AsAny(), object)...)
}

// FuzzParse holds Parse against encoding/json, which differs only in lone surrogates, in bad
// UTF-8 and in the depth that it allows.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`{"a":[1,2.5e3,"\u00e9\ud83d\ude00"],"b":{"c":null}}`, `[true,false,]`, `"\ud800"`, "{\"a\": \"\xff\"}", `-0.0`, `[[[`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		value, err := jsontree.Parse(data)
		if err == nil && !json.Valid(data) {
			t.Fatalf("accepted %q, which is no JSON", data)
		}
		if err != nil {
			if json.Valid(data) && utf8.Valid(data) && !bytes.Contains(data, []byte(`\u`)) && len(data) < 512 {
				t.Fatalf("%v in %q", err, data)
			}
			return
		}
		text := written(value)
		again, err := jsontree.Parse([]byte(text))
		if err != nil || written(again) != text {
			t.Fatalf("%s became %s (%v)", text, written(again), err)
		}
	})
}

func BenchmarkParse(b *testing.B) {
	data := []byte(`{"name":"StaticHeliCrash","nominal":3,"min":3,"max":3,"lifetime":2100,"restock":0,"active":true,` +
		`"children":[{"type":"Wreck_UH1Y","min":1,"max":3,"lootmin":10,"lootmax":15},{"type":"Wreck_Mi8","min":1,"max":3}],"note":"a ` +
		`\"quoted\" word"}`)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := jsontree.Parse(data); err != nil {
			b.Fatal(err)
		}
	}
}
