package document

import (
	"strings"
	"testing"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

const assigned = `// General settings
Core.Interval = 300;     // [type: float; default: 60] Seconds between two saves.
Core.Enabled = true; // [type: bool; default: false] Whether it does.
Core.Inner.Mode = 0; // [type: int; default: 2; min: 0] One of three.
Core.Name = "Some; one"; // of nobody
Plain = word;
`

// TestAssignedSettings: lines that set something are values, and their comments say what they are.
func TestAssignedSettings(t *testing.T) {
	t.Parallel()
	d := Inferred("profiles/Mod/Core.cfg", assigned)
	tree, err := d.Read(assigned)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"Core":{"Interval":300,"Enabled":true,"Inner":{"Mode":0},"Name":"Some; one"},"Plain":"word"}`
	if got := string(jsontree.AppendValue(nil, tree)); got != want {
		t.Errorf("values %s", got)
	}
	for name, want := range map[string]string{
		"Core.Interval": "float", "Core.Enabled": "bool", "Core.Inner.Mode": "int", "Core.Name": "string", "Plain": "string",
	} {
		if got := described(fieldAt(d, name)); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
	interval := fieldAt(d, "Core.Interval")
	if interval.Help != "Seconds between two saves." || !interval.IsDefault(jsontree.Number("60.0")) ||
		interval.IsDefault(jsontree.Number("300")) {
		t.Errorf("%+v", interval)
	}
}

// TestChangedAssignments: a changed value changes its own bytes alone, and what no line can hold is refused.
func TestChangedAssignments(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ patch, old, new string }{
		{`{"Core":{"Interval":90.5}}`, "= 300;", "= 90.5;"},
		{`{"Core":{"Enabled":false}}`, "= true;", "= false;"},
		{`{"Core":{"Inner":{"Mode":1}}}`, "Mode = 0;", "Mode = 1;"},
		{`{"Core":{"Name":"Other"}}`, `"Some; one"`, `"Other"`},
		{`{"Plain":"other"}`, "= word;", "= other;"},
		{`{"Plain":"a; b"}`, "= word;", `= "a; b";`},
		{`{"Plain":"true"}`, "= word;", `= "true";`},
		{`{"Core":{"Interval":300.0}}`, "", ""},
		{`{"Core":{"Name":"a\"b"}}`, "", "refused"},
		{`{"Core":{"Name":null}}`, "", "refused"},
		{`{"Core":{"New":1}}`, "", "refused"},
		{`{"Plain":["a"]}`, "", "refused"},
	} {
		d := Inferred("Core.cfg", assigned)
		tree, _ := d.Read(assigned)
		patch, err := expansion.Parse(test.patch)
		if err != nil {
			t.Fatal(err)
		}
		got, problems, err := d.Change(assigned, Merge(tree, patch).(*jsontree.Object))
		refused := err != nil || len(problems) > 0
		if want := strings.Replace(assigned, test.old, test.new, 1); refused != (test.new == "refused") || !refused && got != want {
			t.Errorf("%s gives %q, %v %v", test.patch, got, problems, err)
		}
	}
	for _, text := range []string{"A = 1;\nA.B = 2;\n", "A = 1;\nA = 2;\n", "A = 1;\nnonsense\n"} {
		if _, err := (assignedFormat{}).read(text); err == nil || !strings.HasPrefix(err.Error(), "line 2: ") {
			t.Errorf("%q: error %v", text, err)
		}
	}
}
