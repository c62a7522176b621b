package servercfg_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/servercfg"
)

func TestChange(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ text, next, want string }{
		"spelled in other letters":  {"maxPing= 1; // ms\n", `{"MaxPing":2}`, "maxPing= 2; // ms\n"},
		"true stays a word":         {"a = true; b = 1;", `{"a":0,"b":false}`, "a = false; b = 0;"},
		"the same in other words":   {"a = true; b = 1; c = 2.50;", `{"a":1,"b":true,"c":2.5}`, "a = true; b = 1; c = 2.50;"},
		"of two the last":           {"a = 1;\nA = 2;\n", `{"a":3}`, "a = 1;\nA = 3;\n"},
		"another type":              {"a = 1; b[] = {1};", `{"a":["x",true],"b":"\""}`, `a[] = {"x", true}; b = """";`},
		"removed with its line":     {"a = 1; // x\n// of b\nb = 2; /* y */\nc = 3;", `{"c":3}`, "// of b\nc = 3;"},
		"removed from a line":       {"a = 1; b = 2; // x\n", `{"b":2}`, "b = 2; // x\n"},
		"removed, and none is left": {"\ufeffa = 1;\r\n", `{}`, "\ufeff"},
		"removed by null":           {"a = 1;\nb = 2;\n", `{"a":null,"b":2}`, "b = 2;\n"},
		"added behind the settings": {"a = 1; // x\nclass B {\n};\n", `{"a":1,"B":{},"c":"y"}`, "a = 1; // x\nc = \"y\";\nclass B {\n};\n"},
		"added without blanks":      {"a=1;", `{"a":1,"b":2}`, "a=1;\nb=2;"},
		"added to an empty file":    {"", `{"a":1,"b":[]}`, "a = 1;\nb[] = {};\n"},
		"added to a comment":        {"// x", `{"a":1}`, "// x\na = 1;"},
		"added before a class":      {"\ufeffclass B {};", `{"B":{},"a":1}`, "\ufeffa = 1;\nclass B {};"},
		"added to a line":           {"class B { a = 1; };", `{"B":{"a":1,"b":2}}`, "class B { a = 1; b = 2; };"},
		"added to an empty line":    {"class B {};", `{"B":{"b":2}}`, "class B { b = 2; };"},
		"added to a class":          {"class B\r\n{\r\n};\r\n", `{"B":{"b":2}}`, "class B\r\n{\r\n\tb = 2;\r\n};\r\n"},
		"class": {
			"a = 1;\r\n", `{"a":1,"B":{"C":{"d":1,"e":null}}}`, "a = 1;\r\nclass B\r\n{\r\n\tclass C\r\n\t{\r\n\t\td = 1;\r\n\t};\r\n};\r\n",
		},
		"element changed":          {"m[] = { \"a\", /* x */ \"b\" };", `{"m":["a","c"]}`, "m[] = { \"a\", /* x */ \"c\" };"},
		"element added":            {"m[] = {\n\t\"a\",\n\t\"b\"\n};", `{"m":["a","b","c"]}`, "m[] = {\n\t\"a\",\n\t\"b\",\n\t\"c\"\n};"},
		"element added behind one": {"m[] = {\n\t\"a\" // x\n};", `{"m":["a","b"]}`, "m[] = {\n\t\"a\",\n\t\"b\" // x\n};"},
		"element added before":     {"m[] = {\"b\"};", `{"m":["a","b"]}`, "m[] = {\"a\", \"b\"};"},
		"element added in a list":  {"m[] = {{1}, {2}};", `{"m":[[1],[2,3]]}`, "m[] = {{1}, {2, 3}};"},
		"element removed":          {"m[] = {\"a\",\"b\",\"c\"};", `{"m":["a","c"]}`, "m[] = {\"a\",\"c\"};"},
		"first element removed":    {"m[] = {\n\t\"a\", // x\n\t\"b\"\n};", `{"m":["b"]}`, "m[] = {\n\t\"b\"\n};"},
		"all elements removed":     {"m[] = {\"a\",};", `{"m":[]}`, "m[] = {};"},
		"all elements are others":  {"m[] = {\"a\", \"b\"};", `{"m":[1]}`, "m[] = {1};"},
	} {
		f, _ := parse(t, false, test.text)
		got, err := f.Change(tree(t, test.next))
		if diff := cmp.Diff(test.want, got); err != nil || diff != "" {
			t.Errorf("%s: %v %s", name, err, diff)
		}
	}
}

func TestChangeOfLines(t *testing.T) {
	t.Parallel()
	f, _ := parse(t, true, "RConPassword  old\r\n// port\r\nRconPort 1\r\nRestrictRCon")
	got, err := f.Change(tree(t, `{"RConPassword":"a b","RConPort":2,"RestrictRCon":true,"MaxPing":300}`))
	if want := "RConPassword  a b\r\n// port\r\nRconPort 2\r\nRestrictRCon 1\r\nMaxPing 300"; err != nil || got != want {
		t.Errorf("%q instead of %q: %v", got, want, err)
	}
}

func TestChangeRefusesWhatCannotBeWritten(t *testing.T) {
	t.Parallel()
	for next, want := range map[string]string{
		`{"a b":1}`:        "a b is not a name: it may have letters, digits and _ only",
		`{"":1}`:           " is not a name: it may have letters, digits and _ only",
		`{"a":"b\nc"}`:     "a must be one line",
		`{"m":[{"a":1}]}`:  "m must be a text, a number, true, false or a list",
		`{"B":{"c":"\n"}}`: "c must be one line",
	} {
		f, _ := parse(t, false, "a = 1; m[] = {1};")
		if _, err := f.Change(tree(t, next)); err == nil || err.Error() != want {
			t.Errorf("%s: %v instead of %s", next, err, want)
		}
	}
	f, _ := parse(t, true, "")
	for _, next := range []string{`{"a":[1]}`, `{"a":{}}`, `{"a":"b\nc"}`, `{"a":" b"}`, `{"a":"= b"}`} {
		if text, err := f.Change(tree(t, next)); err == nil {
			t.Errorf("%s gives %q", next, text)
		}
	}
}

// Whatever a tree is changed to, the text reads back as that, and nothing else is touched.
func TestAnyChange(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.Bool().Draw(t, "lines")
		first, second := drawObject(t, lines, 0), drawObject(t, lines, 0)
		empty, _ := read(lines, rapid.SampledFrom([]string{"", "// note\n", "// note\r\n", "// no end"}).Draw(t, "empty"))
		text, err := empty.Change(first)
		if err != nil {
			t.Fatal(err)
		}
		for _, next := range []*jsontree.Object{first, second, first, new(jsontree.Object)} {
			f, err := read(lines, text)
			if err != nil {
				t.Fatalf("%v in %q", err, text)
			}
			if text, err = f.Change(next); err != nil {
				t.Fatal(err)
			}
			f, err = read(lines, text)
			if err != nil {
				t.Fatalf("%v in %q", err, text)
			}
			if !sameTree(next, f.Tree()) {
				t.Fatalf("%q reads as %s instead of %s", text, jsontree.AppendValue(nil, f.Tree()), jsontree.AppendValue(nil, next))
			}
			if again, err := f.Change(f.Tree()); err != nil || again != text {
				t.Fatalf("%q differs after no change from %q: %v", again, text, err)
			}
		}
		if empty.Text() != "" && !strings.HasPrefix(text, "// no") {
			t.Fatalf("the note is gone: %q", text)
		}
	})
}

func read(lines bool, text string) (*servercfg.File, error) {
	if lines {
		return servercfg.ParseLines(text)
	}
	return servercfg.Parse(text)
}

// drawObject draws settings of a few names, so that they meet those of another object.
func drawObject(t *rapid.T, lines bool, depth int) *jsontree.Object {
	o := new(jsontree.Object)
	for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"hostname", "maxPlayers", "motd", "Missions", "DayZ", "MaxPing"}),
		0, 6, rapid.ID).Draw(t,
		"names") {
		switch kind := rapid.IntRange(0, 4).Draw(t, "kind"); {
		case name == "MaxPing":
			o.Set(name, jsontree.Number(rapid.SampledFrom([]string{"0", "-1", "300", "0.5"}).Draw(t, "number")))
		case lines:
			o.Set(name, strings.TrimSpace(rapid.StringMatching(`([a-z0-9"/][a-z0-9 "/=]{0,8})?`).Draw(t, "text")))
		case kind == 4 && depth < 3:
			o.Set(name, drawObject(t, lines, depth+1))
		case kind == 3:
			o.Set(name, drawList(t, 0))
		default:
			o.Set(name, drawValue(t))
		}
	}
	return o
}

func drawList(t *rapid.T, depth int) []any {
	list := make([]any, rapid.IntRange(0, 4).Draw(t, "length"))
	for i := range list {
		list[i] = drawValue(t)
		if depth < 2 && rapid.IntRange(0, 4).Draw(t, "nested") == 0 {
			list[i] = drawList(t, depth+1)
		}
	}
	return list
}

func drawValue(t *rapid.T) any {
	switch rapid.IntRange(0, 2).Draw(t, "type") {
	case 0:
		return jsontree.Number(rapid.SampledFrom([]string{"0", "1", "2.5", "-3"}).Draw(t, "number"))
	case 1:
		return rapid.Bool().Draw(t, "bool")
	}
	return rapid.StringMatching(`[a-z"/*;{}= ]{0,6}`).Draw(t, "text")
}

// sameTree compares regardless of the order of keys; 1 and 0 are true and false.
func sameTree(a, b any) bool {
	switch a := a.(type) {
	case *jsontree.Object:
		b, ok := b.(*jsontree.Object)
		if !ok || a.Len() != b.Len() {
			return false
		}
		for key, v := range a.All() {
			if other, found := b.Get(key); !found || !sameTree(v, other) {
				return false
			}
		}
		return true
	case []any:
		b, ok := b.([]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for i := range a {
			if !sameTree(a[i], b[i]) {
				return false
			}
		}
		return true
	}
	return number(a) == number(b)
}

func number(v any) any {
	switch v {
	case true:
		return jsontree.Number("1")
	case false:
		return jsontree.Number("0")
	}
	return v
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"", "a = 1;", "class A { b[] = {\"c\", {1}}; };", "a = \"b\"\"c\"; // d\n/* e */", "#include\nclass A : B;", "RConPort 1\n",
	} {
		f.Add(seed, true)
		f.Add(seed, false)
	}
	f.Fuzz(func(t *testing.T, text string, lines bool) {
		file, err := read(lines, text)
		if err != nil {
			return
		}
		if same, err := file.Change(file.Tree()); err != nil || same != text {
			t.Fatalf("%q differs after no change from %q: %v", same, text, err)
		}
		without, err := file.Change(new(jsontree.Object))
		if err != nil {
			t.Fatal(err)
		}
		if rest, err := read(lines, without); err != nil || rest.Tree().Len() > 0 {
			t.Fatalf("%q is left of %q: %v", without, text, err)
		}
		next := file.Tree()
		next.Set("added", "x")
		changed, err := file.Change(next)
		if err != nil {
			t.Fatal(err)
		}
		again, err := read(lines, changed)
		if err != nil {
			t.Fatalf("%v in %q, made of %q", err, changed, text)
		}
		if got := again.Tree().Text("added"); got != "x" {
			t.Fatalf("%q has %q", changed, got)
		}
	})
}
