package expansion

import (
	"errors"
	"strings"

	"quartermaster/internal/jsonedit"
	"quartermaster/internal/jsontree"
)

const byteOrderMark = "\ufeff"

// MaxDepth limits the nesting of values in a document. Genuine files reach 16.
const MaxDepth = 100

// The errors for text that is valid JSON but not a document.
var (
	ErrNoObject = errors.New("the file holds no JSON object")
	ErrTooDeep  = errors.New("the file is nested more than 100 levels deep")
)

// Document is the text of a file with the tree of its values. Neither is changed once the document is made.
type Document struct {
	Text string
	Tree *jsontree.Object
	root jsontree.Node // where the values stand in the text; empty for a document that was made, not read
}

// Draft is a document to be stored: its new values, and the document that they are based on, if the sender has read it.
type Draft struct {
	Base *Document // nil if the sender has not read the record
	Tree *jsontree.Object
}

// Read reads the text of a document that may be changed. The errors are those of [Parse].
func Read(text string) (*Document, error) {
	text = strings.TrimPrefix(text, byteOrderMark)
	root, err := jsontree.ParseNodes(text)
	if err != nil {
		return nil, err
	}
	tree, err := rootObject(root.Value)
	return &Document{Text: text, Tree: tree, root: root}, err
}

// Parse reads the text of a document that is only looked at. The error is a *jsontree.SyntaxError, which names line and column,
// [ErrNoObject] or [ErrTooDeep].
func Parse(text string) (*jsontree.Object, error) {
	root, err := jsontree.Parse([]byte(strings.TrimPrefix(text, byteOrderMark)))
	if err != nil {
		return nil, err
	}
	return rootObject(root)
}

func rootObject(root any) (*jsontree.Object, error) {
	object, ok := root.(*jsontree.Object)
	switch {
	case !ok:
		return nil, ErrNoObject
	case IsDeeper(object, MaxDepth):
		return nil, ErrTooDeep
	}
	return object, nil
}

// IsDeeper reports whether a value is nested more than so many levels deep.
func IsDeeper(value any, levels int) bool {
	if levels < 0 {
		return true
	}
	for _, member := range jsontree.Members(value) {
		if IsDeeper(member, levels-1) {
			return true
		}
	}
	return false
}

// NewDocument returns a document with the mod's defaults; what the mod fills by the map is empty.
func (d *Schema) NewDocument() *Document {
	tree := d.Default()
	return &Document{Text: Text(tree), Tree: tree}
}

// Change returns the document with other values. What stays keeps its spelling and its place in the text of the old one; without
// an old one, nil, the text is written as the game does. Problems are what is wrong with the new values and was not wrong
// before; the document is nil then. What is merely unusual is accepted.
func (d *Schema) Change(old *Document, next *jsontree.Object) (*Document, []Problem) {
	if old == nil {
		adopted, problems := d.Adopt(nil, next)
		if len(problems) > 0 {
			return nil, problems
		}
		return &Document{Text: Text(adopted), Tree: adopted}, nil
	}
	adopted, problems := d.Adopt(old.Tree, next)
	if len(problems) > 0 {
		return nil, problems
	}
	return &Document{Text: jsonedit.RewriteNode(old.Text, old.nodes(), adopted, jsonedit.LayoutOf(old.Text)), Tree: adopted}, nil
}

// Adopt returns new values as they are to be written in place of old ones: with their spelling where they mean the same. Problems are what
// is wrong with them and was not wrong before. Old is nil for a new document.
func (d *Schema) Adopt(old, next *jsontree.Object) (*jsontree.Object, []Problem) {
	adopted := adopt(d.Fields(), old, next)
	return adopted, Wrong(d.CheckNew(old, adopted))
}

// nodes returns where the values stand in the text.
func (d *Document) nodes() jsontree.Node {
	if d.root.Value != nil {
		return d.root
	}
	root, _ := jsontree.ParseNodes(d.Text) // written by this package
	return root
}

// VersionOf returns the version of the layout that a document has under the key, and whether it says so.
func VersionOf(document *jsontree.Object, key string) (int64, bool) {
	value, _ := document.Get(key)
	number, ok := value.(jsontree.Number)
	if !ok || !IsInt32(number) {
		return 0, false
	}
	n, _ := NumberOf(number)
	return int64(n), true
}
