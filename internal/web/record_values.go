package web

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
)

// wallClock is how a datetime-local control writes a moment; it is in UTC.
const wallClock = "2006-01-02T15:04:05"

// shown is a stored value as the text of its control.
func shown(f *record.Field, stored any) string {
	if f.Secret {
		return ""
	}
	switch v := stored.(type) {
	case int64:
		if f.Kind == record.Time {
			return time.UnixMicro(v).UTC().Format(wallClock)
		}
		return strconv.FormatInt(v, 10)
	case float64:
		return string(jsontree.AppendFloat(nil, v))
	case string:
		return v
	}
	return ""
}

// storedRows are the records of a list as the texts of their controls.
func storedRows(f *record.Field, stored any) []map[string]string {
	text, _ := stored.(string)
	tree, err := jsontree.Parse([]byte(text))
	if err != nil {
		return nil
	}
	var rows []map[string]string
	for _, row := range members(tree) {
		rows = append(rows, rowTexts(f, row))
	}
	return rows
}

// rowTexts are the texts of a list's record, with all of its declared fields.
func rowTexts(f *record.Field, row any) map[string]string {
	sent, texts := cells(row), map[string]string{}
	for _, item := range f.Items {
		texts[item.Name] = sent[item.Name]
	}
	return texts
}

// chosen are the options that a stored value stands for.
func chosen(f *record.Field, stored any) []string {
	if ids, ok := stored.([]int64); ok {
		texts := make([]string, len(ids))
		for i, id := range ids {
			texts[i] = strconv.FormatInt(id, 10)
		}
		return texts
	}
	return []string{shown(f, stored)}
}

// tidied is a sent value without what only the form needs: the empty value before the boxes of a choice, and rows in which
// nothing was entered.
func tidied(f *record.Field, sent any) any {
	switch {
	case f.Kind == record.Links:
		return filled(sent, func(member any) bool { return member != nil })
	case kindOf(f) == RowList:
		return filled(sent, func(row any) bool { return !emptyRow(row) })
	}
	if text, ok := sent.(string); ok {
		return plainLines(text)
	}
	return sent
}

// filled are the members that keep names; what is no list stays for the validation to refuse.
func filled(sent any, keep func(any) bool) any {
	list := members(sent)
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

func emptyRow(row any) bool {
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

// unchanged tells whether a sent value is the one that the form showed.
func unchanged(f *record.Field, stored, sent any) bool {
	switch {
	case f.Kind == record.Links:
		return sameMembers(chosen(f, stored), memberTexts(sent))
	case kindOf(f) == RowList:
		return sameRows(f, storedRows(f, stored), members(sent))
	}
	if _, isList := sent.([]any); isList {
		return false
	}
	return trimmed(shown(f, stored)) == textOf(sent)
}

// trimmed is a text as it comes back from a form in which nobody touched it.
func trimmed(text string) string {
	object := new(jsontree.Object)
	object.Set("text", plainLines(text))
	jsontree.Prepare(object)
	value, _ := object.Get("text")
	return textOf(value)
}

func memberTexts(sent any) []string {
	var texts []string
	for _, member := range members(sent) {
		texts = append(texts, textOf(member))
	}
	return texts
}

func sameMembers(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

func sameRows(f *record.Field, stored []map[string]string, sent []any) bool {
	return slices.EqualFunc(stored, sent, func(old map[string]string, row any) bool {
		return maps.EqualFunc(old, rowTexts(f, row), func(a, b string) bool { return trimmed(a) == b })
	})
}

func blank(sent any) bool {
	list, isList := sent.([]any)
	return sent == nil || isList && len(list) == 0
}

// merged is a changed value as the record's checks take it. Ids that were chosen before stay in their order, since a form
// sends them in its own; what is edited as JSON is read.
func merged(f *record.Field, stored, sent any) any {
	text, isText := sent.(string)
	switch {
	case f.Kind == record.Links:
		return inOrder(chosen(f, stored), members(sent))
	case isText && kindOf(f) == TextArea:
		if tree, err := jsontree.Parse([]byte(text)); err == nil {
			return tree
		}
	}
	return sent
}

// inOrder puts the members that were there before first, in their old order.
func inOrder(before []string, sent []any) []any {
	place := func(member any) int {
		if i := slices.Index(before, textOf(member)); i >= 0 {
			return i
		}
		return len(before)
	}
	return slices.SortedStableFunc(slices.Values(sent), func(a, b any) int { return place(a) - place(b) })
}

// singleLine tells a list's record in words: "type Cow, min 1".
func singleLine(f *record.Field, row map[string]string) string {
	var parts []string
	for _, item := range f.Items {
		if text := row[item.Name]; text != "" {
			parts = append(parts, strings.ToLower(item.Label)+" "+text)
		}
	}
	return strings.Join(parts, ", ")
}
