package sequence

import (
	"bytes"
	"net/url"
	"strings"

	"golang.org/x/net/html"
)

// form is a form of a page as a browser would send it.
type form struct {
	action   string
	fields   url.Values
	controls []control // those that a person can change
}

// control is a part of a form with the values that it can send; none where it takes any text.
type control struct {
	name    string
	choices []string
	file    bool
}

// document is a page that was read.
type document struct{ forms []form }

func page(text []byte) document {
	root, err := html.Parse(bytes.NewReader(text))
	if err != nil {
		panic(err) // a reader of bytes does not fail, and the parser takes anything
	}
	var d document
	for node := range root.Descendants() {
		if node.Type == html.ElementNode && node.Data == "form" && strings.EqualFold(attribute(node, "method"), "post") {
			d.forms = append(d.forms, readForm(root, node))
		}
	}
	return d
}

// form returns the form that goes to an address.
func (d document) form(action string) form {
	for _, f := range d.forms {
		if f.action == action {
			return f
		}
	}
	return form{action: action, fields: url.Values{}}
}

func readForm(root, node *html.Node) form {
	f := form{action: attribute(node, "action"), fields: url.Values{}}
	id := attribute(node, "id")
	for n := range root.Descendants() {
		if n.Type == html.ElementNode && belongs(n, node, id) && !has(n, "disabled") && attribute(n, "name") != "" {
			f.read(n)
		}
	}
	return f
}

// belongs tells whether a control is part of a form: it stands in it or names it, and is no pattern of a script.
func belongs(n, in *html.Node, id string) bool {
	if named := attribute(n, "form"); named != "" {
		return named == id
	}
	inside := false
	for parent := range n.Ancestors() {
		if parent.Data == "template" {
			return false
		}
		inside = inside || parent == in
	}
	return inside
}

func (f *form) read(n *html.Node) {
	name := attribute(n, "name")
	switch n.Data {
	case "input":
		f.readInput(n, name)
	case "textarea":
		f.fields.Add(name, strings.TrimPrefix(text(n), "\n"))
		f.controls = append(f.controls, control{name: name})
	case "select":
		f.readSelect(n, name)
	}
}

func (f *form) readInput(n *html.Node, name string) {
	value := attribute(n, "value")
	switch attribute(n, "type") {
	case "hidden":
		f.fields.Add(name, value)
	case "checkbox", "radio":
		if has(n, "checked") {
			f.fields.Add(name, value)
		}
		f.controls = append(f.controls, control{name: name, choices: []string{value, "0"}})
	case "file":
		f.controls = append(f.controls, control{name: name, file: true})
	case "submit", "button":
	default:
		f.fields.Add(name, value)
		f.controls = append(f.controls, control{name: name})
	}
}

func (f *form) readSelect(n *html.Node, name string) {
	c := control{name: name}
	chosen, found := "", false
	for option := range n.Descendants() {
		if option.Type != html.ElementNode || option.Data != "option" {
			continue
		}
		value := attribute(option, "value")
		c.choices = append(c.choices, value)
		if has(option, "selected") || !found && len(c.choices) == 1 {
			chosen, found = value, has(option, "selected")
		}
	}
	f.fields.Add(name, chosen)
	f.controls = append(f.controls, c)
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func has(n *html.Node, name string) bool {
	for _, a := range n.Attr {
		if a.Key == name {
			return true
		}
	}
	return false
}

func text(n *html.Node) string {
	var b strings.Builder
	for child := range n.Descendants() {
		if child.Type == html.TextNode {
			b.WriteString(child.Data)
		}
	}
	return b.String()
}
