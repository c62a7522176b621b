package document

import (
	"sort"
	"strconv"
	"strings"

	"quartermaster/internal/ce"
	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/servercfg"
)

// located is a value of a file with the lines, counted from 1, on which its name and the value itself begin.
type located struct {
	path        string
	name, value int
}

// Locate returns for each path the line of a file's text, counted from 1, on which the value there begins, or else the value around it.
// The text is one that Read takes.
func (d *Document) Locate(text string, paths []string) []int {
	lines := map[string]int{"": 1}
	for _, l := range d.format.locate(strings.TrimPrefix(text, byteOrderMark)) {
		lines[l.path] = l.value
	}
	found := make([]int, len(paths))
	for i, path := range paths {
		for lines[path] == 0 {
			path = path[:max(0, strings.LastIndexByte(path, '.'))]
		}
		found[i] = lines[path]
	}
	return found
}

// PathAt returns the path of the value to which everything belongs that begins on a line of the text, counted from 1; empty where that is
// the whole file.
func (d *Document) PathAt(text string, line int) string {
	var steps []string
	first := true
	for _, l := range d.format.locate(strings.TrimPrefix(text, byteOrderMark)) {
		if line < l.name || line > l.value {
			continue
		}
		if other := strings.Split(l.path, "."); first {
			steps, first = other, false
		} else {
			steps = shared(steps, other)
		}
	}
	return strings.Join(steps, ".")
}

// shared returns the steps with which both paths begin.
func shared(a, b []string) []string {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return a[:n]
}

// lineCounter finds the line, counted from 1, of an offset in a text.
type lineCounter []int // the offsets of line feeds

func newLineCounter(text string) (c lineCounter) {
	for i := range len(text) {
		if text[i] == '\n' {
			c = append(c, i)
		}
	}
	return c
}

func (c lineCounter) at(offset int) int { return 1 + sort.SearchInts(c, offset) }

func (jsonFormat) locate(text string) []located {
	root, err := jsontree.ParseNodes(text)
	if err != nil {
		return nil
	}
	return locateNodes("", root, newLineCounter(text), nil)
}

func locateNodes(path string, n jsontree.Node, lines lineCounter, list []located) []located {
	_, isList := n.Value.([]any)
	for i, m := range n.Members {
		key := m.Key
		if isList {
			key = strconv.Itoa(i)
		}
		at := jsontree.Join(path, key)
		list = append(list, located{at, lines.at(m.Lead), lines.at(m.Start)})
		list = locateNodes(at, m, lines, list)
	}
	return list
}

func (x xmlFormat) locate(text string) []located {
	file, err := ce.ReadFile(text, x.root)
	if err != nil {
		return nil
	}
	l := xmlLocator{file: file, lines: newLineCounter(text)}
	l.inside("", file.Root, x.fields)
	return l.list
}

// xmlLocator lists the elements of a file and their attributes, by the paths that the tree has them under.
type xmlLocator struct {
	file  *ce.File
	lines lineCounter
	list  []located
}

func (l *xmlLocator) add(path string, n *ce.Node) {
	line := l.lines.at(l.file.Offset(n))
	l.list = append(l.list, located{path, line, line})
}

func (l *xmlLocator) inside(path string, n *ce.Node, fields []*expansion.Field) {
	if path != "" {
		for _, a := range n.Attrs {
			l.add(jsontree.Join(path, a.Name), n)
		}
	}
	count, index := map[string]int{}, map[string]int{}
	for _, kid := range n.Kids {
		count[kid.Name]++
	}
	for _, kid := range n.Kids {
		f, at := fieldNamed(fields, kid.Name), jsontree.Join(path, kid.Name)
		if isList(f, count[kid.Name]) {
			at = jsontree.Join(at, strconv.Itoa(index[kid.Name]))
			index[kid.Name]++
		}
		l.add(at, kid)
		l.inside(at, kid, fieldsOf(f))
	}
}

func (v variablesFormat) locate(text string) (list []located) {
	file, err := ce.ReadFile(text, v.root)
	if err != nil {
		return nil
	}
	lines := newLineCounter(text)
	for _, kid := range file.Root.Kids {
		if name, isNamed := kid.Value("name"); isNamed && kid.Name == v.element {
			line := lines.at(file.Offset(kid))
			list = append(list, located{name, line, line})
		}
	}
	return list
}

func (c cfgFormat) locate(text string) (list []located) {
	file, err := c.parse(text)
	if err != nil {
		return nil
	}
	for _, s := range file.Settings() {
		list = append(list, located{declaredPath(s, c.fields), s.Line, s.Line})
	}
	return list
}

// declaredPath returns the path of a setting with its names spelled as they are declared.
func declaredPath(s servercfg.Setting, fields []*expansion.Field) (path string) {
	for name := range strings.SplitSeq(s.Name, ".") {
		f := fieldFold(fields, name)
		if f != nil {
			name = f.Name
		}
		path, fields = jsontree.Join(path, name), fieldsOf(f)
	}
	return path
}

func (f linesFormat) locate(text string) (list []located) {
	entries := 0
	for i, l := range f.lines(text) {
		if l.entry != nil {
			list = append(list, located{jsontree.Join(linesKey, strconv.Itoa(entries)), i + 1, i + 1})
			entries++
		}
	}
	return list
}
