package lint

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// hasSentence reports whether the rule has a sentence for what it says, in which all that it wants is there.
func (r *Rule) hasSentence(m message) bool {
	pattern, known := r.Says[m.Rule]
	if !known {
		pattern, known = common[m.Rule]
	}
	return known && !slices.ContainsFunc(wantedBy(pattern), func(name string) bool { return m.Param(name) == nil })
}

var placeIn = regexp.MustCompile(`\{([a-z]+)(:quoted|:some|:[0-9]|\|[^{}|]+\|[^{}|]+)?\}`)

// wantedBy returns the names of the parameters in a sentence.
func wantedBy(pattern string) (names []string) {
	for _, m := range placeIn.FindAllStringSubmatch(pattern, -1) {
		names = append(names, m[1])
	}
	return names
}

// A part of a sentence is a message of its own, without a full stop.
var parts = regexp.MustCompile(`^(log|letter|spot|[a-z]+day|space|comma|control|invisible|xml|wrong$)`)

// TestSentencesAreWhole: each can be filled, and ends.
func TestSentencesAreWhole(t *testing.T) {
	t.Parallel()
	for _, rule := range append(Rules(), &Rule{ID: "common", Says: common}) {
		for variant, pattern := range rule.Says {
			if strings.ContainsAny(placeIn.ReplaceAllString(pattern, ""), "{}") {
				t.Errorf("%s, %s: a place is not understood: %s", rule.ID, variant, pattern)
			}
			if isEnded := strings.HasSuffix(pattern, ".") || strings.HasSuffix(pattern, "?") ||
				strings.HasSuffix(pattern, "{first}"); isEnded == parts.MatchString(variant) {
				t.Errorf("%s, %s: %s", rule.ID, variant, pattern)
			}
		}
	}
}

// endings of variants are added to others.
var endings = []string{"", "-near", "-again", "-fix", "-nameless", "-undefined", "-in"}

// TestRulesHaveTheirSentences: what the code says has a sentence, with all parameters, and each sentence is said.
func TestRulesHaveTheirSentences(t *testing.T) {
	t.Parallel()
	saidIn := saidInFiles(t)
	used, byHelpers := map[string]bool{}, map[string]bool{}
	for _, f := range saidIn {
		if len(f.rules) == 0 {
			maps.Copy(byHelpers, f.added)
		}
	}
	for _, f := range saidIn {
		table := f.table()
		for _, s := range f.said {
			pattern, known := table[s.variant]
			_, nearly := table[s.variant+"-near"]
			_, again := table[s.variant+"-again"]
			if !known {
				t.Errorf("%s says %s, for which there is no sentence", f.name, s.variant)
			}
			if len(f.rules) == 0 {
				pattern = common[s.variant] // who says it for several rules may leave parameters to them
			}
			for _, name := range wantedBy(pattern) {
				if !s.params[name] && !f.added[name] && !byHelpers[name] {
					t.Errorf("%s says %s without %s", f.name, s.variant, name)
				}
			}
			used[s.variant+"-near"], used[s.variant+"-again"] = nearly, again
		}
		maps.Copy(used, f.literals)
	}
	for _, rule := range append(Rules(), &Rule{ID: "common", Says: common}) {
		for variant := range rule.Says {
			if !slices.ContainsFunc(endings, func(end string) bool { return used[strings.TrimSuffix(variant, end)] }) {
				t.Errorf("nothing says %s of %s", variant, rule.ID)
			}
		}
	}
}

// sourceFile is what a file of the package says.
type sourceFile struct {
	name     string
	rules    []string // the ids of those that it declares
	said     []said
	added    map[string]bool // names of parameters that it adds to what is said
	literals map[string]bool // its texts outside of tables
}

type said struct {
	variant string
	params  map[string]bool
}

// table returns the sentences of the file's rule; where it has none, those of all.
func (f sourceFile) table() sentences {
	all := maps.Clone(common)
	for _, rule := range Rules() {
		if slices.Contains(f.rules, rule.ID) || len(f.rules) == 0 {
			maps.Copy(all, rule.Says)
		}
	}
	return all
}

func saidInFiles(t *testing.T) (list []sourceFile) {
	names, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range names {
		if !strings.HasSuffix(entry.Name(), ".go") || strings.HasSuffix(entry.Name(), "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), entry.Name(), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		f := sourceFile{name: entry.Name(), added: map[string]bool{}, literals: map[string]bool{}}
		ast.Inspect(file, f.look)
		list = append(list, f)
	}
	return list
}

func (f *sourceFile) look(n ast.Node) bool {
	switch node := n.(type) {
	case *ast.CompositeLit:
		name, isName := node.Type.(*ast.Ident)
		return !isName || name.Name != "sentences"
	case *ast.KeyValueExpr:
		if key, isName := node.Key.(*ast.Ident); isName && key.Name == "ID" {
			f.rules = append(f.rules, literal(node.Value))
		}
	case *ast.BasicLit:
		f.literals[literal(node)] = true
	case *ast.CallExpr:
		f.call(node)
	}
	return true
}

// call notes what a call says: says(variant, params...), nearly(variant, near, params...), problemAt(path, variant, params...),
// With(params...).
func (f *sourceFile) call(call *ast.CallExpr) {
	name, at, first := "", 0, 1
	switch fn := call.Fun.(type) {
	case *ast.Ident:
		name = fn.Name
	case *ast.SelectorExpr:
		name = "." + fn.Sel.Name
	}
	switch name {
	case ".With", ".says":
		maps.Copy(f.added, paramsOf(call.Args))
		return
	case "says":
	case "nearly":
		first = 2
	case "problemAt":
		at, first = 1, 2
	default:
		return
	}
	if variant := literal(call.Args[at]); variant != "" && call.Ellipsis == token.NoPos {
		f.said = append(f.said, said{variant, paramsOf(call.Args[first:])})
	}
}

func paramsOf(args []ast.Expr) map[string]bool {
	names := map[string]bool{}
	for i := 0; i < len(args); i += 2 {
		names[literal(args[i])] = true
	}
	return names
}

func literal(e ast.Expr) string {
	if lit, is := e.(*ast.BasicLit); is && lit.Kind == token.STRING {
		text, _ := strconv.Unquote(lit.Value)
		return text
	}
	return ""
}
