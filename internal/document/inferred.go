package document

import (
	"errors"
	"path"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsonedit"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/servercfg"
)

// ListKey is the only member of the tree of a file that is a list as a whole: its members.
const ListKey = "entries"

// Inferred returns what a file is of which nothing is declared, such as one of a mod: a document whose fields follow from the text itself.
// The path is below the server's root. It returns nil where such files have no form: JSON, XML and cfg have one. A text that cannot be read
// makes a document without fields, whose Read says what is wrong with it. The texts of the same file on other servers tell more of the
// types, and which fields it may have besides.
func Inferred(file, text string, others ...string) *Document {
	d := newInferred(file, strings.TrimPrefix(strings.ToLower(path.Ext(file)), "."))
	switch d.Format {
	case "json":
		d.format = jsonFormat{}
		if isListText(text) {
			d.List, d.format = true, listFormat{}
		}
	case "cfg":
		d.format = cfgFormat{parse: servercfg.Parse}
		if _, err := d.Read(text); err != nil {
			d.format = assignedFormat{}
		}
	case "xml":
		d.format = inferredXML(text)
	default:
		return nil
	}
	return d.inferring(text, others)
}

// Lines returns what a file of lines is: a list of texts or, with columns, of objects with what stands in each.
func Lines(file, text string, columns ...Column) *Document {
	d := newInferred(file, "text")
	d.List, d.format = true, textFormat{columns}
	return d.inferring(text, nil)
}

func newInferred(file, format string) *Document {
	return &Document{FromFile: true, Format: format, Schema: &expansion.Schema{
		Title: path.Base(file), Path: file, About: "The program does not know this file: its form follows from what stands in it.",
	}}
}

// inferring gives a document the fields that follow from a text.
func (d *Document) inferring(text string, others []string) *Document {
	if tree, err := d.Read(text); err == nil {
		fields := fieldsIn([]*jsontree.Object{tree})
		if like := d.readAll(others); len(like) > 0 {
			fields = d.fieldsAmid(fields, tree, like)
		}
		switch d.format.(type) {
		case assignedFormat:
			explain(fields, text)
		case xmlFormat:
			explainElements(fields, elementComments(text))
		}
		d.Schema, d.text, d.tree = d.With(fields), text, tree
	}
	return d
}

// readAll returns the values in those texts that can be read.
func (d *Document) readAll(texts []string) (trees []*jsontree.Object) {
	for _, text := range texts {
		if tree, err := d.Read(text); err == nil {
			trees = append(trees, tree)
		}
	}
	return trees
}

func isListText(text string) bool {
	return strings.HasPrefix(strings.TrimLeft(strings.TrimPrefix(text, byteOrderMark), " \t\r\n"), "[")
}

// listFormat is JSON that is a list as a whole.
type listFormat struct{}

var errNoList = errors.New("the file holds no JSON list")

func (listFormat) read(text string) (*jsontree.Object, error) {
	root, err := jsontree.Parse([]byte(text))
	if err != nil {
		return nil, err
	}
	list, isList := root.([]any)
	switch {
	case !isList:
		return nil, errNoList
	case expansion.IsDeeper(list, expansion.MaxDepth):
		return nil, expansion.ErrTooDeep
	}
	tree := new(jsontree.Object)
	tree.Set(ListKey, list)
	return tree, nil
}

func (listFormat) write(text string, next *jsontree.Object) (string, error) {
	list, isList := next.List(ListKey), true
	if value, _ := next.Get(ListKey); value != nil {
		_, isList = value.([]any)
	}
	if !isList || next.Len() > 1 {
		return "", errNoList
	}
	return jsonedit.Rewrite(text, list, jsonedit.LayoutOf(text))
}

func (listFormat) empty() string { return "[]\n" }

func (listFormat) locate(text string) []located {
	root, err := jsontree.ParseNodes(text)
	if err != nil {
		return nil
	}
	return locateNodes(ListKey, root, newLineCounter(text), nil)
}
