package docform

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

// Shown is where the form of a document shows a value.
type Shown struct {
	At   string // the path of the value that the page is about
	Page int    // of the members of that value, from 1
	ID   string // of the element of the value on the page; empty for all of the page
}

// Address returns the address within the form of a document, whose own address is given.
func (s Shown) Address(form string) string {
	query := url.Values{}
	if s.At != "" {
		query.Set("at", s.At)
	}
	if s.Page > 1 {
		query.Set("page", strconv.Itoa(s.Page))
	}
	if len(query) > 0 {
		form += map[bool]string{true: "&", false: "?"}[strings.Contains(form, "?")] + query.Encode()
	}
	if s.ID != "" {
		form += "#" + s.ID
	}
	return form
}

// Locate returns where the form shows the value at a path of the document, or else the value around it.
func (f Form) Locate(path string) Shown {
	l := locator{cursor: root(f.Schema, f.Tree)}
	l.all = f.inOrder(l.cursor)
	for step := range strings.SplitSeq(path, ".") {
		next := l.cursor.step(unescapeStep.Replace(step))
		if next == nil || !l.enter(next) {
			break
		}
	}
	if l.object.name != "" {
		l.shown.ID = l.id()
	}
	return l.shown
}

// locator goes down a document as the pages of its form do.
type locator struct {
	shown  Shown
	cursor *Cursor
	object formObject // of the name of the value on the page

	all   []*expansion.Field // of the object of the page, in their order
	paged bool               // it is divided into pages
}

// enter goes to a value inside of the present one, and reports whether there is a control for it.
func (l *locator) enter(next *Cursor) bool {
	of := l.cursor
	members := jsontree.Members(of.Value)
	index, _ := strconv.Atoi(next.Key)
	switch usualControl(of.Field) {
	case nestedControl:
		l.enterField(of, next)
	case entriesControl:
		return false
	case keyedControl:
		l.openPage(next)
	case tableControl:
		switch {
		case !isFlat(of.Field, members):
			l.openPage(next)
		case len(members) > rowsInline, l.paged && hasOwnPage(of.Field, of.Value):
			l.openPage(of)
			l.shown.Page, l.object.name = 1+index/membersOnPage, entriesName+"["+next.Key+"]"
		default:
			l.object.name = l.object.nameOf(next.Key)
		}
	}
	l.cursor = next
	return true
}

// enterField goes to a field of an object.
func (l *locator) enterField(of, next *Cursor) {
	if l.object.name == "" {
		l.shown.Page, l.paged = pageOf(of, l.all, next.Key), isPaged(of)
	}
	if l.paged && usualControl(next.Field) == nestedControl && hasOwnPage(next.Field, next.Value) {
		l.openPage(next)
		return
	}
	l.object.name = l.object.nameOf(next.Key)
}

// openPage goes on at the page of a value.
func (l *locator) openPage(at *Cursor) {
	l.shown, l.object, l.all = Shown{At: at.Path}, formObject{}, at.Field.Fields
}

// id returns the id of the element that shows the value.
func (l *locator) id() string {
	id := elementID(l.object.name)
	boxed := []controlType{nestedControl, tableControl, keyedControl, entriesControl, tripleControl}
	if slices.Contains(boxed, controlOf(l.cursor.Field, l.cursor.Value)) && !l.isRow() {
		id += "-group"
	}
	return id
}

// isRow reports whether the value is one of a list that is edited in rows.
func (l *locator) isRow() bool {
	return l.cursor.up != nil && usualControl(l.cursor.up.Field) == tableControl && usualControl(l.cursor.Field) == nestedControl
}
