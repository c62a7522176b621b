package recordform

import (
	"maps"
	"slices"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/web/ui"
)

// tidied returns a sent value without what only the form needs: the empty value before checkboxes, blank rows, numbers and lines.
func tidied(f *record.Field, sent any) any {
	switch {
	case f.Type == record.Links:
		return filled(sent, func(member any) bool { return member != nil })
	case f.Type == record.Vector:
		if list := filled(sent, func(member any) bool { return member != nil }); blank(list) {
			return nil
		}
		return sent
	case ControlOf(f) == ui.RowList:
		tidyRows(f, sent)
		return filled(sent, func(row any) bool { return !EmptyRow(row) })
	}
	return tidiedText(f, sent)
}

func tidiedText(f *record.Field, sent any) any {
	text, ok := sent.(string)
	switch {
	case !ok:
		return sent
	case takesLines(f):
		return tidyLines(text)
	case ControlOf(f) == ui.Duration:
		return ui.Seconds(text)
	}
	return ui.PlainLines(text)
}

func tidyRows(f *record.Field, sent any) {
	for _, row := range jsontree.Members(sent) {
		object, _ := row.(*jsontree.Object)
		for _, item := range f.Items {
			if value, sent := object.Get(item.Name); sent {
				object.Set(item.Name, tidiedText(item, value))
			}
		}
	}
}

// filled returns the members for which keep is true, and anything but a list as it is, for the checks to refuse.
func filled(sent any, keep func(any) bool) any {
	list := jsontree.Members(sent)
	if list == nil && sent != nil {
		return sent
	}
	kept := []any{}
	for _, member := range list {
		if keep(member) {
			kept = append(kept, member)
		}
	}
	return kept
}

// EmptyRow reports whether a row of a list is blank.
func EmptyRow(row any) bool {
	object, ok := row.(*jsontree.Object)
	if !ok {
		return row == nil
	}
	for _, value := range object.All() {
		if value != nil {
			return false
		}
	}
	return true
}

// unchanged reports whether a sent value is what the form has shown.
func unchanged(f *record.Field, stored, sent any) bool {
	switch {
	case f.Type == record.Links:
		return sameMembers(chosen(f, stored), ui.MemberTexts(sent))
	case f.Type == record.Vector:
		return slices.Equal(ui.MemberTexts(storedMembers(stored)), ui.MemberTexts(sent))
	case ControlOf(f) == ui.RowList:
		return sameRows(f, storedRows(f, stored), jsontree.Members(sent))
	}
	if _, isList := sent.([]any); isList {
		return false
	}
	return asSent(f, Shown(f, stored)) == ui.TextOf(sent)
}

// asSent returns a text as an untouched control of the field sends it.
func asSent(f *record.Field, text string) string {
	return ui.TextOf(tidiedText(f, Trimmed(text)))
}

// Trimmed returns a text as an untouched box sends it.
func Trimmed(text string) string {
	object := new(jsontree.Object)
	object.Set("text", ui.PlainLines(text))
	jsontree.Prepare(object)
	value, _ := object.Get("text")
	return ui.TextOf(value)
}

func sameMembers(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

func sameRows(f *record.Field, stored []map[string]string, sent []any) bool {
	return slices.EqualFunc(stored, sent, func(old map[string]string, row any) bool {
		return maps.EqualFunc(old, rowTexts(f, row), func(a, b string) bool { return Trimmed(a) == b })
	})
}

func blank(sent any) bool {
	list, isList := sent.([]any)
	return sent == nil || isList && len(list) == 0
}

// merged returns a changed value as the checks of the record take it: lines and JSON are read, and ids that were chosen before keep
// their order.
func merged(f *record.Field, stored, sent any) any {
	text, isText := sent.(string)
	switch {
	case f.Type == record.Links:
		return inOrder(chosen(f, stored), jsontree.Members(sent))
	case ControlOf(f) == ui.RowList:
		return readRows(f, sent)
	case isText && ControlOf(f) == ui.Lines:
		return parseLines(f, text)
	case isText && ControlOf(f) == ui.TextArea && f.Type != record.Text:
		if tree, err := jsontree.Parse([]byte(text)); err == nil {
			return tree
		}
	}
	return sent
}

// readRows returns the rows with their lines read. The sent rows stay as they are, to be shown again.
func readRows(f *record.Field, sent any) any {
	list := jsontree.Members(sent)
	if list == nil {
		return sent
	}
	rows := make([]any, len(list))
	for i, row := range list {
		rows[i] = readRow(f, row)
	}
	return rows
}

func readRow(f *record.Field, row any) any {
	object, ok := row.(*jsontree.Object)
	if !ok {
		return row
	}
	read := new(jsontree.Object)
	for name, value := range object.All() {
		read.Set(name, value)
	}
	for _, item := range f.Items {
		if text, _ := read.Get(item.Name); item.Type == record.List && ui.TextOf(text) != "" {
			read.Set(item.Name, parseLines(item, ui.TextOf(text)))
		}
	}
	return read
}

// inOrder returns members that were there before first, in their old order.
func inOrder(before []string, sent []any) []any {
	place := func(member any) int {
		if i := slices.Index(before, ui.TextOf(member)); i >= 0 {
			return i
		}
		return len(before)
	}
	return slices.SortedStableFunc(slices.Values(sent), func(a, b any) int { return place(a) - place(b) })
}
