package docform

import (
	"strconv"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

// list names those elements of a list, or entries of a map, that stand at places.
func (d *drawer) list(f *expansion.Field, value any, path string, places []int) *listView {
	drawn := &listView{ID: elementID(strings.ReplaceAll(path, ".", "-")), Add: "add:" + path, Ordered: true, Total: len(jsontree.Members(value))}
	var entries []entryView
	if controlOf(f, value) == keyedControl {
		drawn.Ordered, drawn.NewKey = false, "_new["+path+"]"
		entries = keyedEntries(f.Member(), value, path)
	} else {
		entries = elementEntries(f.Member(), jsontree.Members(value), path)
	}
	for _, place := range places {
		entry := entries[place]
		entry.URL = d.at(entry.Path)
		drawn.Entries = append(drawn.Entries, entry)
	}
	if len(places) < drawn.Total {
		drawn.More = d.at(path)
	}
	return drawn
}

// firstOf are the places of the members that stand on the page of what they are in.
func firstOf(value any, most int) []int {
	places := make([]int, min(most, len(jsontree.Members(value))))
	for i := range places {
		places[i] = i
	}
	return places
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

// titles reports whether the texts of a field name an element.
func titles(f *expansion.Field) bool {
	switch f.Format {
	case expansion.ColorFormat, expansion.IconFormat, expansion.TextFormat, expansion.URLFormat:
		return false
	}
	return f.Type == expansion.String && f.Shape == expansion.Single && len(f.Choices) == 0
}

// elementTitle is the first text of an element that names it, and the field that has it.
func elementTitle(f *expansion.Field, object *jsontree.Object) (title string, named *expansion.Field) {
	for _, child := range f.Fields {
		value, _ := object.Get(child.Name)
		if text, ok := value.(string); ok && text != "" && titles(child) {
			return text, child
		}
	}
	return "", nil
}

// factsShown bounds the values that a list shows of an element.
const factsShown = 4

// elementAbout says what is special about an element: the first values that are not the default.
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

// shortened cuts a long text.
func shortened(text string) string {
	const most = 40
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

// following returns the number after one that is given as text: pages count elements from 1.
func following(place string) string {
	n, _ := strconv.Atoi(place)
	return strconv.Itoa(n + 1)
}
