package webtest

import (
	"context"
	"net/url"
	"slices"
	"strings"
	"testing"

	"quartermaster/internal/record"
)

// FormOf reads what a browser would send of the form with the id.
func FormOf(t *testing.T, b *Browser, path, id string) url.Values {
	t.Helper()
	page := ParseHTML(t, b.Get(path).Status(200).Body.String())
	form, sent := page.ByID(id), url.Values{}
	for _, e := range page.Named("input", "textarea", "option") {
		inForm := false
		for _, parent := range e.Parents {
			inForm = inForm || parent == form
		}
		if !inForm || e.inside("template") {
			continue
		}
		name, value := e.Attrs["name"], unescaped(e.Attrs["value"])
		switch {
		case e.Name == "option" && e.Has("selected"):
			sent.Add(e.Parents[len(e.Parents)-1].Attrs["name"], value)
		case e.Name == "textarea":
			sent.Add(name, strings.TrimPrefix(unescaped(e.Text.String()), "\n"))
		case e.Name == "input" && (e.Attrs["type"] != "checkbox" && e.Attrs["type"] != "radio" || e.Has("checked")):
			sent.Add(name, value)
		}
	}
	return sent
}

func unescaped(text string) string {
	return strings.NewReplacer("&lt;", "<", "&gt;", ">", "&#34;", `"`, "&#39;", "'", "&amp;", "&").Replace(text)
}

// Field is a stored value of a record.
func (b *Browser) Field(res *record.Resource, path, name string) any {
	b.TB.Helper()
	parts := strings.Split(path, "/")
	return b.Stored(strings.Join(parts[:3], "/"), res, path)[res.Index(name)]
}

// OneOf returns the address of a record of a resource.
func OneOf(t *testing.T, b *Browser, instance string, res *record.Resource) string {
	rows, err := b.DB.All(context.Background(), res, b.Scope(instance), "")
	if err != nil || len(rows) == 0 {
		t.Fatal(res.Name, len(rows), err)
	}
	return res.SID(rows[0])
}

// Values returns the values of a name.
func (f SentForm) Values(name string) (values []string) {
	for _, pair := range f {
		if pair[0] == name {
			values = append(values, pair[1])
		}
	}
	return values
}

// ArmedInstance makes an instance with two types, of which AKM is a weapon above 10.
func ArmedInstance(b *Browser) (instance, types string) {
	b.TB.Helper()
	instance = b.Instance("Livonia & <Hardcore>")
	b.Import(instance, nil, File{"db/types.xml", TypesXML}).Status(200)
	return instance, instance + "/types"
}

// TypeCalled returns what is stored of a type.
func (b *Browser) TypeCalled(instance, name string) record.Row {
	b.TB.Helper()
	rows, err := b.DB.All(context.Background(), record.Types, b.Scope(instance), "")
	i := slices.IndexFunc(rows, func(row record.Row) bool { return record.Types.TitleOf(row) == name })
	if err != nil || i < 0 {
		b.TB.Fatal(name, err)
	}
	return rows[i]
}

// Nominal returns the nominal of a type, by its name.
func (b *Browser) Nominal(instance, name string) any {
	b.TB.Helper()
	return b.TypeCalled(instance, name)[record.Types.Index("nominal")]
}
