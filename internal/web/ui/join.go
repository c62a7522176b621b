package ui

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

// What scripts import and export, in the one form that Biome gives it, and what style sheets import.
var (
	scriptImport = regexp.MustCompile(`^import (?:\{([^}]*)\} from )?"([^"]+)";\n$`)
	scriptExport = regexp.MustCompile(`^export (?:async )?(?:function|class|const) (\w+)`)
	styleImport  = regexp.MustCompile(`(?m)^@import "([^"]+)";\n`)
)

// joiner joins a file with what it imports, so that a page asks for one file instead of dozens.
type joiner struct {
	files   fs.FS
	modules map[string]*module
}

// join returns a file with what it imports, and what that imports, before it, both slim. Files that are neither scripts nor style sheets
// stay as they are.
func (j *joiner) join(name string) ([]byte, error) {
	switch path.Ext(name) {
	case ".js":
		return j.joinScript(name)
	case ".css":
		joined, err := j.joinStyle(name)
		return []byte(slimStyle(string(joined))), err
	}
	return fs.ReadFile(j.files, name)
}

// joinScript puts the modules before a script that it imports. Each becomes the value of a function, an object of what it exports, so
// that its other names stay its own; of the script itself only the imports are rewritten.
func (j *joiner) joinScript(name string) ([]byte, error) {
	order, err := j.order(nil, name, nil)
	if err != nil {
		return nil, err
	}
	var joined strings.Builder
	for _, m := range order[:len(order)-1] {
		joined.WriteString(m.constant())
	}
	joined.WriteString(order[len(order)-1].text)
	return []byte(joined.String()), nil
}

// order appends a module to those before it, behind the ones that it imports. open are the modules on the way to it.
func (j *joiner) order(before []*module, name string, open []string) ([]*module, error) {
	if slices.Contains(open, name) {
		return nil, fmt.Errorf("%s imports itself by way of %s", name, strings.Join(open, ", "))
	}
	m, err := j.module(name)
	if err != nil || slices.Contains(before, m) {
		return before, err
	}
	if m.other != "" && (len(open) > 0 || strings.HasPrefix(m.other, "import")) {
		return nil, fmt.Errorf("%s: cannot join %q", name, m.other)
	}
	for _, imported := range m.imports {
		if before, err = j.order(before, imported, append(open, name)); err != nil {
			return nil, err
		}
	}
	return append(before, m), nil
}

func (j *joiner) module(name string) (*module, error) {
	if known := j.modules[name]; known != nil {
		return known, nil
	}
	content, err := fs.ReadFile(j.files, name)
	if err != nil {
		return nil, err
	}
	j.modules[name] = readModule(name, string(content))
	return j.modules[name], nil
}

// joinStyle returns a style sheet with those that it imports in their places.
func (j *joiner) joinStyle(name string) ([]byte, error) {
	content, err := fs.ReadFile(j.files, name)
	joined := styleImport.ReplaceAllFunc(content, func(line []byte) []byte {
		text, failed := j.joinStyle(path.Join(path.Dir(name), string(styleImport.FindSubmatch(line)[1])))
		err = errors.Join(err, failed)
		return text
	})
	return joined, err
}

// module is a script.
type module struct {
	name    string
	imports []string // the names of other ones
	exports []string
	other   string // the first import or export of another form
	text    string // with constants in the place of the imports, without what only people read
}

func readModule(name, content string) *module {
	m, text := &module{name: name}, strings.Builder{}
	var statement string
	for line := range strings.Lines(content) {
		statement += line
		if strings.HasPrefix(statement, "import ") && !strings.HasSuffix(line, ";\n") {
			continue // names over several lines
		}
		text.WriteString(m.read(statement))
		statement = ""
	}
	m.text = slimScript(text.String() + statement)
	return m
}

// read notes what a line, or an import of several lines, imports or exports, and returns what stands in its place.
func (m *module) read(line string) string {
	if found := scriptImport.FindStringSubmatch(line); found != nil {
		return m.addImport(found[1], path.Join(path.Dir(m.name), found[2]))
	}
	if found := scriptExport.FindStringSubmatch(line); found != nil {
		m.exports = append(m.exports, found[1])
	} else if m.other == "" && (strings.HasPrefix(line, "import") || strings.HasPrefix(line, "export")) {
		m.other = strings.TrimSpace(line)
	}
	return line
}

func (m *module) addImport(names, from string) string {
	m.imports = append(m.imports, from)
	if names == "" {
		return ""
	}
	return fmt.Sprintf("const {%s} = %s;\n", strings.ReplaceAll(names, " as ", ": "), constantName(from))
}

// constant returns the module as a constant that holds what it exports.
func (m *module) constant() string {
	text := strings.ReplaceAll("\n"+m.text, "\nexport ", "\n")
	exports := strings.Join(m.exports, ", ")
	return fmt.Sprintf("// %s\nconst %s = (() => {%s\nreturn { %s };\n})();\n\n", m.name, constantName(m.name), text, exports)
}

var wordOf = strings.NewReplacer("/", "_", "-", "_", ".", "_")

// constantName returns the name of what a module exports.
func constantName(name string) string {
	return "$" + wordOf.Replace(strings.TrimSuffix(name, ".js"))
}
