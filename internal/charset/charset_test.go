package charset_test

import (
	"bytes"
	"errors"
	"testing"

	"pgregory.net/rapid"

	"quartermaster/internal/charset"
)

// tables are the encodings of 256 characters.
var tables = []charset.Encoding{
	charset.Windows1251, charset.Windows1252, "iso-8859-1", "windows-1250", "windows-1253", "windows-1254", "windows-1257", "iso-8859-2",
	"iso-8859-5", "iso-8859-15", "koi8-r", "koi8-u", "ibm866",
}

func survives(t interface{ Fatalf(string, ...any) }, data []byte) (text []byte, e charset.Encoding) {
	text, e = charset.Decode(data)
	for _, syntax := range []charset.Syntax{charset.Plain, charset.XML, charset.JSON} {
		if again, err := charset.Encode(text, e, syntax); err != nil || !bytes.Equal(again, data) {
			t.Fatalf("%q is decoded from %q to %q and encoded to %q (%v)", data, e, text, again, err)
		}
	}
	return text, e
}

// Whatever a file holds comes back as it was.
func TestAnyBytesSurvive(t *testing.T) {
	t.Parallel()
	starts := [][]byte{
		nil, nil,
		{0xFF, 0xFE},
		{0xFE, 0xFF},
		{0xEF, 0xBB, 0xBF},
		{'<', 0, '?', 0},
		{0, '<', 0, '?'},
		[]byte(`<?xml version="1.0" encoding="CP1251"?>`), []byte(`<?xml version='1.0' encoding='Latin1'?>`), []byte("привет, мир"),
	}
	pieces := []string{
		"\xf4\x8e\x82\x80", "\xdc\x00\xd8\x00", "\x00\xd8\x00\xdc", "\xf8\xdb\x80\xe0", "<!--\xe9-->", "é", "Ж", "\xd8\xfb\xdc\xe0",
	}
	rapid.Check(t, func(t *rapid.T) {
		data := bytes.Clone(rapid.SampledFrom(starts).Draw(t, "start"))
		for _, piece := range rapid.SliceOfN(rapid.OneOf(rapid.SampledFrom(pieces), rapid.StringN(0, 3, 9)), 0, 6).Draw(t, "pieces") {
			data = append(append(data, piece...), rapid.SliceOfN(rapid.Byte(), 0, 5).Draw(t, "bytes")...)
		}
		survives(t, data)
	})
}

func TestEveryByteOfEveryTableSurvives(t *testing.T) {
	t.Parallel()
	for _, table := range tables {
		data := []byte(`<?xml version="1.0" encoding="` + string(table) + `"?><a>`)
		for b := 0x80; b <= 0xFF; b++ {
			data = append(data, byte(b))
		}
		if _, e := survives(t, data); e != table {
			t.Errorf("%s is read as %q", table, e)
		}
	}
}

func TestEncodingsAreKnown(t *testing.T) {
	t.Parallel()
	const xml = `<?xml version="1.0" encoding="`
	for _, test := range []struct {
		data, text string
		encoding   charset.Encoding
	}{
		{"", "", charset.UTF8},
		{"\ufeffЖуков", "\ufeffЖуков", charset.UTF8},
		{"\xff\xfe\x16\x04", "\ufeffЖ", charset.UTF16LE},
		{"\xfe\xff\x04\x16", "\ufeffЖ", charset.UTF16BE},
		{"<\x00?\x00\x16\x04", "<?Ж", charset.UTF16LE},
		{"\x00<\x00?\x04\x16", "<?Ж", charset.UTF16BE},
		{xml + `windows-1251"?><!--` + "\xc6-->", xml + `windows-1251"?><!--Ж-->`, charset.Windows1251},
		{xml + `win1251"?>`, xml + `win1251"?>`, charset.Windows1251},
		{xml + `ISO-8859-1"?>` + "\xe9", xml + `ISO-8859-1"?>é`, "iso-8859-1"},
		{xml + `windows-1251"?>Ж`, xml + `windows-1251"?>Ж`, charset.UTF8},        // it says so and is not
		{xml + `utf-8"?>caf` + "\xe9", xml + `utf-8"?>café`, charset.Windows1252}, // so too
		{"7656\t//\xc6\xf3\xea\xee\xe2 - \xf7\xe8\xf2\n", "7656\t//Жуков - чит\n", charset.Windows1251},
		{"7656\t//Andr\xe9 - tricheur d\xe9test\xe9\n", "7656\t//André - tricheur détesté\n", charset.Windows1252},
		{"Gr\xf6\xdfe", "Größe", charset.Windows1252},
		{"Жуков \xff!", "Жуков \U0010E0FF!", charset.Mixed},
	} {
		text, e := survives(t, []byte(test.data))
		if string(text) != test.text || e != test.encoding {
			t.Errorf("%q is read as %q in %q", test.data, text, e)
		}
	}
}

func TestWhatAnEncodingHasNot(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		text   string
		syntax charset.Syntax
		want   string
	}{
		{"a\nЖ", charset.Plain, "line 2: there is no 'Ж' in the encoding windows-1252"},
		{"é<a b=\"Ж\">😀</a>", charset.XML, "\xe9<a b=\"&#1046;\">&#128512;</a>"},
		{"<!-- é -->Ж<![CDATA[]]>Ж", charset.XML, "<!-- \xe9 -->&#1046;<![CDATA[]]>&#1046;"},
		{"<a/>\n<!-- Ж -->", charset.XML, "line 2: there is no 'Ж' in the encoding windows-1252"},
		{"<![CDATA[Ж]]>", charset.XML, "line 1: there is no 'Ж' in the encoding windows-1252"},
		{`{"é":"Ж😀"}`, charset.JSON, "{\"\xe9\":\"\\u0416\\ud83d\\ude00\"}"},
		{"\U0010E0FF", charset.XML, "&#1106175;"}, // nobody sends it for the byte
	} {
		got, err := charset.Encode([]byte(test.text), charset.Windows1252, test.syntax)
		var missing *charset.Missing
		if errors.As(err, &missing) {
			got = []byte(missing.Error())
		} else if err != nil {
			t.Fatal(err)
		}
		if string(got) != test.want {
			t.Errorf("%q is written as %q, want %q", test.text, got, test.want)
		}
	}
}
