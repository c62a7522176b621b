// Command exports lists what packages export and no other package uses: go run ./scripts/exports in the root of the
// project. It reads the source alone, so it takes a name for used wherever another package selects it, and wherever the
// signature or the exported fields of something used mention it. Methods are left out, as interfaces may ask for them.
// It exits with 1 where it finds something.
package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

const module = "quartermaster"

// name is one that a package declares.
type name struct{ pkg, ident string }

// source is what the files of the project say.
type source struct {
	set      *token.FileSet
	declared map[name]token.Pos // exported names, at the top level of code that is not a test
	mentions map[name][]name    // what the signature or the fields of a name mention
	used     map[name]bool      // names that another package selects
}

func main() {
	s := source{token.NewFileSet(), map[name]token.Pos{}, map[name][]name{}, map[name]bool{}}
	if err := filepath.WalkDir(".", s.visit); err != nil {
		fmt.Fprintln(os.Stderr, "exports:", err)
		os.Exit(2)
	}
	unused := s.unused()
	for _, line := range unused {
		fmt.Println(line)
	}
	if len(unused) > 0 {
		os.Exit(1)
	}
}

// visit reads a Go file.
func (s source) visit(file string, entry fs.DirEntry, err error) error {
	if err == nil && entry.IsDir() && (entry.Name() == "testdata" || entry.Name() == "node_modules") {
		return fs.SkipDir
	}
	if err != nil || filepath.Ext(file) != ".go" {
		return err
	}
	parsed, err := parser.ParseFile(s.set, file, nil, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	pkg := path.Join(module, filepath.ToSlash(filepath.Dir(file)))
	s.noteUses(parsed)
	if !strings.HasSuffix(file, "_test.go") && parsed.Name.Name != "main" {
		for _, decl := range parsed.Decls {
			s.noteDeclared(pkg, decl)
		}
	}
	return nil
}

// noteUses marks what a file selects from other packages; a package's tests may be one of them.
func (s source) noteUses(file *ast.File) {
	imported := map[string]string{}
	for _, spec := range file.Imports {
		from, _ := strconv.Unquote(spec.Path.Value)
		as := path.Base(from)
		if spec.Name != nil {
			as = spec.Name.Name
		}
		imported[as] = from
	}
	ast.Inspect(file, func(node ast.Node) bool {
		if selector, ok := node.(*ast.SelectorExpr); ok {
			if x, ok := selector.X.(*ast.Ident); ok && imported[x.Name] != "" {
				s.used[name{imported[x.Name], selector.Sel.Name}] = true
			}
		}
		return true
	})
}

// noteDeclared notes the names of a declaration and what they mention.
func (s source) noteDeclared(pkg string, decl ast.Decl) {
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		of := decl.Name
		if decl.Recv != nil {
			if of = receiver(decl.Recv.List[0].Type); !decl.Name.IsExported() {
				return
			}
		} else {
			s.declare(pkg, of)
		}
		s.mention(pkg, of, decl.Type)
	case *ast.GenDecl:
		for _, spec := range decl.Specs {
			s.noteSpec(pkg, decl, spec)
		}
	}
}

func (s source) noteSpec(pkg string, decl *ast.GenDecl, spec ast.Spec) {
	switch spec := spec.(type) {
	case *ast.TypeSpec:
		s.declare(pkg, spec.Name)
		s.mention(pkg, spec.Name, spec.Type)
		if spec.TypeParams != nil {
			s.mention(pkg, spec.Name, spec.TypeParams)
		}
	case *ast.ValueSpec:
		for _, ident := range spec.Names {
			s.declare(pkg, ident)
			if spec.Type != nil {
				s.mention(pkg, ident, spec.Type)
			}
			s.mentionGroup(pkg, ident, decl)
		}
	}
}

// mentionGroup holds the constants of a group together: of an enumeration all values count when one of them does.
func (s source) mentionGroup(pkg string, ident *ast.Ident, decl *ast.GenDecl) {
	if decl.Tok != token.CONST {
		return
	}
	for _, spec := range decl.Specs {
		for _, other := range spec.(*ast.ValueSpec).Names {
			s.mentions[name{pkg, other.Name}] = append(s.mentions[name{pkg, other.Name}], name{pkg, ident.Name})
		}
	}
}

func (s source) declare(pkg string, ident *ast.Ident) {
	if ident.IsExported() && strings.HasPrefix(pkg, module+"/internal/") {
		s.declared[name{pkg, ident.Name}] = ident.Pos()
	}
}

// mention notes the names in a signature or type; unexported fields are nobody else's.
func (s source) mention(pkg string, of *ast.Ident, in ast.Node) {
	from := name{pkg, of.Name}
	ast.Inspect(in, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.Field:
			return len(node.Names) == 0 || slices.ContainsFunc(node.Names, (*ast.Ident).IsExported) || of.IsExported() && isParameter(in)
		case *ast.Ident:
			s.mentions[from] = append(s.mentions[from], name{pkg, node.Name})
		}
		return true
	})
}

func isParameter(in ast.Node) bool {
	_, isFunc := in.(*ast.FuncType)
	return isFunc
}

// receiver is the type that a method belongs to.
func receiver(expr ast.Expr) *ast.Ident {
	switch expr := expr.(type) {
	case *ast.StarExpr:
		return receiver(expr.X)
	case *ast.IndexExpr:
		return receiver(expr.X)
	case *ast.IndexListExpr:
		return receiver(expr.X)
	}
	return expr.(*ast.Ident)
}

// unused returns what is declared and not used, with its place.
func (s source) unused() []string {
	todo := make([]name, 0, len(s.used))
	for n := range s.used {
		todo = append(todo, n)
	}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, m := range s.mentions[n] {
			if !s.used[m] {
				s.used[m] = true
				todo = append(todo, m)
			}
		}
	}
	var lines []string
	for n, pos := range s.declared {
		if !s.used[n] {
			lines = append(lines, fmt.Sprintf("%s: %s is exported and used by no other package", s.set.Position(pos), n.ident))
		}
	}
	slices.Sort(lines)
	return lines
}
