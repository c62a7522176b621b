package ui

import (
	"io/fs"
	"path"
	"strings"
	"testing"
	"testing/fstest"
)

func newJoiner(files fs.FS) *joiner { return &joiner{files, map[string]*module{}} }

func TestJoin(t *testing.T) {
	t.Parallel()
	const page = "page/a.js"
	tests := []struct {
		name  string
		files map[string]string
		want  string // all of it, or a part of the error
		fails bool
	}{
		{"alone", map[string]string{page: "export const a = 1;\n"}, "export const a = 1;\n", false},
		{
			"a module for its names",
			map[string]string{
				page: "import { b, c as d } from \"../x/b-c.js\";\nb(d);\n", "x/b-c.js": "export function b() {}\nexport const c = 1;\n",
			},
			"// x/b-c.js\nconst $x_b_c = (() => {\nfunction b() {}\nconst c = 1;\n\nreturn { b, c };\n})();\n\nconst { b, c: d } = $x_b_c;\nb(d);\n",
			false,
		},
		{
			"a module for what it does",
			map[string]string{page: "import \"./b.js\";\n", "page/b.js": "run();\n"},
			"// page/b.js\nconst $page_b = (() => {\nrun();\n\nreturn {  };\n})();\n\n",
			false,
		},
		{
			"names over several lines",
			map[string]string{page: "import {\n  b,\n  c,\n} from \"./b.js\";\nb(c);\n", "page/b.js": "export const b = 1;\nexport class c {}\n"},
			"// page/b.js\nconst $page_b = (() => {\nconst b = 1;\nclass c {}\n\nreturn { b, c };\n})();\n\nconst {\nb,\nc,\n} = " +
				"$page_b;\nb(c);\n",
			false,
		},
		{"no such module", map[string]string{page: "import \"./b.js\";\n"}, "page/b.js", true},
		{"a circle", map[string]string{page: "import \"./b.js\";\n", "page/b.js": "import \"./a.js\";\n"}, "page/a.js imports itself", true},
		{"another import", map[string]string{page: "import \"./b.js\";\n", "page/b.js": "import * as c from \"./c.js\";\n"}, "cannot join", true},
		{"another import of the page", map[string]string{page: "import b from \"./b.js\";\n", "page/b.js": ""}, "cannot join", true},
		{"another export", map[string]string{page: "import \"./b.js\";\n", "page/b.js": "export default 1;\n"}, "cannot join", true},
		{"a changing export", map[string]string{page: "import \"./b.js\";\n", "page/b.js": "export let b = 1;\n"}, "cannot join", true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			files := fstest.MapFS{}
			for name, text := range test.files {
				files[name] = &fstest.MapFile{Data: []byte(text)}
			}
			joined, err := newJoiner(files).join(page)
			if test.fails {
				if err == nil || !strings.Contains(err.Error(), test.want) {
					t.Errorf("error %v, want %q", err, test.want)
				}
			} else if err != nil || string(joined) != test.want {
				t.Errorf("%v, %s\nwant %s", err, joined, test.want)
			}
		})
	}
}

// TestJoinTwice holds that a module which two others import runs once.
func TestJoinTwice(t *testing.T) {
	t.Parallel()
	files := fstest.MapFS{
		"page/a.js": {Data: []byte("import \"./b.js\";\nimport \"./c.js\";\n")},
		"page/b.js": {Data: []byte("import \"./c.js\";\n")},
		"page/c.js": {Data: []byte("run();\n")},
	}
	joined, err := newJoiner(files).join("page/a.js")
	if err != nil || strings.Count(string(joined), "run();") != 1 {
		t.Errorf("%v, %s", err, joined)
	}
}

func TestJoinStyles(t *testing.T) {
	t.Parallel()
	files := fstest.MapFS{
		"page/a.css":  {Data: []byte("@import \"../style/b.css\";\n@import \"../style/c.css\";\na {}\n")},
		"style/b.css": {Data: []byte("b {}\n")},
		"style/c.css": {Data: []byte("c {}\n")},
	}
	joined, err := newJoiner(files).join("page/a.css")
	if err != nil || string(joined) != "b {}\nc {}\na {}\n" {
		t.Errorf("%v, %q", err, joined)
	}
	delete(files, "style/c.css")
	if _, err := newJoiner(files).join("page/a.css"); err == nil {
		t.Error("no error for a style sheet that is missing")
	}
}

// TestPagesJoin holds that what pages load can be joined.
func TestPagesJoin(t *testing.T) {
	t.Parallel()
	files, err := fs.Sub(embedded, "static")
	if err != nil {
		t.Fatal(err)
	}
	names, err := fs.Glob(files, "page/*")
	if err != nil || len(names) == 0 {
		t.Fatalf("%d files, %v", len(names), err)
	}
	for _, name := range names {
		if _, err := newJoiner(files).join(name); err != nil {
			t.Error(err)
		}
	}
}

// TestNoScriptIsLeftOut holds that every module is part of a page.
func TestNoScriptIsLeftOut(t *testing.T) {
	t.Parallel()
	var all strings.Builder
	for _, file := range readAssets(t).files {
		all.Write(file.plain())
	}
	for name := range staticFiles(t) {
		name = strings.TrimPrefix(name, "static/")
		if path.Dir(name) != "page" && path.Ext(name) == ".js" && !strings.Contains(all.String(), "// "+name+"\n") {
			t.Errorf("no page imports %s", name)
		}
	}
}
