package say_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// said is a message that the code makes: its rule, the names of its parameters, and where.
type said struct {
	rule, at string
	params   map[string]bool
}

// source is what the code makes, and the sentences of its tables by rule. Several families may have the same rule.
type source struct {
	said      []said
	sentences map[string][]string
}

// TestWhatIsSaidHasASentence: of each message that the code makes by name there is a sentence, which has all that it wants. The lint holds
// that for its own.
func TestWhatIsSaidHasASentence(t *testing.T) {
	t.Parallel()
	code := read(t)
	if len(code.said) < 20 || len(code.sentences) < 20 {
		t.Fatalf("%d messages and %d sentences were found", len(code.said), len(code.sentences))
	}
	for _, m := range code.said {
		if !fits(m, code.sentences[m.rule]) {
			t.Errorf("%s says %s with %v, and the sentences are %q", m.at, m.rule, m.params, code.sentences[m.rule])
		}
	}
}

var wanted = regexp.MustCompile(`\{([a-z_]+)`)

// fits reports whether one of the sentences wants nothing that the message does not have.
func fits(m said, sentences []string) bool {
	for _, sentence := range sentences {
		lacks := false
		for _, name := range wanted.FindAllStringSubmatch(sentence, -1) {
			lacks = lacks || !m.params[name[1]] && name[1] != "records" // which follows from the resource
		}
		if !lacks {
			return true
		}
	}
	return false
}

func read(t *testing.T) (code source) {
	code.sentences = map[string][]string{}
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil || !bytes.Contains(text, []byte("say.New(")) && !bytes.Contains(text, []byte("say.Table{")) {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, text, 0)
		if err == nil {
			ast.Inspect(file, func(n ast.Node) bool { return code.look(path, n) })
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return code
}

func (c *source) look(path string, n ast.Node) bool {
	switch node := n.(type) {
	case *ast.CompositeLit:
		if isOfSay(node.Type, "Table") {
			for _, member := range node.Elts {
				pair, _ := member.(*ast.KeyValueExpr)
				rule := literal(pair.Key)
				c.sentences[rule] = append(c.sentences[rule], literal(pair.Value))
			}
		}
	case *ast.CallExpr:
		if isOfSay(node.Fun, "New") && node.Ellipsis == token.NoPos && literal(node.Args[0]) != "" {
			c.said = append(c.said, said{literal(node.Args[0]), path, namesIn(node.Args[1:])})
		}
	}
	return true
}

func isOfSay(e ast.Expr, name string) bool {
	selector, _ := e.(*ast.SelectorExpr)
	if selector == nil || selector.Sel.Name != name {
		return false
	}
	pkg, _ := selector.X.(*ast.Ident)
	return pkg != nil && pkg.Name == "say"
}

func namesIn(args []ast.Expr) map[string]bool {
	names := map[string]bool{}
	for i := 0; i < len(args); i += 2 {
		names[literal(args[i])] = true
	}
	return names
}

// literal returns a text of the code, also one in several pieces.
func literal(e ast.Expr) string {
	switch node := e.(type) {
	case *ast.BasicLit:
		text, _ := strconv.Unquote(node.Value)
		return text
	case *ast.BinaryExpr:
		return literal(node.X) + literal(node.Y)
	}
	return ""
}
