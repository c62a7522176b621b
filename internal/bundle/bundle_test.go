package bundle_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"quartermaster/internal/bundle"
	"quartermaster/internal/jsontree"
)

func parsed[T any](t *testing.T, text string) T {
	t.Helper()
	value, err := jsontree.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return value.(T)
}

func shown(value any) string { return string(jsontree.AppendValue(nil, value)) }

// keys are a key pair of an installation.
func keys(t *testing.T) (public, secret string) {
	t.Helper()
	public, secret, err := bundle.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	return public, secret
}

func pack(t *testing.T, m bundle.Manifest, rows string, public, secret string) []byte {
	t.Helper()
	data, err := bundle.Pack(m, parsed[[]any](t, rows), nil, public, secret)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// replaced returns a ZIP with one entry changed; nil takes it away.
func replaced(t *testing.T, data []byte, name string, change func([]byte) []byte) []byte {
	t.Helper()
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	var entries []entry
	for _, f := range r.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		if f.Name == name {
			if text = change(text); text == nil {
				continue
			}
		}
		entries = append(entries, entry{name: f.Name, text: string(text)})
	}
	return zipOf(t, entries...)
}

func TestWhatIsPackedIsOpened(t *testing.T) {
	t.Parallel()
	public, secret := keys(t)
	least := 0.5
	m := bundle.Manifest{
		Name: "Winter “event”", Version: "1.2.0-beta.1", About: "Less food.\nMore wolves.", Licence: "CC0-1.0",
		Needs: bundle.Needs{Mods: []string{"1559212036"}, Classes: []string{"Rope"}, Map: "chernarusplus"},
		Asks: []bundle.Ask{
			{Name: "factor", Label: "How much", Help: "2 is twice.", Kind: bundle.Number, Default: jsontree.Number("1.5"), Min: &least},
			{Name: "at", Label: "Where", Kind: bundle.Position, Default: []any{jsontree.Number("7500"), jsontree.Number("8000.5")}},
		},
	}
	long := strings.Repeat("A line of text.\n", 20)
	rows := `[{"resource":"types","name":"Rope","state":"changed","changes":{"nominal":[10,{"ask":"factor","times":10,"whole":true}]}},` +
		`{"resource":"texts","name":"$mission/notes.txt","state":"changed","changes":{"text":["short",` + shown(long) + `]}}]`
	data := pack(t, m, rows, public, secret)
	b, err := bundle.Open(data)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(data, pack(t, m, rows, public, secret)) {
		t.Error("the same makes other bytes")
	}
	if b.Name != m.Name || b.Version != m.Version || b.About != m.About || b.Licence != m.Licence ||
		len(b.Needs.Mods)+len(b.Needs.Classes) != 2 || b.Needs.Map != m.Needs.Map || b.SignedBy != public || b.Signature != bundle.Good {
		t.Errorf("opened as %+v", b.Manifest)
	}
	if len(b.Asks) != 2 || shown(b.Asks[1].Default) != "[7500,8000.5]" || *b.Asks[0].Min != 0.5 {
		t.Errorf("asks %+v", b.Asks)
	}
	answers, err := b.Answers(parsed[*jsontree.Object](t, `{"factor":"2.04"}`))
	if err != nil {
		t.Fatal(err)
	}
	filled, _, err := b.Fill(answers, nil)
	want := []string{
		`{"resource":"texts","name":"$mission\/notes.txt","state":"changed","changes":{"text":["short",` + shown(long) + `]}}`,
		`{"resource":"types","name":"Rope","state":"changed","changes":{"nominal":[10,20]}}`,
	}
	for i, row := range filled {
		if shown(row) != want[i] {
			t.Errorf("row %d: %s, %v", i, shown(row), err)
		}
	}
}

func TestSignatures(t *testing.T) {
	t.Parallel()
	public, secret := keys(t)
	other, otherSecret := keys(t)
	data := pack(t, bundle.Manifest{Name: "A", Version: "1.0.0"}, oneRow, public, secret)
	newer := pack(t, bundle.Manifest{Name: "A", Version: "1.1.0"}, oneRow, public, secret)
	signatureOf := func(data []byte) (signature []byte) {
		replaced(t, data, "bundle.minisig", func(text []byte) []byte { signature = text; return text })
		return signature
	}
	escaped := func(key string) string { return strings.ReplaceAll(key, "/", `\/`) }
	swap := func(old, by string) func([]byte) []byte {
		return func(text []byte) []byte { return bytes.Replace(text, []byte(old), []byte(by), 1) }
	}
	for name, one := range map[string]struct {
		data []byte
		want string
	}{
		"as it was signed":       {data, bundle.Good},
		"another manifest":       {replaced(t, data, "bundle.json", swap(`"licence":""`, `"licence":"x"`)), bundle.Altered},
		"another version":        {replaced(t, data, "bundle.json", swap("1.0.0", "2.0.0")), bundle.Altered},
		"other rows":             {replaced(t, data, "rows/types.json", swap("[1,2]", "[1,3]")), bundle.Altered},
		"another key named":      {replaced(t, data, "bundle.json", swap(escaped(public), escaped(other))), bundle.Altered},
		"no key named":           {replaced(t, data, "bundle.json", swap(escaped(public), "")), bundle.Altered},
		"signature of another":   {replaced(t, data, "bundle.minisig", func([]byte) []byte { return signatureOf(newer) }), bundle.Altered},
		"another comment":        {replaced(t, data, "bundle.minisig", swap("A 1.0.0", "B 1.0.0")), bundle.Altered},
		"no signature in it":     {replaced(t, data, "bundle.minisig", func([]byte) []byte { return []byte("x") }), bundle.Altered},
		"a huge signature":       {replaced(t, data, "bundle.minisig", func([]byte) []byte { return make([]byte, 1<<20) }), bundle.Altered},
		"without a signature":    {replaced(t, data, "bundle.minisig", func([]byte) []byte { return nil }), bundle.Unsigned},
		"signed again by others": {pack(t, bundle.Manifest{Name: "A", Version: "1.0.0"}, oneRow, other, otherSecret), bundle.Good},
	} {
		b, err := bundle.Open(one.data)
		if err != nil || b.Signature != one.want {
			t.Errorf("%s: %v, %v, want %s", name, b, err, one.want)
		}
	}
}

func TestAnswers(t *testing.T) {
	t.Parallel()
	m := bundle.Manifest{Asks: []bundle.Ask{
		{Name: "n", Label: "N", Kind: bundle.Whole, Default: jsontree.Number("1")},
		{Name: "at", Label: "At", Kind: bundle.Position, Default: []any{jsontree.Number("1"), jsontree.Number("2")}},
		{Name: "who", Label: "Who", Kind: bundle.Choice, Default: "a", In: []string{"a", "b"}},
	}}
	for given, good := range map[string]bool{
		`{}`: true, `{"n":2,"at":["10",20.5],"who":"b"}`: true, `{"n":null}`: true, `{"n":1.5}`: false, `{"n":"x"}`: false, `{"n":1e10}`: false,
		`{"at":[1]}`: false, `{"at":"1 2"}`: false, `{"who":"c"}`: false, `{"more":1}`: false, `{"n":"NaN"}`: false, `{"who":1}`: false,
	} {
		_, err := m.Answers(parsed[*jsontree.Object](t, given))
		var refusal bundle.Refusal
		if good != (err == nil) || !good && !errors.As(err, &refusal) {
			t.Errorf("%s: %v", given, err)
		}
	}
}

func TestNamesAreMapped(t *testing.T) {
	t.Parallel()
	public, secret := keys(t)
	b, err := bundle.Open(pack(t, bundle.Manifest{Name: "A", Version: "1.0.0"},
		`[{"resource":"types","name":"Old","changes":{"category":["tools","Food"],"usage":{"added":["Town","Old"],"removed":[]},`+
			`"value":{"added":["Tier1"]}}},`+
			`{"resource":"events","name":"Old","changes":{"children":[null,[{"type":"OLD","max":1}]]}}]`, public, secret))
	if err != nil {
		t.Fatal(err)
	}
	rows, _, err := b.Fill(nil, map[string]string{
		"class:Old": "New", "usage:Town": "Village", "tier:tier1": "Tier2", "category:food": "drinks",
	})
	want := []string{
		`{"resource":"events","name":"Old","changes":{"children":[null,[{"type":"New","max":1}]]}}`,
		`{"resource":"types","name":"New","changes":{"category":["tools","drinks"],"usage":{"added":["Village","Old"],"removed":[]},` +
			`"value":{"added":["Tier2"]}}}`,
	}
	for i, row := range rows {
		if shown(row) != want[i] || err != nil {
			t.Errorf("%s, %v, want %s", shown(row), err, want[i])
		}
	}
}

func TestVersions(t *testing.T) {
	t.Parallel()
	order := []string{
		"none", "0.9.0", "1.0.0-1", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0", "1.0.1",
		"1.2.0", "1.10.0",
	}
	for i, a := range order {
		for j, b := range order {
			if got := bundle.CompareVersions(a, b); (got < 0) != (i < j) || (got > 0) != (i > j) {
				t.Errorf("%s and %s compare as %d", a, b, got)
			}
		}
	}
	for _, bad := range []string{
		"", "1", "1.0", "v1.0.0", "1.0.0.0", "01.0.0", "1.0.0-", "1.0.0-01", "1.0.0 ",
		strings.Repeat("1", 70) + ".0.0",
	} {
		if bundle.IsVersion(bad) {
			t.Errorf("%q is a version", bad)
		}
	}
}

func FuzzOpen(f *testing.F) {
	public, secret, err := bundle.NewKey()
	if err != nil {
		f.Fatal(err)
	}
	data, err := bundle.Pack(bundle.Manifest{Name: "A", Version: "1.0.0"}, nil, nil, public, secret)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		_, err := bundle.Open(data)
		var refusal bundle.Refusal
		if err != nil && !errors.As(err, &refusal) {
			t.Errorf("%v is no refusal", err)
		}
	})
}
