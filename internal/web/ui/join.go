package ui

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

// What scripts import and export, in the one form that Biome gives it, and what style sheets import.
var (
	scriptImport = regexp.MustCompile(`(?m)^import (?:\{([^}]*)\} from )?"([^"]+)";\n`)
	scriptExport = regexp.MustCompile(`(?m)^export ((?:async )?(?:function|class|const) (\w+))`)
	scriptOther  = regexp.MustCompile(`(?m)^(?:import|export)\b.*`)
	styleImport  = regexp.MustCompile(`(?m)^@import "([^"]+)";\n`)
)

// join returns a file with what it imports, and what that imports, before it: the page that loads it asks for one file instead of
// dozens. Files that are neither scripts nor style sheets stay as they are.
func join(files fs.FS, name string) ([]byte, error) {
	content, err := fs.ReadFile(files, name)
	switch {
	case err != nil:
		return nil, err
	case strings.HasSuffix(name, ".js"):
		joined := scripts{files: files, open: []string{name}, done: map[string]bool{}}
		text, err := joined.withImports(name, string(content))
		return append(joined.out.Bytes(), text...), err
	case strings.HasSuffix(name, ".css"):
		return joinStyle(files, name, content)
	}
	return content, nil
}

// scripts joins modules. Each one that is imported becomes the value of a function, an object of what it exports, so that its other
// names stay its own; of the module that imports the others only the imports are rewritten.
type scripts struct {
	files fs.FS
	out   bytes.Buffer    // the imported modules, each behind those that it imports itself
	done  map[string]bool // the modules that are in out
	open  []string        // the modules that are being read, each imported by the one before
}

// add appends the module of a name, which stands for its path, unless it is there already.
func (s *scripts) add(name string) error {
	if s.done[name] {
		return nil
	}
	if slices.Contains(s.open, name) {
		return fmt.Errorf("%s imports itself: by way of %s", name, strings.Join(s.open, ", "))
	}
	content, err := fs.ReadFile(s.files, name)
	if err != nil {
		return err
	}
	s.open = append(s.open, name)
	text, err := s.withImports(name, string(content))
	if err != nil {
		return err
	}
	s.open = s.open[:len(s.open)-1]
	text, exported := withoutExports(text)
	if line := scriptOther.FindString(text); line != "" {
		return fmt.Errorf("%s: cannot join %q", name, line)
	}
	s.done[name] = true
	fmt.Fprintf(&s.out, "// %s\nconst %s = (() => {\n%s\nreturn { %s };\n})();\n\n", name, moduleName(name), text, strings.Join(exported, ", "))
	return nil
}

// withImports adds the modules that one imports, and returns its text with the imports taken from them.
func (s *scripts) withImports(name, text string) (string, error) {
	for _, found := range scriptImport.FindAllStringSubmatch(text, -1) {
		if err := s.add(path.Join(path.Dir(name), found[2])); err != nil {
			return "", fmt.Errorf("%s: %w", name, err)
		}
	}
	return scriptImport.ReplaceAllStringFunc(text, func(line string) string {
		found := scriptImport.FindStringSubmatch(line)
		if found[1] == "" {
			return ""
		}
		names := strings.ReplaceAll(found[1], " as ", ": ")
		return fmt.Sprintf("const {%s} = %s;\n", names, moduleName(path.Join(path.Dir(name), found[2])))
	}), nil
}

// withoutExports returns the text of a module without the word, and the names of what it exports.
func withoutExports(text string) (string, []string) {
	var names []string
	for _, found := range scriptExport.FindAllStringSubmatch(text, -1) {
		names = append(names, found[2])
	}
	return scriptExport.ReplaceAllString(text, "$1"), names
}

// moduleName returns the name that holds what a module exports.
func moduleName(name string) string {
	return "$" + strings.NewReplacer("/", "_", "-", "_", ".", "_").Replace(strings.TrimSuffix(name, ".js"))
}

// joinStyle returns a style sheet with those that it imports in their places.
func joinStyle(files fs.FS, name string, content []byte) ([]byte, error) {
	var failed error
	joined := styleImport.ReplaceAllFunc(content, func(line []byte) []byte {
		other := path.Join(path.Dir(name), string(styleImport.FindSubmatch(line)[1]))
		text, err := join(files, other)
		if err != nil {
			failed = err
		}
		return text
	})
	return joined, failed
}
