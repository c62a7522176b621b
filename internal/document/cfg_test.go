package document_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/document"
	"quartermaster/internal/jsontree"
)

func TestServerDocument(t *testing.T) {
	t.Parallel()
	const text = "maxping = 300; // ms\ndisable3rdPerson = true;\nclass missions { class DayZ { Template = \"x.y\"; }; };\n"
	server := document.Named("server")
	values, err := server.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"MaxPing":300,"disable3rdPerson":true,"Missions":{"DayZ":{"template":"x.y"}}}`
	if diff := cmp.Diff(want, string(jsontree.AppendValue(nil, values))); diff != "" {
		t.Error(diff)
	}
	values.Set("MaxPing", jsontree.Number("250"))
	values.Set("disable3rdPerson", jsontree.Number("0"))
	changed, problems, err := server.Change(text, values)
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	if diff := cmp.Diff("maxping = 250; // ms\ndisable3rdPerson = false;\nclass missions { class DayZ { Template = \"x.y\"; }; };\n",
		changed); diff != "" {
		t.Error(diff)
	}
}

func TestNewConfiguration(t *testing.T) {
	t.Parallel()
	text, err := document.Named("battleye").New()
	if want := "RConPassword \nRConPort 2305\nRestrictRCon 0\n"; err != nil || text != want {
		t.Errorf("%q instead of %q: %v", text, want, err)
	}
	text, err = document.Named("server").New()
	if err != nil {
		t.Fatal(err)
	}
	values, err := document.Named("server").Read(text)
	if err != nil || values.Object("Missions").Object("DayZ").Text("template") != "dayzOffline.chernarusplus" {
		t.Error(err, text)
	}
}
