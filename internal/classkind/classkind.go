// Package classkind tells what sort of thing a class of the game is: a gun, its magazine, something to eat. Neither the game nor its files
// say so: the category weapons holds guns with all that belongs to them. It follows from the name, and else from the category.
package classkind

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// other is the kind of what has no better one.
const other = "other"

// All returns the kinds, in the order in which people read them.
func All() []string {
	return []string{
		"gun", "magazine", "ammunition", "optic", "attachment", "melee", "explosive", "clothing", "backpack", "food", "drink", "medical", "tool",
		"building", "vehicle", "vehicle-part", "animal", "infected", other,
	}
}

// table is explained at its head.
//
//go:embed kinds.txt
var table string

var kinds = read(table)

// rules are the lines of the table.
type rules struct {
	lines      []line
	categories map[string]string
}

// line holds the names of one kind, in lower case.
type line struct {
	kind     string
	exact    map[string]bool
	patterns [][]string // the parts between stars
}

// read reads a table. It panics on a mistake, so that the program does not start.
func read(text string) rules {
	r := rules{categories: map[string]string{}}
	for row := range strings.Lines(text) {
		row = strings.TrimSpace(row)
		if row == "" || strings.HasPrefix(row, "#") {
			continue
		}
		head, names, _ := strings.Cut(row, ":")
		if category, isCategory := strings.CutPrefix(head, "category "); isCategory {
			r.categories[category] = known(strings.TrimSpace(names))
			continue
		}
		r.lines = append(r.lines, newLine(known(head), strings.Fields(strings.ToLower(names))))
	}
	return r
}

func known(kind string) string {
	if !slices.Contains(All(), kind) {
		panic(fmt.Sprintf("classkind: there is no kind %q", kind))
	}
	return kind
}

func newLine(kind string, names []string) line {
	l := line{kind: kind, exact: map[string]bool{}}
	for _, name := range names {
		if strings.Contains(name, "*") {
			l.patterns = append(l.patterns, strings.Split(name, "*"))
		} else {
			l.exact[name] = true
		}
	}
	return l
}

// Of returns the kind of a class by its name and the category that types files give it, which may be empty.
func Of(class, category string) string {
	return cmp.Or(found.of(strings.ToLower(class)), kinds.categories[strings.ToLower(category)], other)
}

// most is how many names are remembered: those of the game and of many servers.
const most = 50_000

// found remembers what the table says of names, which takes some microseconds for each.
var found = memory{kinds: map[string]string{}}

type memory struct {
	sync.RWMutex
	kinds map[string]string
}

func (m *memory) of(class string) string {
	m.RLock()
	kind, there := m.kinds[class]
	m.RUnlock()
	if there {
		return kind
	}
	kind = kinds.find(class)
	m.Lock()
	defer m.Unlock()
	if len(m.kinds) >= most {
		clear(m.kinds)
	}
	m.kinds[class] = kind
	return kind
}

// find returns the kind of a name in lower case, also of one behind what mods put before it, or "".
func (r rules) find(class string) string {
	kind := r.named(class)
	if _, rest, hasPrefix := strings.Cut(class, "_"); kind == "" && hasPrefix {
		kind = r.named(rest)
	}
	if rest, isExpansion := strings.CutPrefix(class, "expansion"); kind == "" && isExpansion {
		kind = r.named(strings.TrimPrefix(rest, "_"))
	}
	return kind
}

// named returns the kind of the first line that has a name in lower case, or "".
func (r rules) named(class string) string {
	for _, l := range r.lines {
		if l.exact[class] || slices.ContainsFunc(l.patterns, func(parts []string) bool { return isLike(class, parts) }) {
			return l.kind
		}
	}
	return ""
}

// isLike reports whether a name is like a pattern; between two of its parts any text may stand.
func isLike(name string, parts []string) bool {
	last := len(parts) - 1
	name, begins := strings.CutPrefix(name, parts[0])
	name, ends := strings.CutSuffix(name, parts[last])
	for _, part := range parts[1:last] {
		_, after, found := strings.Cut(name, part)
		if !found {
			return false
		}
		name = after
	}
	return begins && ends
}
