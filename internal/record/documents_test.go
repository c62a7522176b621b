package record

import (
	"errors"
	"strings"
	"testing"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/validate"
)

const storedCategory = "{\n  \"m_Version\": 12,\n  \"DisplayName\" : \"Ammo\",\n  \"Items\": [{\"ClassName\": \"AKM\", " +
	"\"MaxPriceThreshold\": 100}]\n}"

// categoryRow is a stored market category.
func categoryRow() Row {
	res := MarketCategories
	row := res.EmptyRow()
	row[res.Index("name")], row[res.Index("document")] = "Ammo", storedCategory
	row[res.Index("source_file")] = "/profiles/ExpansionMod/Market/Ammo.json"
	return row
}

// prepared returns the values of a body after they were accepted and prepared.
func prepared(t *testing.T, res *Resource, old Row, text string) (Values, error) {
	t.Helper()
	values, problems, err := res.Accept(t.Context(), jsontree.ParseBody([]byte(text)), known{}, old != nil)
	if err != nil || len(problems) > 0 {
		t.Fatal(problems, err)
	}
	return values, res.Prepare(t.Context(), res, nil, old, values)
}

func TestANewDocument(t *testing.T) {
	t.Parallel()
	values, err := prepared(t, MarketCategories, nil, `{"name":"Guns"}`)
	if err != nil || values["document"] != expansion.Text(expansion.Category.Default()) || values["items_count"] != int64(0) {
		t.Errorf("without a document: %v, %v", values, err)
	}
	values, err = prepared(t, MarketCategories, nil,
		`{"name":"Guns","document":{"m_Version":12,"DisplayName":"G\u0000","Items":[{"ClassName":"AKM"}]}}`)
	if err != nil || values["display_name"] != "G" || values["items_count"] != int64(1) ||
		!strings.HasPrefix(values["document"].(string), "{\n    \"m_Version\": 12,\n") {
		t.Errorf("with a document: %v, %v", values, err)
	}
}

// TestAChangedDocument keeps the text of what stays.
func TestAChangedDocument(t *testing.T) {
	t.Parallel()
	want := strings.Replace(storedCategory, "100", "110", 1)
	values, err := prepared(t, MarketCategories, categoryRow(),
		`{"document":{"m_Version":12,"DisplayName":"Ammo","Items":[{"ClassName":"AKM","MaxPriceThreshold":110}]}}`)
	if err != nil || values["document"] != want || values["display_name"] != "Ammo" {
		t.Errorf("%v, %v", values, err)
	}
	again := Values{"document": values["document"]}
	if err := MarketCategories.Prepare(t.Context(), MarketCategories, nil, categoryRow(), again); err != nil || again["document"] != want {
		t.Errorf("a second attempt stores %v, %v", again["document"], err)
	}
	values, err = prepared(t, MarketCategories, categoryRow(), `{"name":"Guns"}`)
	if _, sent := values["document"]; err != nil || sent || values["source_file"] != "/profiles/ExpansionMod/Market/Guns.json" {
		t.Errorf("renamed: %v, %v", values, err)
	}
}

// TestADraftOfAnotherDocument is laid over what is stored now.
func TestADraftOfAnotherDocument(t *testing.T) {
	t.Parallel()
	base, err := expansion.Read(`{"DisplayName":"Ammo","Items":[]}`)
	if err != nil {
		t.Fatal(err)
	}
	stored, err := expansion.Parse(storedCategory)
	if err != nil {
		t.Fatal(err)
	}
	values := Values{"document": &expansion.Draft{Base: base, Tree: stored}}
	if err := MarketCategories.Prepare(t.Context(), MarketCategories, nil, categoryRow(),
		values); err != nil || values["document"] != storedCategory {
		t.Errorf("%v, %v", values["document"], err)
	}
}

func TestDocumentsThatAreRefused(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ body, field, message string }{
		"too deep": {
			`{"name":"A","document":{"Items":` + strings.Repeat("[", 120) + strings.Repeat("]", 120) + `}}`, "document",
			"The document field must not be nested more than 100 levels deep.",
		},
		"another shape": {`{"name":"A","document":{"Sets":[]}}`, "document", "The document field does not fit this kind of file: "},
		"a wrong value": {
			`{"name":"A","document":{"DisplayName":"A","Items":[{"ClassName":"AKM","MaxPriceThreshold":"x"}]}}`,
			"document.Items.0.MaxPriceThreshold", "The document.Items.0.MaxPriceThreshold field must be an integer.",
		},
		"a device": {`{"name":"CON"}`, "name", "The name field format is invalid."},
		"a long name": {
			`{"name":"` + strings.Repeat("ä", 140) + `"}`, "name", "The name field must not be greater than 250 bytes: it is the name of a file.",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := prepared(t, MarketCategories, nil, tt.body)
			var problems validate.Errors
			if !errors.As(err, &problems) || problems[0].Field != tt.field || !strings.HasPrefix(problems[0].Texts()[0], tt.message) {
				t.Errorf("error %v", err)
			}
		})
	}
}

// TestCascadesEnd: no deletion leads back to the resource that it began with, and mirrored fields exist on both sides.
func TestCascadesEnd(t *testing.T) {
	t.Parallel()
	var follow func(r *Resource, path []string)
	follow = func(r *Resource, path []string) {
		for _, before := range path {
			if before == r.Name {
				t.Fatalf("deleting goes round: %v, %s", path, r.Name)
			}
		}
		for _, c := range r.Cascades {
			follow(Named(c.Resource), append(path[:len(path):len(path)], r.Name))
		}
	}
	for _, r := range All() {
		follow(r, nil)
		for _, m := range r.Mirrors {
			if other := Named(m.Resource); other == nil || !other.Has(m.Column) || !other.Has(m.Field) || !r.Has(m.Field) {
				t.Errorf("%s mirrors %v", r.Name, m)
			}
		}
	}
}
