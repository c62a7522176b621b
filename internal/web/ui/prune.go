package ui

import (
	"bytes"
	"net/http"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Leads reports whether somebody may send a request of that method to an address of the site.
type Leads func(method, address string) bool

// pruned returns a page, or a part of one, without what leads to refused requests: links and forms, and lists that have nothing else. A
// form that shows values stays without its buttons, and nothing can be entered into it. here is the address of the page.
func pruned(page []byte, here string, leads Leads) ([]byte, error) {
	root, err := parse(page)
	if err != nil {
		return nil, err
	}
	p := pruner{here: here, leads: leads, gone: map[string]bool{}, taken: map[string]bool{}, lost: map[*html.Node]bool{}}
	p.walk(root)
	p.walk(root) // for what belongs to a form further down
	p.sweep(root)
	var b bytes.Buffer
	for n := range root.ChildNodes() {
		if err := html.Render(&b, n); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}

// parse reads a whole page, or a part of one as the children of a node.
func parse(page []byte) (*html.Node, error) {
	if bytes.HasPrefix(bytes.TrimSpace(page), []byte("<!")) {
		return html.Parse(bytes.NewReader(page))
	}
	root := &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body}
	nodes, err := html.ParseFragment(bytes.NewReader(page), root)
	for _, n := range nodes {
		root.AppendChild(n)
	}
	return root, err
}

type pruner struct {
	here  string
	leads Leads
	gone  map[string]bool     // ids of forms that are left out, or cannot be sent
	taken map[string]bool     // ids of forms, and of boxes that belong to them, that are left out
	lost  map[*html.Node]bool // what something was taken out of
}

// walk prunes what is below a node.
func (p *pruner) walk(n *html.Node) {
	for c := range slices.Values(slices.Collect(n.ChildNodes())) {
		if p.refuses(c) {
			p.take(n, c)
			continue
		}
		p.walk(c)
	}
}

// refuses reports whether an element leads to a refused request alone.
func (p *pruner) refuses(n *html.Node) bool {
	switch {
	case n.DataAtom == atom.A && attr(n, "href") != "":
		return !p.leads(http.MethodGet, attr(n, "href"))
	case n.DataAtom == atom.Form:
		return p.refusesForm(n)
	case n.DataAtom == atom.Button &&
		(p.gone[attr(n, "form")] || attr(n, "formaction") != "" && !p.leads(http.MethodPost, attr(n, "formaction"))):
		return true
	case n.DataAtom == atom.Input && attr(n, "type") == "checkbox" && p.taken[attr(n, "form")]:
		p.taken[attr(n, "id")] = true
		return true
	case n.DataAtom == atom.Label:
		return p.taken[attr(n, "for")]
	}
	return false
}

// refusesForm closes a form that may not be sent, and reports whether there is nothing to see in it.
func (p *pruner) refusesForm(n *html.Node) bool {
	address := attr(n, "action")
	if address == "" {
		address = p.here
	}
	if p.leads(methodOf(n), address) {
		return false
	}
	if id := attr(n, "id"); id != "" {
		p.gone[id] = true
	}
	if !shows(n) {
		p.taken[attr(n, "id")] = attr(n, "id") != ""
		return true
	}
	p.shut(n)
	return false
}

// shut makes a part of the page of a form: its values, of which none can be changed.
func (p *pruner) shut(n *html.Node) {
	n.DataAtom, n.Data = atom.Fieldset, "fieldset"
	n.Attr = slices.DeleteFunc(n.Attr, func(a html.Attribute) bool { return a.Key != "class" && a.Key != "id" })
	n.Attr = append(n.Attr, html.Attribute{Key: "disabled"}, html.Attribute{Key: "data-shut"})
	p.withoutButtons(n)
}

func (p *pruner) withoutButtons(n *html.Node) {
	for c := range slices.Values(slices.Collect(n.ChildNodes())) {
		if c.DataAtom == atom.Button || c.DataAtom == atom.Input && slices.Contains([]string{"submit", "hidden", "file"}, attr(c, "type")) {
			n.RemoveChild(c)
			continue
		}
		p.withoutButtons(c)
	}
}

// methodOf returns the method that a form is sent with, as routes see it.
func methodOf(n *html.Node) string {
	if method := hiddenValue(n, "_method"); method != "" {
		return strings.ToUpper(method)
	}
	if strings.EqualFold(attr(n, "method"), http.MethodPost) {
		return http.MethodPost
	}
	return http.MethodGet
}

func hiddenValue(n *html.Node, name string) string {
	for c := range n.Descendants() {
		if c.DataAtom == atom.Input && attr(c, "name") == name {
			return attr(c, "value")
		}
	}
	return ""
}

// shows reports whether a form has a field that shows a value.
func shows(n *html.Node) bool {
	for c := range n.Descendants() {
		switch c.DataAtom {
		case atom.Textarea:
			return true
		case atom.Input:
			if slices.Contains([]string{"", "text", "number", "date", "datetime-local", "url"}, attr(c, "type")) {
				return true
			}
		}
	}
	return false
}

// take takes an element out of another one.
func (p *pruner) take(from, n *html.Node) {
	from.RemoveChild(n)
	p.lost[from] = true
}

// sweep takes out what has nothing in it any more. What never had anything is filled by scripts.
func (p *pruner) sweep(n *html.Node) {
	for c := range slices.Values(slices.Collect(n.ChildNodes())) {
		p.sweep(c)
		if slices.Contains([]atom.Atom{atom.Li, atom.Ul, atom.Details, atom.Nav, atom.Menu}, c.DataAtom) && p.lost[c] && isEmpty(c) {
			p.take(n, c)
		}
	}
}

// isEmpty reports whether an element has neither text nor anything but a summary in it.
func isEmpty(n *html.Node) bool {
	for c := range n.ChildNodes() {
		switch {
		case c.Type == html.TextNode && strings.TrimSpace(c.Data) == "", c.Type == html.CommentNode, c.DataAtom == atom.Summary:
		default:
			return false
		}
	}
	return true
}

func attr(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}
