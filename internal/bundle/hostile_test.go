package bundle_test

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"testing"

	"quartermaster/internal/bundle"
)

// entry is a file of a ZIP that a test makes.
type entry struct {
	name, text string
	mode       fs.FileMode
	stored     bool
	flags      uint16
}

const oneRow = `[{"resource":"types","name":"Rope","changes":{"nominal":[1,2]}}]`

// zipOf makes a ZIP as it is told, whatever that is.
func zipOf(t *testing.T, entries ...entry) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, e := range entries {
		h := &zip.FileHeader{Name: e.name, Method: zip.Deflate, Flags: e.flags}
		if e.stored {
			h.Method = zip.Store
		}
		if e.mode != 0 {
			h.SetMode(e.mode)
		}
		w, err := z.CreateHeader(h)
		if err == nil {
			_, err = io.WriteString(w, e.text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// manifest is a bundle.json that names entries with their sums, and has members of its own in the place of the usual ones.
func manifest(own string, entries ...entry) entry {
	files := map[string]string{}
	for _, e := range entries {
		sum := sha256.Sum256([]byte(e.text))
		files[e.name] = hex.EncodeToString(sum[:])
	}
	listed, _ := json.Marshal(files)
	if own == "" {
		own = `"name":"Test","version":"1.0.0"`
	}
	return entry{name: "bundle.json", text: fmt.Sprintf(`{%s,"files":%s}`, own, listed)}
}

// holding is a bundle of entries that its bundle.json names.
func holding(t *testing.T, entries ...entry) []byte {
	t.Helper()
	return zipOf(t, append([]entry{manifest("", entries...)}, entries...)...)
}

// TestHostileBundles: each is refused with a sentence that says why, and none takes more than a moment or the bounds of memory.
func TestHostileBundles(t *testing.T) {
	t.Parallel()
	rows := func(text string) []byte { return holding(t, entry{name: "rows/types.json", text: text}) }
	about := func(own string) []byte { return zipOf(t, manifest(own)) }
	asking := func(ask string) []byte { return about(`"name":"Test","version":"1.0.0","asks":[` + ask + `]`) }
	named := func(name string) []byte { return holding(t, entry{name: name, text: "x"}) }
	text := func(name string) string {
		return `[{"resource":"texts","name":"` + name + `","state":"added","changes":{"text":[null,"x"]}}]`
	}
	damaged := rows(oneRow)
	many := make([]entry, bundle.MostEntries)
	for i := range many {
		many[i] = entry{name: fmt.Sprintf("texts/%d.txt", i), stored: true}
	}
	for name, one := range map[string]struct {
		data []byte
		says string
	}{
		"nothing":    {nil, "damaged"},
		"no ZIP":     {[]byte("hello"), "damaged"},
		"half a ZIP": {damaged[:len(damaged)/2], "damaged"},
		"too large":  {make([]byte, bundle.MostBytes+1), "20 MB"},
		"a bomb": {
			holding(t, entry{name: "texts/a.txt", text: strings.Repeat(" ", bundle.MostBytes+1)}),
			"times its size",
		},
		"too much in all":           {holding(t, halves(2)...), "20 MiB"},
		"too many entries":          {holding(t, many...), "5000 files"},
		"an archive in it":          {holding(t, entry{name: "texts/a.txt", text: string(damaged)}), "archive in an archive"},
		"no bundle.json":            {zipOf(t, entry{name: "rows/types.json", text: oneRow}), "no bundle.json"},
		"bundle.json elsewhere":     {zipOf(t, entry{name: "x/bundle.json", text: "{}"}), "no bundle.json"},
		"an absolute path":          {named("/texts/a.txt"), "leads out"},
		"a parent path":             {named("texts/../../a.txt"), "leads out"},
		"a path of Windows":         {named(`texts\..\..\a.txt`), "leads out"},
		"a drive":                   {named("C:/a.txt"), "leads out"},
		"a folder of a dot":         {named("texts/./a.txt"), "out of its place"},
		"a path that ends in a dot": {named("texts/.../a.txt"), "out of its place"},
		"a stream of Windows":       {named("texts/a.txt:b"), "no path"},
		"a long path":               {named("texts/" + strings.Repeat("a", 300)), "no path"},
		"another place":             {named("mpmissions/init.txt"), "no place in a bundle"},
		"a script":                  {named("texts/init.c"), "is a script"},
		"a program":                 {named("texts/run.EXE"), "is a script"},
		"a script with a dot":       {named("texts/run.bat."), "is a script"},
		"bytes that are no text":    {holding(t, entry{name: "texts/a.txt", text: "a\x00b"}), "no text"},
		"a link":                    {holding(t, entry{name: "texts/a.txt", text: "/etc/passwd", mode: fs.ModeSymlink | 0o777}), "a link"},
		"a device":                  {holding(t, entry{name: "texts/a.txt", mode: fs.ModeDevice}), "a device"},
		"an encrypted entry":        {zipOf(t, manifest(""), entry{name: "texts/a.txt", text: "x", flags: 1}), "encrypted"},
		"a name twice": {
			zipOf(t, manifest("", entry{name: "texts/a.txt"}), entry{name: "texts/a.txt"}, entry{name: "texts/a.txt"}),
			"two files",
		},
		"a name in capitals too":     {holding(t, entry{name: "texts/a.txt"}, entry{name: "texts/A.txt"}), "two files"},
		"bundle.json twice":          {zipOf(t, manifest(""), manifest("")), "two files"},
		"an entry without a name":    {zipOf(t, manifest(""), entry{name: "rows/types.json", text: oneRow}), "does not name"},
		"an entry that is not there": {zipOf(t, manifest("", entry{name: "rows/types.json"})), "lacks"},
		"another sum": {
			zipOf(t, manifest("", entry{name: "rows/types.json", text: "[]"}), entry{name: "rows/types.json", text: oneRow}),
			"SHA-256",
		},
		"no sum": {
			zipOf(t, entry{name: "bundle.json", text: `{"name":"a","version":"1.0.0","files":{"rows/a.json":1}}`}),
			"SHA-256",
		},
		"no JSON":        {rows(`[{`), "line 1"},
		"deep JSON":      {rows(strings.Repeat("[", 60) + strings.Repeat("]", 60)), "40 levels"},
		"very deep JSON": {rows(strings.Repeat("[", 100_000)), "512 levels"},
		"a huge number":  {rows(`[{"resource":"types","name":"A","changes":{"nominal":[1,1e400]}}]`), "too large"},
		"a long number": {
			rows(`[{"resource":"types","name":"A","changes":{"nominal":[1,` + strings.Repeat("9", 50) + `]}}]`),
			"too large",
		},
		"bad UTF-8":              {rows("[\"\xff\"]"), "UTF-8"},
		"no list":                {rows(`{}`), "no list"},
		"no row":                 {rows(`[1]`), "no object"},
		"too many rows":          {rows("[" + strings.Repeat("{},", 20_000) + "{}]"), "20000 rows"},
		"a row out of its place": {rows(text("../../etc/passwd")), "out of its place"},
		"a row at the root":      {rows(text("/etc/passwd")), "out of its place"},
		"a row that is a script": {rows(text("$mission/init.c")), "is a script"},
		"a file out of its place": {
			rows(`[{"resource":"types","name":"A","file":"../x.xml","changes":{"nominal":[1,2]}}]`),
			"out of its place",
		},
		"a password": {
			rows(`[{"resource":"documents","name":"serverDZ.cfg","changes":{"passwordAdmin":["","x"]}}]`),
			"no passwords",
		},
		"a text that is not there": {
			rows(`[{"resource":"texts","name":"a.txt","changes":{"text":[null,{"entry":"texts/../a"}]}}]`),
			"no text of the bundle",
		},
		"no name":                 {about(`"version":"1.0.0"`), "name"},
		"a long name":             {about(`"name":"` + strings.Repeat("a", 101) + `","version":"1.0.0"`), "name"},
		"a name of two lines":     {about(`"name":"a\nb","version":"1.0.0"`), "name"},
		"no version":              {about(`"name":"a","version":"v1"`), "semantic version"},
		"a huge version":          {about(`"name":"a","version":"1.0.99999999999999999999"`), "semantic version"},
		"a newer form":            {about(`"name":"a","version":"1.0.0","format":2`), "newer version"},
		"a bad question":          {asking(`{"name":"../a","label":"A","kind":"text","default":""}`), "small letters"},
		"a question of no kind":   {asking(`{"name":"a","label":"A","kind":"script","default":""}`), "of no kind"},
		"a bad default":           {asking(`{"name":"a","label":"A","kind":"number","default":"x"}`), "default"},
		"a default out of bounds": {asking(`{"name":"a","label":"A","kind":"number","default":5,"max":2}`), "default"},
		"a question twice": {
			asking(`{"name":"a","label":"A","kind":"text","default":""},{"name":"a","label":"A","kind":"text","default":""}`), "twice",
		},
		"too many questions": {
			asking(strings.TrimSuffix(strings.Repeat(`{"name":"a","label":"A","kind":"text","default":""},`, 51), ",")), "50 questions",
		},
	} {
		_, err := bundle.Open(one.data)
		var refusal bundle.Refusal
		if !errors.As(err, &refusal) || !strings.Contains(string(refusal), one.says) {
			t.Errorf("%s: %v, want a refusal that says %q", name, err, one.says)
		}
	}
}

// halves are entries of which two are too much.
func halves(n int) (list []entry) {
	for i := range n {
		var b strings.Builder
		for j := 0; b.Len() < 1<<20; j++ {
			fmt.Fprint(&b, j*7919)
		}
		list = append(list, entry{name: fmt.Sprintf("texts/%d.txt", i), text: strings.Repeat(b.String(), 11)})
	}
	return list
}
