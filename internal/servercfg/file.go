// Package servercfg reads and edits the configuration of a DayZ server: serverDZ.cfg, which is written in Bohemia's config language,
// and BattlEye's BEServer_x64.cfg, which has a name and a value on each line.
package servercfg

import (
	"strings"

	"quartermaster/internal/jsontree"
)

// File is a text that was read. It is never changed.
type File struct {
	text  string
	body  body
	lines bool // BattlEye's: a name and a value on each line
}

// body is what stands in a file or class. What is neither a setting nor a class with a body is not among its members.
type body struct {
	start, end int // of what is inside
	members    []*member
}

// member is a setting or class.
type member struct {
	name       string
	start, end int // with its semicolon
	equals     int // the offset of its equals sign
	value      value
}

// value is what a setting holds.
type value struct {
	start, end int
	is         any     // of jsontree, for a single value
	list       []value // of a list
	body       *body   // of a class
	shape      shape
}

type shape uint8

const (
	single shape = iota
	list
	class
)

// Text returns the text that was read.
func (f *File) Text() string { return f.text }

// Tree returns the settings by their names, as the file spells them: texts, numbers, booleans, lists, and objects for classes. Names
// have no letter case; of one that is given twice the last value counts.
func (f *File) Tree() *jsontree.Object { return f.body.tree() }

func (b *body) tree() *jsontree.Object {
	tree := new(jsontree.Object)
	for _, m := range b.effective() {
		tree.Set(m.name, m.value.tree())
	}
	return tree
}

// effective returns the members that count: of several with one name the last.
func (b *body) effective() (members []*member) {
	last := map[string]int{}
	for i, m := range b.members {
		last[strings.ToLower(m.name)] = i
	}
	for i, m := range b.members {
		if last[strings.ToLower(m.name)] == i {
			members = append(members, m)
		}
	}
	return members
}

func (v value) tree() any {
	switch v.shape {
	case class:
		return v.body.tree()
	case list:
		members := make([]any, len(v.list))
		for i, member := range v.list {
			members[i] = member.tree()
		}
		return members
	}
	return v.is
}

// Get returns the value of a setting outside of classes, whatever its letter case; nil if there is none.
func (f *File) Get(name string) any {
	for _, m := range f.body.effective() {
		if strings.EqualFold(m.name, name) {
			return m.value.tree()
		}
	}
	return nil
}

// Setting is a setting with its line, counted from 1. Name has the classes that it stands in before it, joined by dots. Value is as in the
// tree.
type Setting struct {
	Name  string
	Line  int
	Value any
}

// Settings returns all settings of the file in their order, those that are given twice among them.
func (f *File) Settings() []Setting { return f.body.settings(f.text, "", nil) }

func (b *body) settings(text, prefix string, found []Setting) []Setting {
	for _, m := range b.members {
		if m.value.shape == class {
			found = m.value.body.settings(text, prefix+m.name+".", found)
			continue
		}
		found = append(found, Setting{prefix + m.name, 1 + strings.Count(text[:m.start], "\n"), m.value.tree()})
	}
	return found
}
