package ui

import (
	"path"
	"strings"
	"testing"
)

func TestSlim(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name     string
		slim     func(string) string
		in, want string
	}{
		{
			"comments and indentation", slimScript, "/** Says a.\n * @param {A} a\n */\nfunction f(a) {\n  // why\n\n  return a; // so\n}\n",
			"function f(a) {\nreturn a; // so\n}\n",
		},
		{
			"types", slimScript, "const a = /** @type {A[]} */ ([.../** @type {B} */ (b)]);\n/** @type {C} */\nlet c;\n",
			"const a = ([...(b)]);\nlet c;\n",
		},
		{"a comment of one line", slimScript, "/* one */\nrun();\n", "run();\n"},
		{"a style sheet", slimStyle, "/* What\n   for. */\n\na {\n  color: red; /* danger */\n}\n", "a {\ncolor: red;\n}\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := test.slim(test.in); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}

// TestScriptsMayBeSlimmed holds that no text of a script goes over several lines, in which indentation would count, and that nothing else
// looks like a comment.
func TestScriptsMayBeSlimmed(t *testing.T) {
	t.Parallel()
	for name, content := range staticFiles(t) {
		if path.Ext(name) != ".js" {
			continue
		}
		for line := range strings.Lines(slimScript(content)) {
			if strings.Count(line, "`")%2 != 0 || strings.HasSuffix(line, "\\\n") || strings.Contains(line, "/**") || strings.HasPrefix(line, "*") {
				t.Errorf("%s: %s", name, line)
			}
		}
	}
}
