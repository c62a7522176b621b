package recordform

import (
	"strconv"
	"strings"
	"time"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/web/ui"
)

// wallClock is the layout of a datetime-local control, in UTC.
const wallClock = "2006-01-02T15:04:05"

// Shown returns a stored value as the text of its control.
func Shown(f *record.Field, stored any) string {
	if f.Secret {
		return ""
	}
	switch v := stored.(type) {
	case int64:
		return shownNumber(f, v)
	case float64:
		return string(jsontree.AppendFloat(nil, v))
	case string:
		if ControlOf(f) == ui.Lines {
			return linesText(f, storedMembers(v))
		}
		return v
	}
	return ""
}

func shownNumber(f *record.Field, n int64) string {
	switch f.Type {
	case record.Time:
		return time.UnixMicro(n).UTC().Format(wallClock)
	case record.Decimal:
		return string(record.AppendDecimal(nil, n))
	}
	return strconv.FormatInt(n, 10)
}

// storedMembers reads the stored text of a list.
func storedMembers(stored any) []any {
	text, _ := stored.(string)
	tree, err := jsontree.Parse([]byte(text))
	if err != nil {
		return nil
	}
	return jsontree.Members(tree)
}

// storedRows returns the records of a list as the texts of their controls.
func storedRows(f *record.Field, stored any) []map[string]string {
	var rows []map[string]string
	for _, row := range storedMembers(stored) {
		rows = append(rows, rowTexts(f, row))
	}
	return rows
}

// rowTexts returns the texts of a list's record, for all declared fields.
func rowTexts(f *record.Field, row any) map[string]string {
	object, _ := row.(*jsontree.Object)
	texts := map[string]string{}
	for _, item := range f.Items {
		value, _ := object.Get(item.Name)
		if list := jsontree.Members(value); list != nil {
			texts[item.Name] = linesText(item, list)
		} else {
			texts[item.Name] = ui.TextOf(value)
		}
	}
	return texts
}

// chosen returns the options that a stored value selects.
func chosen(f *record.Field, stored any) []string {
	if ids, ok := stored.([]int64); ok {
		texts := make([]string, len(ids))
		for i, id := range ids {
			texts[i] = strconv.FormatInt(id, 10)
		}
		return texts
	}
	return []string{Shown(f, stored)}
}

// partsOf returns the three numbers of a position, or of an orientation in degrees.
func partsOf(f *record.Field, stored any) []ui.Part {
	parts := []ui.Part{{Label: "x"}, {Label: "y"}, {Label: "z"}}
	if f.Unit == "degrees" {
		parts = []ui.Part{{Label: "yaw"}, {Label: "pitch"}, {Label: "roll"}}
	}
	ui.EnterParts(parts, storedMembers(stored))
	return parts
}

// singleLine writes a list's record in words: "type Cow, min 1".
func singleLine(f *record.Field, row map[string]string) string {
	var parts []string
	for _, item := range f.Items {
		if text := row[item.Name]; text != "" {
			parts = append(parts, strings.ToLower(item.Label)+" "+strings.ReplaceAll(text, "\n", ", "))
		}
	}
	return strings.Join(parts, ", ")
}

// RowLines writes each record of a list in words.
func RowLines(f *record.Field, list any) []string {
	var lines []string
	for _, row := range jsontree.Members(list) {
		lines = append(lines, singleLine(f, rowTexts(f, row)))
	}
	return lines
}
