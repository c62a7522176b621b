package mission_test

import (
	"encoding/xml"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// xmlElement is an element of a file as a reader of XML sees it.
type xmlElement struct {
	XMLName  xml.Name
	Attrs    []xml.Attr   `xml:",any,attr"`
	Text     string       `xml:",chardata"`
	Elements []xmlElement `xml:",any"`
}

var comments = regexp.MustCompile(`(?s)<!--.*?-->`)

// addXML adds attributes and texts of elements. An element is known by its name or path, a block of items by these, and a position by all
// that it says.
func (f facts) addXML(text string) error {
	var root xmlElement
	text = comments.ReplaceAllString(text, "") // some of the game's are not well-formed
	err := xml.Unmarshal([]byte(text), &root)
	if err == nil {
		f.addElement("", root)
	}
	return err
}

func (f facts) addElement(at string, e xmlElement) {
	if isPosition := e.XMLName.Local == "pos" || e.XMLName.Local == "child"; isPosition {
		f[fact{at, strings.ToLower(e.XMLName.Local + " " + e.attributes())}] = true
		return
	}
	if e.isUnsaid() {
		return
	}
	at += "/" + strings.ToLower(e.XMLName.Local+" "+e.title())
	f[fact{at, "is there"}] = true
	if text := strings.TrimSpace(e.Text); text != "" {
		f[fact{at, plainNumber(text)}] = true
	}
	for _, a := range e.Attrs {
		f[fact{at + "/@" + a.Name.Local, plainNumber(a.Value)}] = true
	}
	for _, inner := range e.Elements {
		f.addElement(at, inner)
	}
}

// isUnsaid reports whether an element says what holds without it, as most defaults of the economy core do, or nothing that is read.
func (e xmlElement) isUnsaid() bool {
	name := e.attribute("name")
	isUsual := strings.HasPrefix(name, "log_") || strings.HasPrefix(name, "save_")
	return e.XMLName.Local == "default" && isUsual || e.XMLName.Local == "subcounter"
}

func (e xmlElement) title() string {
	names := []string{e.attribute("name"), e.attribute("path"), e.attribute("folder"), e.attribute("preset")}
	for _, inner := range e.Elements {
		switch {
		case (e.XMLName.Local == "cargo" || e.XMLName.Local == "attachments") && names[0] == "":
			names = append(names, inner.attribute("name"))
		case inner.XMLName.Local == "text":
			names = append(names, inner.Text)
		}
	}
	return strings.ReplaceAll(strings.Join(names, ""), "/", "|")
}

func (e xmlElement) attribute(name string) string {
	i := slices.IndexFunc(e.Attrs, func(a xml.Attr) bool { return a.Name.Local == name })
	if i < 0 {
		return ""
	}
	return e.Attrs[i].Value
}

func (e xmlElement) attributes() string {
	var list []string
	for _, a := range e.Attrs {
		list = append(list, a.Name.Local+"="+plainNumber(a.Value))
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

// plainNumber returns a number as it is written shortest, another text as it is.
func plainNumber(text string) string {
	number, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return text
	}
	return strconv.FormatFloat(number, 'f', -1, 64)
}
