package servercfg_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/servercfg"
)

// parse reads a text, as the language of the game or with lines as BattlEye's, and returns it as JSON.
func parse(t testing.TB, lines bool, text string) (*servercfg.File, *jsontree.Object) {
	t.Helper()
	read := servercfg.Parse
	if lines {
		read = servercfg.ParseLines
	}
	f, err := read(text)
	if err != nil {
		t.Fatalf("%v in %q", err, text)
	}
	return f, f.Tree()
}

func tree(t testing.TB, text string) *jsontree.Object {
	t.Helper()
	v, err := jsontree.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return v.(*jsontree.Object)
}

func TestTree(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                                `{}`,
		"\ufeff// only\n/* a\ncomment */": `{}`,
		`hostname = "My ""best"" server"; // name`:          `{"hostname":"My \"best\" server"}`,
		"a=1;b = -2.50 ;c=true;d=FALSE;e=.5;f=007;g=0x10;":  `{"a":1,"b":-2.50,"c":true,"d":false,"e":0.5,"f":7,"g":"0x10"}`,
		"motd[] = {\"a\", {1, two},\n\t/* no */ \"b;}\",};": `{"motd":["a",[1,"two"],"b;}"]}`,
		"motd [ ] += {};": `{"motd":[]}`,
		"class Missions { class DayZ : Base\n{ template = \"x.y\"; }; class Other; delete Third; };;class Missions{}": `{"Missions":{}}`,
		"class Missions { class DayZ : Base\n{ template = \"x.y\"; } class Other; " +
			"delete Third; };;": `{"Missions":{"DayZ":{"template":"x.y"}}}`,
		"#include \"other.hpp\"\nname = bare text /* c */ ;": `{"name":"bare text"}`,
		"maxPing = 1; MaxPing = 2;":                          `{"MaxPing":2}`,
	} {
		_, got := parse(t, false, text)
		if diff := cmp.Diff(want, string(jsontree.AppendValue(nil, got))); diff != "" {
			t.Errorf("%s: %s", text, diff)
		}
	}
}

func TestTreeOfLines(t *testing.T) {
	t.Parallel()
	_, got := parse(t, true, "\ufeffRConPassword  12 34 \r\n\r\n// RConPort 1\nRconPort 2305\nRestrictRCon\nMaxPing high")
	want := `{"RConPassword":"12 34","RconPort":2305,"RestrictRCon":"","MaxPing":"high"}`
	if diff := cmp.Diff(want, string(jsontree.AppendValue(nil, got))); diff != "" {
		t.Error(diff)
	}
}

func TestSettings(t *testing.T) {
	t.Parallel()
	f, _ := parse(t, false, "a = 1;\nclass B\n{\n\tc[] = {};\n};\nA = 2;")
	want := []servercfg.Setting{{"a", 1, jsontree.Number("1")}, {"B.c", 4, []any{}}, {"A", 6, jsontree.Number("2")}}
	if diff := cmp.Diff(want, f.Settings()); diff != "" {
		t.Error(diff)
	}
	if got := f.Get("a"); got != jsontree.Number("2") || f.Get("c") != nil {
		t.Errorf("a is %v, and c %v", got, f.Get("c"))
	}
}

func TestErrors(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a = 1\nb = 2;":                 "line 1, column 6: a semicolon is missing here",
		"a = \"x\" // no\nb = 2;":       "line 1, column 8: a semicolon is missing here",
		"\ufeffä = 1;":                  "line 1, column 1: a name is expected here, not 'ä'",
		"a = \"ö\n\";":                  "line 1, column 5: the text has no closing quote on its line",
		"a = \"":                        "line 1, column 5: the text has no closing quote",
		"a =\n;":                        "line 2, column 1: a value is expected here, not ';'",
		"a 1;":                          "line 1, column 3: an equals sign is expected here, not '1'",
		"a[ = {};":                      "line 1, column 4: ] is expected here, not '='",
		"a[] = 1;":                      "line 1, column 7: a list in braces is expected here, since the name ends with []",
		"a = {1};":                      "line 1, column 5: a list needs [] behind its name",
		"a[] = {1 2};\nb[] = {\"c\" 2}": "line 2, column 12: a comma or } is expected here, not '2'",
		"a[] = {1":                      "line 1, column 7: the brace is never closed",
		"class A\n{\n\tb = 1;":          "line 2, column 1: the brace is never closed",
		"class A { };\n}":               "line 2, column 1: there is no brace that this one closes",
		"class { };":                    "line 1, column 7: the class has no name",
		"class A : { };":                "line 1, column 11: the name of a class is expected here, not '{'",
		"a = 1; /* b":                   "line 1, column 8: the comment is never closed",
		"a = \"\x01\";":                 "line 1, column 6: control character U+0001",
		"a = \"\xff\";":                 "line 1, column 6: not UTF-8 text",
		"a[] = " + strings.Repeat("{", 101) + strings.Repeat("}", 101) +
			";": "line 1, column 107: more than 100 levels deep",
		strings.Repeat("class A {",
			101) + strings.Repeat("};", 101): "line 1, column 909: more than 100 levels deep",
		strings.Repeat("class A {", 100) + "a[] = {1};" + strings.Repeat("};", 100) +
			" /* open ": "line 1, column 907: more than 100 levels deep",
	} {
		_, err := servercfg.Parse(text)
		var wrong *jsontree.SyntaxError
		if !errors.As(err, &wrong) || wrong.Error() != want {
			t.Errorf("%.40q: %v instead of %s", text, err, want)
		}
	}
	for text, want := range map[string]string{
		"MaxPing 1\nRConPort = 2": "line 2, column 10: no equals sign belongs between name and value",
		"RConPort=2":              "line 1, column 9: no equals sign belongs between name and value",
		" \"RConPort\" 2":         "line 1, column 2: a name is expected here, not '\"'",
		"RConPort:2":              "line 1, column 9: a blank is expected behind RConPort, not ':'",
		"RConPassword \x00":       "line 1, column 14: control character U+0000",
	} {
		if _, err := servercfg.ParseLines(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v instead of %s", text, err, want)
		}
	}
}

// genuine calls f with each file of genuine servers.
func genuine(t *testing.T, f func(t *testing.T, name, text string, lines bool)) {
	t.Helper()
	files, _ := filepath.Glob("../../../shared/data/server-files/serverdz/*/*.cfg")
	more, _ := filepath.Glob("../../../shared/data/server-files/beserver/*/*.cfg")
	if files = append(files, more...); len(files) == 0 {
		t.Skip("no genuine files beside the checkout")
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		f(t, name, string(text), strings.Contains(name, "/beserver/"))
	}
}

// Each setting of the genuine files is changed once: one line differs, and its comment is as it was.
func TestGenuineFiles(t *testing.T) {
	t.Parallel()
	genuine(t, func(t *testing.T, name, text string, lines bool) {
		f, settings := parse(t, lines, text)
		if same, err := f.Change(settings); err != nil || same != text {
			t.Errorf("%s differs after no change: %v", name, err)
		}
		for key, v := range settings.All() {
			next := settings.Clone()
			next.Set(key, other(v))
			changed, err := f.Change(next)
			if err != nil {
				t.Fatalf("%s: %s: %v", name, key, err)
			}
			if n := linesThatDiffer(text, changed); n != 1 {
				t.Errorf("%s: %s: %d lines differ:\n%s", name, key, n, cmp.Diff(text, changed))
			}
			if _, got := parse(t, lines, changed); !cmp.Equal(jsontree.AppendValue(nil, next), jsontree.AppendValue(nil, got)) {
				t.Errorf("%s: %s reads back as %s", name, key, jsontree.AppendValue(nil, got))
			}
		}
	})
}

// other returns a value that differs; of a class, with one setting in it that does.
func other(v any) any {
	switch v := v.(type) {
	case string:
		return v + ` "quoted" // 7`
	case jsontree.Number:
		return "1" + v
	case bool:
		return !v
	case []any:
		return append([]any{"first"}, v[1:]...)
	case *jsontree.Object:
		next := v.Clone()
		for key, inside := range v.All() {
			next.Set(key, other(inside))
		}
		return next
	}
	return v
}

func linesThatDiffer(a, b string) (n int) {
	was, is := strings.SplitAfter(a, "\n"), strings.SplitAfter(b, "\n")
	if len(was) != len(is) {
		return -1
	}
	for i := range was {
		if was[i] != is[i] {
			n++
		}
	}
	return n
}
