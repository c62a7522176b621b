package document

import (
	"regexp"
	"slices"
	"strings"

	"quartermaster/internal/ce"
	"quartermaster/internal/expansion"
)

// inferredXML returns how an XML file is read of which nothing is declared.
func inferredXML(text string) xmlFormat {
	x := xmlFormat{inferred: true}
	file, err := ce.ReadFile(strings.TrimPrefix(text, byteOrderMark), "")
	if err != nil {
		return x
	}
	x.lists, x.written = repeatedBelow(file.Root, nil), map[string]bool{}
	noteWritten("", file.Root, x.written)
	return x
}

// noteWritten notes of the elements in an element, by their paths, whether they have nothing but a text. Those that are empty everywhere
// are not known to have one.
func noteWritten(at string, n *ce.Node, written map[string]bool) {
	for _, kid := range n.Kids {
		path := join(at, kid.Name)
		known, seen := written[path]
		switch {
		case len(kid.Attrs)+len(kid.Kids) > 0:
			written[path] = false
		case kid.Text != "":
			written[path] = known || !seen
		}
		noteWritten(kid.Name, kid, written)
	}
}

// repeatedBelow adds the names of elements of which there are several side by side somewhere in an element.
func repeatedBelow(n *ce.Node, names []string) []string {
	seen := map[string]bool{}
	for _, kid := range n.Kids {
		if seen[kid.Name] && !slices.Contains(names, kid.Name) {
			names = append(names, kid.Name)
		}
		seen[kid.Name] = true
		names = repeatedBelow(kid, names)
	}
	return names
}

// commentedElement is an element with a comment behind it on its line.
var commentedElement = regexp.MustCompile(`(?m)<([A-Za-z_][\w.-]*)[^<>]*>[ \t]*<!--[ \t]*(.*?)[ \t]*-->`)

// elementComments returns what comments say of elements, by their names: the first that stands behind one on its line.
func elementComments(text string) map[string]string {
	said := map[string]string{}
	for _, found := range commentedElement.FindAllStringSubmatch(text, -1) {
		if said[found[1]] == "" {
			said[found[1]] = found[2]
		}
	}
	return said
}

// explainElements adds to the fields of a text what its comments say of the elements. A comment behind one of several says nothing of the
// others.
func explainElements(fields []*expansion.Field, said map[string]string) {
	for _, f := range fields {
		if f.Shape == expansion.Single {
			f.Help = said[f.Name]
		}
		explainElements(f.Fields, said)
	}
}
