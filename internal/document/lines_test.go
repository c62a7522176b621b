package document_test

import (
	"strings"
	"testing"

	"quartermaster/internal/document"
	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

const objectLines = "// Land_Off|1 2 3|4 5 6\r\n\r\nLand_A|1.50 2 -0.000000|0 0 0|true||A,B\r\nno entry\r\n-Land_*|7 8 " +
	"9|0.1\r\nLand_B|1 2 3"

func TestLines(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ slug, text, old, new, want string }{
		"a position": {"object-map", objectLines, `1.50`, `4.25`, strings.Replace(objectLines, "1.50", "4.25", 1)},
		"a name":     {"object-map", objectLines, `"Land_B"`, `"Land_C"`, strings.Replace(objectLines, "Land_B", "Land_C", 1)},
		"a radius":   {"object-map", objectLines, `"radius":0.1`, `"radius":2`, strings.Replace(objectLines, "|0.1", "|2", 1)},
		"one is gone": {
			"object-map", objectLines, `,{"name":"-Land_*","pos":[7,8,9],"radius":0.1}`, ``,
			strings.Replace(objectLines, "-Land_*|7 8 9|0.1\r\n", "", 1),
		},
		"another one": {
			"object-map", objectLines, `{"name":"Land_B","pos":[1,2,3]}`,
			`{"name":"Land_B","pos":[1,2,3]},{"name":"X","pos":[1,2,3],"ypr":[0,0,90]}`, objectLines + "\r\nX|1 2 3|0 0 90",
		},
		"the first":    {"object-map", "", `[]`, `[{"name":"X","pos":[1,2,3]}]`, "X|1 2 3\n"},
		"a way":        {"trader-map", "A.B|1 2 3,4 5|0 0 0|C+D\n", `[4,5]`, `[4,5],[7,8,9]`, "A.B|1 2 3,4 5,7 8 9|0 0 0|C+D\n"},
		"no position":  {"object-map", objectLines, `"pos":[1,2,3]}`, `"pos":[1,2]}`, ""},
		"several rows": {"object-map", objectLines, `"Land_B"`, `"a\nb"`, ""},
	} {
		d := document.Named(test.slug)
		tree, _ := d.Read(test.text)
		next, err := expansion.Parse(strings.Replace(string(jsontree.AppendValue(nil, tree)), test.old, test.new, 1))
		if err != nil {
			t.Fatal(name, err)
		}
		got, problems, err := d.Change(test.text, next)
		if refused := err != nil || len(problems) > 0; refused != (test.want == "") || !refused && got != test.want {
			t.Errorf("%s: %q, %v, %v", name, got, problems, err)
		}
	}
}

// Whatever a text is, it stays without a change, and a changed entry reads back.
func FuzzLines(f *testing.F) {
	f.Add(objectLines)
	f.Add("A.B|1 2 3,4 5|0 0 0|C\n\n|")
	f.Add("A|01 2 3\nA|1 2 3\r\nA|1 2 3\n")
	f.Fuzz(func(t *testing.T, text string) {
		for _, slug := range []string{"object-map", "trader-map"} {
			d := document.Named(slug)
			tree, err := d.Read(text)
			if err != nil {
				t.Fatal(err)
			}
			if same, _, err := d.Change(text, tree.Clone()); err != nil || same != text {
				t.Fatalf("%q becomes %q: %v", text, same, err)
			}
			next := tree.Clone()
			for _, entry := range next.Objects("lines") {
				entry.Set("name", "X")
			}
			changed, problems, err := d.Change(text, next)
			if err != nil || len(problems) > 0 {
				continue
			}
			if back, err := d.Read(changed); err != nil || !jsontree.Equal(back, next) {
				t.Fatalf("%q becomes %q: %v", text, changed, err)
			}
		}
	})
}
