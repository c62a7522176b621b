package serverfiles_test

import (
	"fmt"
	"strings"
	"testing"

	"quartermaster/internal/web/webtest"
)

// manyEntries is more than a page shows, and few enough for a quick test.
const manyEntries = 2500

// repeated returns a text with the numbers of many entries in it, with commas between.
func repeated(entry string) string {
	entries := make([]string, manyEntries)
	for n := range entries {
		entries[n] = strings.ReplaceAll(entry, "%", fmt.Sprint(n))
	}
	return strings.Join(entries, ",\n")
}

// TestFormsOfLargeFiles: whatever a file has many of, its page stays small; the last entry is found, shown on its page, and saved alone.
func TestFormsOfLargeFiles(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance := b.Instance("A")
	const mostBytes = 256 << 10
	files := map[string]struct{ text, at, old string }{
		"keys":    {"{" + repeated(`"Item%": 1%`) + "}", "Item2499", "12499"},
		"objects": {"{" + repeated(`"Item%": {"Price": 1%, "Stock": 1}`) + "}", "Item2499.Price", "12499"},
		"unlike":  {"{" + repeated(`"Item%": {"Price": 1%, "A%": 1}`) + "}", "Item2499.Price", "12499"},
		"inside":  {`{"Prices": {` + repeated(`"Item%": {"Price": 1%}`) + "}}", "Prices.Item2499.Price", "12499"},
		"list":    {"[" + repeated(`{"Name": "Item%", "Price": 1%}`) + "]", "entries.2499.Price", "12499"},
		"lists":   {"{" + repeated(`"Item%": [{"Price": 1%, "Count": 2}]`) + "}", "Item2499.0.Price", "12499"},
	}
	var uploads []webtest.File
	for name, file := range files {
		uploads = append(uploads, webtest.File{Name: "profiles/Large/" + name + ".json", Text: file.text})
	}
	b.Import(instance, nil, uploads...)
	for name, file := range files {
		path := "profiles/Large/" + name + ".json"
		page := instance + "/documents/mods/profiles-large-" + name + "-json"
		if n := b.Get(page).Status(200).Body.Len(); n > mostBytes {
			t.Errorf("the page of %s has %d bytes", name, n)
		}
		shown := b.Get(instance + "/documents/value?path=" + path + "&at=" + file.at).Header().Get("Location")
		shown, _, _ = strings.Cut(strings.TrimPrefix(shown, "http://qm.test"), "#")
		form, action := b.OpenForm(t, shown)
		changed := ""
		for _, sent := range form {
			if sent[1] == file.old {
				changed = sent[0]
			}
		}
		b.SendForm(action, form.With(changed, "31")).LeadsTo(action)
		if got := serverFile(b, instance, path); got != strings.Replace(file.text, file.old, "31", 1) {
			t.Errorf("%s: on %s, %s was changed", name, shown, changed)
		}
	}
	page := instance + "/documents/mods/profiles-large-keys-json?q=item1234"
	b.Get(page).Status(200).Says("Item1234").SaysNot("Item1235")
	form, action := b.OpenForm(t, page)
	b.SendForm(action, form.With("Item1234", "1")).LeadsTo(page)
}

// TestLongValuesAreEditedAsText: a value that is too long for a page is not sent with it, and stays.
func TestLongValuesAreEditedAsText(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance := b.Instance("A")
	text := `{"Count": 1, "Mixed": [1, "` + strings.Repeat("x", 600<<10) + `"]}`
	b.Import(instance, nil, webtest.File{Name: "profiles/Long/Long.json", Text: text},
		webtest.File{Name: "profiles/Other.json", Text: "{}"})
	page := instance + "/documents/mods/profiles-long-long-json"
	if n := b.Get(page).Status(200).Says("Too long for this page").Body.Len(); n > 64<<10 {
		t.Errorf("the page has %d bytes", n)
	}
	form, action := b.OpenForm(t, page)
	b.SendForm(action, form.With("Count", "2")).LeadsTo(page)
	if serverFile(b, instance, "profiles/Long/Long.json") != strings.Replace(text, "1", "2", 1) {
		t.Error("more than the count was changed")
	}
}
