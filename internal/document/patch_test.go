package document

import (
	"strings"
	"testing"

	"quartermaster/internal/jsontree"
)

// TestPatchesOfLists: the operations of RFC 6902, with the cases of its appendix that a tree of a file can have.
func TestPatchesOfLists(t *testing.T) {
	t.Parallel()
	const before = `{"a":{"b":[1,2.50,3]},"c/d":"x","e~f":null}`
	for _, test := range []struct{ operations, want string }{
		{`[]`, before},
		{`[{"op":"add","path":"/a/b/1","value":9}]`, `{"a":{"b":[1,9,2.50,3]},"c/d":"x","e~f":null}`},
		{
			`[{"op":"add","path":"/a/b/-","value":{"g":1}},{"op":"add","path":"/a/b/3/h","value":2}]`,
			`{"a":{"b":[1,2.50,3,{"g":1,"h":2}]},"c/d":"x","e~f":null}`,
		},
		{`[{"op":"remove","path":"/a/b/0"},{"op":"remove","path":"/e~0f"}]`, `{"a":{"b":[2.50,3]},"c/d":"x"}`},
		{`[{"op":"replace","path":"/c~1d","value":"y"}]`, `{"a":{"b":[1,2.50,3]},"c/d":"y","e~f":null}`},
		{`[{"op":"move","from":"/a/b/0","path":"/a/b/2"}]`, `{"a":{"b":[2.50,3,1]},"c/d":"x","e~f":null}`},
		{`[{"op":"copy","from":"/a","path":"/z"},{"op":"remove","path":"/a/b"}]`, `{"a":{},"c/d":"x","e~f":null,"z":{"b":[1,2.50,3]}}`},
		{`[{"op":"test","path":"/a/b/1","value":2.5},{"op":"replace","path":"/a","value":1}]`, `{"a":1,"c/d":"x","e~f":null}`},
		{
			`[{"op":"replace","path":"/c~1d","value":"y"},{"op":"test","path":"/c~1d","value":"x"}]`,
			"Operation 1: the value is another one than that of the test.",
		},
		{`[{"op":"replace","path":"/q","value":1}]`, "Operation 0: nothing is at the path."},
		{`[{"op":"add","path":"/a/b/4","value":1}]`, "Operation 0: nothing is at the path."},
		{`[{"op":"remove","path":"/a/b/01"}]`, "Operation 0: nothing is at the path."},
		{`[{"op":"add","path":"/q/r","value":1}]`, "Operation 0: nothing is at the path."},
		{`[{"op":"move","from":"/a","path":"/a/b"}]`, "Operation 0: a value cannot be moved into itself."},
		{`[{"op":"add","path":"/a"}]`, "Operation 0: value is missing."},
		{`[{"op":"merge","path":"/a"}]`, "Operation 0: op must be add, remove, replace, move, copy or test."},
		{`[{"op":"remove","path":"a"}]`, "Operation 0: path must be a pointer, such as /Zones/0/Name."},
		{`[{"op":"remove","path":""}]`, "Operation 0: the document as a whole cannot be changed so; send it as document."},
		{`[1]`, "Operation 0: an object with op and path is expected."},
	} {
		value, _ := jsontree.Parse([]byte(before))
		list, err := jsontree.Parse([]byte(test.operations))
		if err != nil {
			t.Fatal(test.operations, err)
		}
		got := ""
		if next, err := Patch(value, list.([]any)); err != nil {
			got = err.Error()
		} else {
			got = asText(next)
		}
		if got != test.want {
			t.Errorf("%s: %s, want %s", test.operations, got, test.want)
		}
		if text := asText(value); text != before {
			t.Errorf("%s changes what it was given to %s", test.operations, text)
		}
	}
}

func asText(value any) string {
	return strings.ReplaceAll(string(jsontree.AppendValue(nil, value)), `\/`, "/")
}
