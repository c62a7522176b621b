package jsonedit_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"quartermaster/internal/jsonedit"
	"quartermaster/internal/jsontree"
)

// tb is what a test and a property have in common.
type tb interface {
	Helper()
	Fatal(args ...any)
}

func tree(t tb, src string) any {
	t.Helper()
	value, err := jsontree.Parse([]byte(src))
	if err != nil {
		t.Fatal(err)
	}
	return value
}

func rewrite(t tb, src, value string) string {
	t.Helper()
	got, err := jsonedit.Rewrite(src, tree(t, value), jsonedit.LayoutOf(src))
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestRewrite(t *testing.T) {
	t.Parallel()
	const sample = "{ \t\"a\": 1.50, \n\t\"b\":[ 1,2 ],\n\t\"c\": {\"d\" : \"x/\\u00e9\"} ,\n\t\"e\": {}\n}\n"
	tests := map[string]struct{ src, value, want string }{
		"equal":           {sample, `{"e":{},"a":1.5,"b":[1,2.0],"c":{"d":"x/é"}}`, sample},
		"number":          {sample, `{"a":2,"b":[1,2],"c":{"d":"x/é"},"e":{}}`, strings.Replace(sample, "1.50", "2", 1)},
		"text":            {sample, `{"a":1.5,"b":[1,2],"c":{"d":"<é/\"&>"},"e":{}}`, strings.Replace(sample, `"x/\u00e9"`, `"<é/\"&>"`, 1)},
		"element":         {sample, `{"a":1.5,"b":[1,3],"c":{"d":"x/é"},"e":{}}`, strings.Replace(sample, "1,2", "1,3", 1)},
		"element added":   {sample, `{"a":1.5,"b":[1,2,3],"c":{"d":"x/é"},"e":{}}`, strings.Replace(sample, "1,2", "1,2, 3", 1)},
		"element removed": {sample, `{"a":1.5,"b":[1],"c":{"d":"x/é"},"e":{}}`, strings.Replace(sample, "1,2", "1", 1)},
		"list emptied":    {sample, `{"a":1.5,"b":[],"c":{"d":"x/é"},"e":{}}`, strings.Replace(sample, "[ 1,2 ]", "[]", 1)},
		"another kind":    {sample, `{"a":1.5,"b":[1,2],"c":null,"e":{}}`, strings.Replace(sample, `{"d" : "x/\u00e9"}`, "null", 1)},
		"key added at the end": {
			sample, `{"a":1.5,"b":[1,2],"c":{"d":"x/é"},"e":{},"f":true}`, strings.Replace(sample, "{}", "{},\n\t\"f\": true", 1),
		},
		"key added in between": {
			sample, `{"a":1.5,"f":0,"g":0,"b":[1,2],"c":{"d":"x/é"},"e":{}}`, strings.Replace(sample, "1.50", "1.50,\n\t\"f\": 0,\n\t\"g\": 0", 1),
		},
		"key added in front": {
			sample, `{"f":0,"a":1.5,"b":[1,2],"c":{"d":"x/é"},"e":{}}`, strings.Replace(sample, `"a"`, "\"f\": 0,\n\t\"a\"", 1),
		},
		"key added on a line": {sample, `{"a":1.5,"b":[1,2],"c":{"d":"x/é","f":0},"e":{}}`, strings.Replace(sample, `e9"}`, `e9", "f": 0}`, 1)},
		"object filled": {
			sample, `{"a":1.5,"b":[1,2],"c":{"d":"x/é"},"e":{"f":[{"g":1}]}}`,
			strings.Replace(sample, "{}", "{\n\t\t\"f\": [\n\t\t\t{\n\t\t\t\t\"g\": 1\n\t\t\t}\n\t\t]\n\t}", 1),
		},
		"first key removed":    {sample, `{"b":[1,2],"c":{"d":"x/é"},"e":{}}`, strings.Replace(sample, "\"a\": 1.50, \n\t", "", 1)},
		"keys removed":         {sample, `{"a":1.5,"e":{}}`, "{ \t\"a\": 1.50 ,\n\t\"e\": {}\n}\n"},
		"last key removed":     {sample, `{"a":1.5,"b":[1,2],"c":{"d":"x/é"}}`, strings.Replace(sample, " ,\n\t\"e\": {}", "", 1)},
		"replaced by others":   {sample, `{"f":1}`, "{\n\t\"f\": 1\n}\n"},
		"last of a key counts": {`{"a": 1, "a": 2}`, `{"a":3}`, `{"a": 1, "a": 3}`},
		"key given twice gone": {`{"a": 1, "b": 0, "a": 2}`, `{"b":0}`, `{"b": 0}`},
		"line ends":            {"{\r\n  \"a\": 1\r\n}", `{"a":1,"b":2}`, "{\r\n  \"a\": 1,\r\n  \"b\": 2\r\n}"},
		"large numbers":        {"[76561198000000001]", "[76561198000000002]", "[76561198000000002]"},
		"scalar":               {" 1 ", "2", " 2 "},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, rewrite(t, test.src, test.value)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A file on a single line takes no longer for each of its elements than one of many lines.
func TestRewriteOfALongLine(t *testing.T) {
	t.Parallel()
	const n = 100_000
	old, added := strings.Repeat("1,", n), strings.Repeat("2,", n)
	got := rewrite(t, "["+old+"3]", "["+added+"3,4]")
	if want := "[" + added + "3, 4]"; got != want {
		t.Errorf("the list ends with %s", got[len(got)-20:])
	}
}

func TestRewriteRefusesWhatIsNoJSON(t *testing.T) {
	t.Parallel()
	_, err := jsonedit.Rewrite("{\n,}", nil, jsonedit.Layout{})
	if err == nil || err.Error() != "line 2, column 1: ',' where a key in double quotes is expected" {
		t.Error(err)
	}
}

func anyTree(depth int) *rapid.Generator[any] {
	return rapid.Custom(func(t *rapid.T) any {
		kinds := 5
		if depth == 0 {
			kinds = 3
		}
		switch rapid.IntRange(0, kinds-1).Draw(t, "kind") {
		case 0:
			return jsontree.Number(rapid.SampledFrom([]string{"1", "1.0", "-2e1", "0.3499999940395355"}).Draw(t, "number"))
		case 1:
			return rapid.SampledFrom([]string{"", "é/\"\\\n", "]},"}).Draw(t, "text")
		case 2:
			return rapid.SampledFrom([]any{nil, true, false}).Draw(t, "word")
		case 3:
			return rapid.SliceOfN(anyTree(depth-1), 0, 3).Draw(t, "list")
		}
		o := new(jsontree.Object)
		for _, key := range rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "\"", "d"}), 0, 4).Draw(t, "keys") {
			o.Set(key, anyTree(depth-1).Draw(t, "value"))
		}
		return o
	})
}

// A text that is rewritten holds the value, and rewriting it again changes nothing.
func TestAnyRewrite(t *testing.T) {
	t.Parallel()
	layouts := []jsonedit.Layout{{}, {Newline: "\r\n", Unit: "\t"}, {Newline: "\n", Unit: "  ", Indent: "\t"}}
	rapid.Check(t, func(t *rapid.T) {
		l := rapid.SampledFrom(layouts).Draw(t, "layout")
		src := jsonedit.Format(anyTree(3).Draw(t, "before"), l)
		value := anyTree(3).Draw(t, "after")
		got, err := jsonedit.Rewrite(src, value, l)
		if err != nil {
			t.Fatal(err)
		}
		if !jsontree.Equal(tree(t, got), value) {
			t.Fatalf("%q does not hold %s", got, jsontree.AppendValue(nil, value))
		}
		if again, err := jsonedit.Rewrite(got, value, l); err != nil || again != got {
			t.Fatalf("%q became %q, error %v", got, again, err)
		}
	})
}

func FuzzRewrite(f *testing.F) {
	f.Add(`{"a": [1, {"b": null}], "a": "\""}`, `{"a": [2], "c": {}}`)
	f.Add("[ ]", `{"a":1}`)
	f.Fuzz(func(t *testing.T, src, next string) {
		old, err := jsontree.Parse([]byte(src))
		if err != nil {
			return
		}
		l := jsonedit.LayoutOf(src)
		if got, err := jsonedit.Rewrite(src, old, l); err != nil || got != src {
			t.Errorf("%q became %q, error %v", src, got, err)
		}
		value, err := jsontree.Parse([]byte(next))
		if err != nil {
			return
		}
		got, err := jsonedit.Rewrite(src, value, l)
		if err != nil || !jsontree.Equal(tree(t, got), value) {
			t.Errorf("%q with %q became %q, error %v", src, next, got, err)
		}
	})
}

func TestRewriteKnowsTheElementsOfAList(t *testing.T) {
	t.Parallel()
	const src = "{\n  \"Items\": [\n    {\"ClassName\": \"a\", \"Price\": 1.50},\n    {\"ClassName\": \"b\",  \"Price\": 2},\n    " +
		"{\"ClassName\": \"c\", \"Price\": 3}\n  ],\n  \"Texts\": [\n    \"x\",\n    \"y\"\n  ]\n}"
	const texts = `,"Texts":["x","y"]}`
	tests := map[string]struct{ value, want string }{
		"first removed": {
			`{"Items":[{"ClassName":"b","Price":2},{"ClassName":"c","Price":3}]` + texts,
			strings.Replace(src, "{\"ClassName\": \"a\", \"Price\": 1.50},\n    ", "", 1),
		},
		"removed and changed": {
			`{"Items":[{"ClassName":"b","Price":4},{"ClassName":"c","Price":3}]` + texts,
			strings.NewReplacer("{\"ClassName\": \"a\", \"Price\": 1.50},\n    ", "", "  \"Price\": 2", "  \"Price\": 4").Replace(src),
		},
		"inserted": {
			`{"Items":[{"ClassName":"a","Price":1.5},{"ClassName":"new"},{"ClassName":"b","Price":2},{"ClassName":"c","Price":3}]` + texts,
			strings.Replace(src, "1.50},", "1.50},\n    {\n      \"ClassName\": \"new\"\n    },", 1),
		},
		"moved keeps its text": {
			`{"Items":[{"ClassName":"b","Price":2},{"ClassName":"c","Price":3},{"ClassName":"a","Price":1.5}]` + texts,
			strings.NewReplacer("{\"ClassName\": \"a\", \"Price\": 1.50},\n    ", "", "\"Price\": 3}",
				"\"Price\": 3},\n    {\"ClassName\": \"a\", \"Price\": 1.50}").Replace(src),
		},
		"renamed in its place": {
			`{"Items":[{"ClassName":"a","Price":1.5},{"ClassName":"B","Price":2},{"ClassName":"c","Price":3}]` + texts,
			strings.Replace(src, `"b"`, `"B"`, 1),
		},
		"text added on a line of its own": {
			`{"Items":[{"ClassName":"a","Price":1.5},{"ClassName":"b","Price":2},{"ClassName":"c","Price":3}],"Texts":["x","y","z"]}`,
			strings.Replace(src, `"y"`, "\"y\",\n    \"z\"", 1),
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, rewrite(t, src, tt.value)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// anyText returns the text of a value as people and programs write JSON: blanks anywhere, numbers and texts in any spelling,
// keys given twice.
func anyText(depth int) *rapid.Generator[string] {
	gap := rapid.SampledFrom([]string{"", " ", "\n\t", "\r\n  "})
	return rapid.Custom(func(t *rapid.T) string {
		kind := rapid.IntRange(0, 4).Draw(t, "kind")
		if depth == 0 || kind == 0 {
			return rapid.SampledFrom([]string{"1", "1.0", "1.50", "-2e1", `""`, `"a"`, `"\u0061"`, `"x\/]},"`, "null", "true", "{}", "[ ]"}).Draw(t,
				"plain")
		}
		var members []string
		for range rapid.IntRange(0, 4).Draw(t, "members") {
			member := anyText(depth-1).Draw(t, "member")
			if kind > 2 {
				member = rapid.SampledFrom([]string{`"a"`, `"\u0061"`, `"b"`, `"Name"`, `"d"`}).Draw(t, "key") + gap.Draw(t, "colon") + ":" +
					gap.Draw(t, "value") + member
			}
			members = append(members, gap.Draw(t, "before")+member+gap.Draw(t, "behind"))
		}
		if kind > 2 {
			return "{" + strings.Join(members, ",") + "}"
		}
		return "[" + strings.Join(members, ",") + "]"
	})
}

// textAt returns the text of the value that a path of keys leads to, and whether there is one.
func textAt(src string, path []string) (string, bool) {
	n, err := jsontree.ParseNodes(src)
	if err != nil {
		return "", false
	}
	for _, key := range path {
		m, ok := n.Member(key)
		if !ok {
			return "", false
		}
		n = m
	}
	return src[n.Start:n.End], true
}

// keeps reports the path of a value that stays equal and whose text does not stay as it was.
func keeps(t tb, before, after string, path []string, old, next any) {
	t.Helper()
	if jsontree.Equal(old, next) {
		was, _ := textAt(before, path)
		if is, ok := textAt(after, path); !ok || is != was {
			t.Fatal("the text ", was, " at ", path, " became ", is, " in ", after)
		}
		return
	}
	a, isObject := old.(*jsontree.Object)
	b, stays := next.(*jsontree.Object)
	if !isObject || !stays {
		return
	}
	for key, member := range a.All() {
		if other, ok := b.Get(key); ok {
			keeps(t, before, after, append(path[:len(path):len(path)], key), member, other)
		}
	}
}

// changed returns a value with some members dropped, made null, added, moved or changed inside.
func changed(t *rapid.T, value any, depth int) any {
	switch v := value.(type) {
	case *jsontree.Object:
		return changedObject(t, v, depth)
	case []any:
		list := append([]any{}, v...)
		for i := range list {
			list[i] = changedMember(t, list[i], depth)
		}
		if rapid.Bool().Draw(t, "mix") {
			list = append(rapid.Permutation(list).Draw(t, "order"), anyTree(1).Draw(t, "more"))
		}
		return list[rapid.IntRange(0, len(list)).Draw(t, "dropped"):]
	}
	return anyTree(depth).Draw(t, "other")
}

func changedObject(t *rapid.T, old *jsontree.Object, depth int) any {
	next := new(jsontree.Object)
	for _, key := range rapid.Permutation(append(old.Keys(), "new")).Draw(t, "keys") {
		member, _ := old.Get(key)
		if rapid.IntRange(0, 4).Draw(t, "dropped") > 0 {
			next.Set(key, changedMember(t, member, depth))
		}
	}
	return next
}

func changedMember(t *rapid.T, member any, depth int) any {
	switch rapid.IntRange(0, 4).Draw(t, "change") {
	case 0:
		return nil
	case 1:
		return anyTree(1).Draw(t, "replaced")
	case 2:
		return changed(t, member, depth-1)
	}
	return member
}

// Whatever is changed in whatever text: it holds exactly the new value, and what stays equal keeps its text.
func TestAnyChange(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		src := rapid.SampledFrom([]string{"", "\n"}).Draw(t, "start") + anyText(4).Draw(t, "before") +
			rapid.SampledFrom([]string{"", "\r\n"}).Draw(t, "end")
		old := tree(t, src)
		next := changed(t, old, 3)
		got, err := jsonedit.Rewrite(src, next, jsonedit.LayoutOf(src))
		if err != nil || !jsontree.Equal(tree(t, got), next) {
			t.Fatalf("%q with %s became %q, error %v", src, jsontree.AppendValue(nil, next), got, err)
		}
		keeps(t, src, got, nil, old, next)
	})
}
