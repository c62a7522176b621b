package document

import (
	"testing"

	"quartermaster/internal/jsontree"
)

// TestLinesOfText: lines are changed, added and removed; comments, blanks and line ends stay.
func TestLinesOfText(t *testing.T) {
	t.Parallel()
	const text = "# People\r\n  anna\t2 // the boss\r\n\r\nbert 1\r\n"
	for next, want := range map[string]string{
		`[{"id": "anna", "rank": 2}, {"id": "bert", "rank": 1}]`: text,
		`[{"id": "anna", "rank": 3}, {"id": "bert", "rank": 1}]`: "# People\r\n  anna\t3 // the boss\r\n\r\nbert 1\r\n",
		`[{"id": "bert", "rank": 1}]`:                            "# People\r\n\r\nbert 1\r\n",
		`[]`:                                                     "# People\r\n\r\n",
		`[{"id": "anna", "rank": 2}, {"id": "bert", "rank": 1}, {"id": "carl", "rank": 1}]`: text + "carl 1\r\n",
		`[{"id": "zoe", "rank": 9}, {"id": "anna", "rank": 2}, {"id": "bert", "rank": 1}]`: "# People\r\nzoe 9\r\n  anna\t2 // the boss\r\n\r\n" +
			"bert 1\r\n",
	} {
		d := Lines("staff.txt", text, Column{"id", false}, Column{"rank", true})
		list, _ := jsontree.Parse([]byte(next))
		tree := new(jsontree.Object)
		tree.Set(ListKey, list)
		if got, problems, err := d.Change(text, tree); got != want || len(problems) > 0 || err != nil {
			t.Errorf("%s: %q, %v %v", next, got, problems, err)
		}
	}
	for _, refused := range []string{`[""]`, `["two\nlines"]`, `["a // b"]`} {
		list, _ := jsontree.Parse([]byte(refused))
		tree := new(jsontree.Object)
		tree.Set(ListKey, list)
		if got, problems, err := Lines("staff.txt", "anna\n").Change("anna\n", tree); err == nil && len(problems) == 0 {
			t.Errorf("%s became %q", refused, got)
		}
	}
}

// TestInferredXML: elements of which there are several anywhere are lists everywhere.
func TestInferredXML(t *testing.T) {
	t.Parallel()
	const text = "<!-- Zones -->\n<zones on=\"1\">\n  <zone name=\"A\"><spot x=\"1.50\"/><spot x=\"2\"/></zone>\n  <zone name=\"B\"><spot " +
		"x=\"3\"/></zone>\n</zones>\n"
	d := Inferred("profiles/Zones/zones.xml", text)
	tree, err := d.Read(text)
	if got := string(jsontree.AppendValue(nil, tree)); err != nil ||
		got != `{"on":1,"zone":[{"name":"A","spot":[{"x":1.50},{"x":2}]},{"name":"B","spot":[{"x":3}]}]}` {
		t.Error(got, err)
	}
	const commented = "<a>\n<b x=\"1\"/> <!-- From 0 to 5 -->\n</a>"
	if help := Inferred("a.xml", commented).Field("b").Help; help != "From 0 to 5" {
		t.Errorf("the comment behind an element is told as %q", help)
	}
	const several = "<a>\n<b x=\"1\"/> <!-- The first -->\n<b x=\"2\"/>\n</a>"
	if help := Inferred("a.xml", several).Field("b").Help; help != "" {
		t.Errorf("the comment behind one of several elements is told of all: %q", help)
	}
	tree.List("zone")[1].(*jsontree.Object).Set("name", "C")
	const want = "<!-- Zones -->\n<zones on=\"1\">\n  <zone name=\"A\"><spot x=\"1.50\"/><spot x=\"2\"/></zone>\n  <zone name=\"C\"><spot " +
		"x=\"3\"/></zone>\n</zones>\n"
	if got, problems, err := d.Change(text, tree); got != want || len(problems) > 0 || err != nil {
		t.Errorf("%q, %v %v", got, problems, err)
	}
}
