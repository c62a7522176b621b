package docform

import (
	"testing"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

// cursor returns a value of a document of patrols.
func cursor(t *testing.T, document *jsontree.Object, path string) *Cursor {
	t.Helper()
	found := root(expansion.Setting("ai-patrol"), document).find(path)
	if found == nil {
		t.Fatalf("there is no %s", path)
	}
	return found
}

func TestFind(t *testing.T) {
	t.Parallel()
	document := object(t, `{"Patrols":[{"Name":"a"},{"Name":"b"}],"LoadBalancingCategories":{"a.b~c":[{"MaxPatrols":3}]},"Odd":[1]}`)
	tests := map[string]string{
		"Patrols.1.Name": `"b"`,
		pathOf("LoadBalancingCategories", "a.b~c") + ".0.MaxPatrols": "3",
		"Patrols.2":                    "",
		"Patrols.-1":                   "",
		"Patrols.01":                   "",
		"Patrols.x":                    "",
		"Patrols.1.Name.x":             "",
		"LoadBalancingCategories.none": "",
		"Odd":                          "",
		"Patrols..Name":                "",
		".":                            "",
	}
	for path, want := range tests {
		got := ""
		if found := root(expansion.Setting("ai-patrol"), document).find(path); found != nil {
			got = string(jsontree.AppendValue(nil, found.Value))
		}
		if got != want {
			t.Errorf("%s is %s, want %s", path, got, want)
		}
	}
}

// What is not what the schema says is left alone by every action.
func TestActionsLeaveOddValuesAlone(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`{"Patrols":"none"}`, `{"Patrols":{"0":{}}}`, `{"Patrols":[null]}`, `{"LoadBalancingCategories":[1]}`, `{"LoadBalancingCategories":5}`,
	} {
		document := object(t, text)
		key := document.Keys()[0]
		s := cursor(t, document, key)
		if s.add("new") != nil || s.duplicate() != nil || s.move(1) || s.remove() || s.find("0") != nil {
			t.Errorf("%s takes an action", text)
		}
		if got := string(jsontree.AppendValue(nil, document)); got != text {
			t.Errorf("%s became %s", text, got)
		}
	}
}

func TestAddBeginsAListThatIsNotThere(t *testing.T) {
	t.Parallel()
	document := new(jsontree.Object)
	if added := cursor(t, document, "Patrols").add(""); added == nil || added.Path != "Patrols.0" {
		t.Errorf("added %v", added)
	}
	if patrols, _ := document.Get("Patrols"); len(jsontree.Members(patrols)) != 1 {
		t.Errorf("patrols: %s", jsontree.AppendValue(nil, patrols))
	}
}

func object(t testing.TB, text string) *jsontree.Object {
	t.Helper()
	tree, err := expansion.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}
