package expansion

import (
	"errors"
	"strings"

	"quartermaster/internal/jsonedit"
	"quartermaster/internal/jsontree"
)

const byteOrderMark = "\ufeff"

// MaxDepth is how deeply the values of a document may be nested. Genuine files reach 16.
const MaxDepth = 100

// What may be wrong with a text that is JSON.
var (
	ErrNoObject = errors.New("the file holds no JSON object")
	ErrTooDeep  = errors.New("the file is nested more than 100 levels deep")
)

// Parse reads the text of a document. The error is a *jsontree.SyntaxError, which names line and column, [ErrNoObject] or [ErrTooDeep].
func Parse(text string) (*jsontree.Object, error) {
	tree, err := jsontree.Parse([]byte(strings.TrimPrefix(text, byteOrderMark)))
	if err != nil {
		return nil, err
	}
	object, ok := tree.(*jsontree.Object)
	if !ok {
		return nil, ErrNoObject
	}
	if IsDeeper(object, MaxDepth) {
		return nil, ErrTooDeep
	}
	return object, nil
}

// IsDeeper tells whether a value is nested more than so many levels deep.
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

// Change returns the text of a document that holds something new. What stays keeps its spelling and its place: old is the text
// as it was, empty for a new document, which is written as the game does. Problems are what is wrong with the new document
// and was not wrong before; what is merely unusual is taken.
func (d *Document) Change(old string, next *jsontree.Object) (text string, problems []Problem, err error) {
	if old == "" {
		adopted := adopt(d.Fields, nil, next)
		return Text(adopted), Wrong(d.Check(adopted)), nil
	}
	was, err := Parse(old)
	if err != nil {
		return "", nil, err
	}
	adopted := adopt(d.Fields, was, next)
	if problems = Wrong(d.CheckNew(was, adopted)); len(problems) > 0 {
		return "", problems, nil
	}
	text, err = jsonedit.Rewrite(old, adopted, jsonedit.LayoutOf(old))
	return text, nil, err
}

// VersionOf returns the version of the layout that a document has under the key, and whether it says so.
func VersionOf(document *jsontree.Object, key string) (int64, bool) {
	value, _ := document.Get(key)
	number, ok := value.(jsontree.Number)
	if !ok || !isWhole(number) {
		return 0, false
	}
	n, _ := numberOf(number)
	return int64(n), true
}
