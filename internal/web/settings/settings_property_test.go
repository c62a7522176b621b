package settings_test

import (
	"net/http/httptest"
	"testing"

	"pgregory.net/rapid"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/web/docform"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/ui"
	"quartermaster/internal/web/webtest"
)

// Whatever a file holds, and however it spells it: a form that is sent back untouched changes nothing.
func TestUntouchedSettingsFormChangesNothing(t *testing.T) {
	t.Parallel()
	settings := expansion.Settings()
	rapid.Check(t, func(rt *rapid.T) {
		drawn := rapid.SampledFrom(settings).Draw(rt, "settings")
		d := (&expansion.Schema{Sections: drawn.Sections}).With(drawFields(rt, drawn.Fields()))
		text := expansion.Text(drawObject(rt, d.Fields(), 2))
		stored, err := expansion.Read(text)
		if err != nil {
			rt.Fatal(err)
		}
		document := stored.Tree.Clone()
		form := docform.Form{Schema: d, Tree: document, URL: "/general"}
		parts, _ := form.Draw()
		view := pages.Setting{View: parts}
		recorder := httptest.NewRecorder()
		if err := webtest.Renderer().Render(recorder, httptest.NewRequest("GET", "/", nil), 200, &ui.Page{Title: "General"}, view); err != nil {
			rt.Fatal(err)
		}
		untouched, _ := webtest.UntouchedForm(t, webtest.ParseHTML(t, recorder.Body.String()), "setting")
		sent := jsontree.ParseLongForm(untouched.Encode(), 20_000)
		jsontree.Prepare(sent)
		if _, problems := form.Save(sent); len(problems) > 0 {
			rt.Fatal(problems)
		}
		got, problems := d.Change(stored, document)
		if len(problems) > 0 || got.Text != text {
			rt.Fatalf("%s\nbecame\n%v\nproblems %v", text, got, problems)
		}
	})
}

// drawFields takes a few fields of a schema.
func drawFields(t *rapid.T, fields []*expansion.Field) []*expansion.Field {
	const most = 10
	first := rapid.IntRange(0, max(0, len(fields)-most)).Draw(t, "first")
	return fields[first:min(first+most, len(fields))]
}

// drawObject makes an object of a schema, with keys left out, unknown ones and values of other types.
func drawObject(t *rapid.T, fields []*expansion.Field, depth int) *jsontree.Object {
	object := new(jsontree.Object)
	if rapid.IntRange(0, 4).Draw(t, "unknown") == 0 {
		object.Set("Unknown", rapid.SampledFrom(oddValues).Draw(t, "value"))
	}
	for _, f := range fields {
		switch rapid.IntRange(0, 12).Draw(t, f.Name) {
		case 0:
		case 1:
			object.Set(f.Name, rapid.SampledFrom(oddValues).Draw(t, "odd"))
		default:
			object.Set(f.Name, drawValue(t, f, depth))
		}
	}
	return object
}

var oddValues = []any{
	nil, "", " a ", "12", true, jsontree.Number("7.50"), []any{}, []any{nil, "x\ny"}, new(jsontree.Object), []any{jsontree.Number("1")},
}

func drawValue(t *rapid.T, f *expansion.Field, depth int) any {
	switch f.Shape {
	case expansion.List:
		list := []any{}
		for range rapid.IntRange(0, 3).Draw(t, "length") {
			list = append(list, drawOne(t, f, depth))
		}
		return list
	case expansion.Map, expansion.MapLists:
		object := new(jsontree.Object)
		for _, key := range rapid.SliceOfDistinct(rapid.SampledFrom([]string{"0", "1", "a.b", "~", " x", "AKM"}), rapid.ID).Draw(t, "keys") {
			object.Set(key, drawValue(t, f.Member(), depth))
		}
		return object
	}
	return drawOne(t, f, depth)
}

var (
	drawnNumbers = []string{"0", "1", "-1", "1.0", "0.3499999940395355", "1e3", "2147483647", "-14606047", "16777217", "123456.789"}
	drawnTexts   = []string{"", "a", " a ", "a\nb", "a\r\nb", "<&\">", "ÄÖ", "-1", "FFAA0080"}
)

func drawOne(t *rapid.T, f *expansion.Field, depth int) any {
	switch {
	case f.Type == expansion.Object && depth == 0:
		return new(jsontree.Object)
	case f.Type == expansion.Object:
		return drawObject(t, f.Fields, depth-1)
	case f.Type == expansion.String:
		return rapid.SampledFrom(drawnTexts).Draw(t, "text")
	case f.Type == expansion.Vector:
		return []any{drawNumber(t), drawNumber(t), drawNumber(t)}
	}
	return drawNumber(t)
}

func drawNumber(t *rapid.T) any {
	return jsontree.Number(rapid.SampledFrom(drawnNumbers).Draw(t, "number"))
}
