package docform

import (
	"strconv"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

// list lists those members of a list or map that have the indexes.
func (d *drawer) list(f *expansion.Field, value any, path string, indexes []int) *listView {
	drawn := &listView{
		ID: elementID(strings.ReplaceAll(path, ".", "-")), Add: d.newAt(path), Ordered: true, Total: len(jsontree.Members(value)),
	}
	var entries []entryView
	if controlOf(f, value) == keyedControl {
		drawn.Ordered = false
		entries = keyedEntries(f.Member(), value, path)
	} else {
		entries = elementEntries(f.Member(), jsontree.Members(value), path)
	}
	for _, index := range indexes {
		entry := entries[index]
		entry.URL = d.at(entry.Path)
		drawn.Entries = append(drawn.Entries, entry)
	}
	if len(indexes) < drawn.Total {
		drawn.More = d.at(path)
	}
	return drawn
}

// firstOf returns the indexes of the first members.
func firstOf(value any, most int) []int {
	indexes := make([]int, min(most, len(jsontree.Members(value))))
	for i := range indexes {
		indexes[i] = i
	}
	return indexes
}

func keyedEntries(f *expansion.Field, value any, path string) (entries []entryView) {
	object, _ := value.(*jsontree.Object)
	for key, member := range object.All() {
		entries = append(entries, entryView{Title: key, About: inWords(f, member), Path: pathOf(path, key)})
	}
	return entries
}

func elementEntries(f *expansion.Field, list []any, path string) []entryView {
	entries := make([]entryView, len(list))
	for i, element := range list {
		object, _ := element.(*jsontree.Object)
		title, named := elementTitle(f, object)
		if title == "" {
			title = "Entry " + following(strconv.Itoa(i))
		}
		entries[i] = entryView{
			Title: title, About: elementAbout(f, object, named), Path: pathOf(path, strconv.Itoa(i)), First: i == 0, Last: i == len(list)-1,
		}
	}
	return entries
}

// titles reports whether the text of a field can name an element.
func titles(f *expansion.Field) bool {
	switch f.Format {
	case expansion.ColorFormat, expansion.IconFormat, expansion.TextFormat, expansion.URLFormat:
		return false
	}
	return f.Type == expansion.String && f.Shape == expansion.Single && len(f.Choices) == 0
}

// elementTitle returns the first text that can name an element, and its field.
func elementTitle(f *expansion.Field, object *jsontree.Object) (title string, named *expansion.Field) {
	for _, child := range f.Fields {
		value, _ := object.Get(child.Name)
		if text, ok := value.(string); ok && text != "" && titles(child) {
			return text, child
		}
	}
	return "", nil
}

// factsShown is the number of values that a list shows of an element at most.
const factsShown = 4

// elementAbout describes an element by its first values that are not the default.
func elementAbout(f *expansion.Field, object *jsontree.Object, named *expansion.Field) string {
	var facts []string
	for _, child := range f.Fields {
		value, isThere := valueIn(child, object)
		if child == named || !isThere || len(facts) == factsShown || value == nil || child.IsDefault(value) {
			continue
		}
		if words := inWords(child, value); words != "" && words != "empty" {
			facts = append(facts, labelOf(child)+": "+shortened(words))
		}
	}
	return strings.Join(facts, " · ")
}

// shortened returns the beginning of a long text.
func shortened(text string) string {
	const most = 40
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

// following adds 1 to an index in a path, because pages count elements from 1.
func following(index string) string {
	n, _ := strconv.Atoi(index)
	return strconv.Itoa(n + 1)
}
