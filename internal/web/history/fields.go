package history

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/recordform"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// FieldChanges draws the fields that differ of a record. There are none for one that was added.
func FieldChanges(ctx context.Context, r *site.Request, d record.Difference) (fields []pages.FieldChange, err error) {
	if d.Before == nil {
		return nil, nil
	}
	d.Each(func(f *record.Field, before, after json.RawMessage) {
		if err != nil || !f.Writable() || f.Secret || omitted(r, d.Resource, f) {
			return
		}
		var drawn []pages.FieldChange
		drawn, err = FieldChange(ctx, r, d.Resource, f, parsedValue(before), parsedValue(after))
		fields = append(fields, drawn...)
	})
	return fields, err
}

// FieldChange draws a field of a record before and after, as JSON holds it: of a document the values by their paths. It returns nothing
// for one that reads the same, and a member for each value of a document that differs.
func FieldChange(ctx context.Context, r *site.Request, res *record.Resource, f *record.Field, old, now any) ([]pages.FieldChange, error) {
	if f == res.Document() {
		return documentChanges(old, now), nil
	}
	drawn, err := drawField(ctx, r, f, old, now)
	if err != nil || drawn.Before == drawn.After {
		return nil, err
	}
	return []pages.FieldChange{drawn}, nil
}

// omitted reports whether forms leave the field out because another one says the same.
func omitted(r *site.Request, res *record.Resource, f *record.Field) bool {
	c := r.Site.CollectionOf(res.Name)
	return c != nil && slices.Contains(c.Omitted, f.Name)
}

func drawField(ctx context.Context, r *site.Request, f *record.Field, old, now any) (pages.FieldChange, error) {
	drawn := pages.FieldChange{Label: f.Label}
	if recordform.HoldsRows(f) {
		drawn.Before, drawn.After = rowsApart(f, old, now)
		return drawn, nil
	}
	names := map[int64]string{}
	if f.Ref != "" {
		var err error
		if names, err = r.ReferenceNames(ctx, record.Named(f.Ref)); err != nil {
			return drawn, err
		}
	}
	drawn.Before, drawn.After = told(f, old, names), told(f, now, names)
	return drawn, nil
}

// told returns a value in words; names are those of references, by id.
func told(f *record.Field, value any, names map[int64]string) string {
	if list, isList := value.([]any); isList && recordform.ControlOf(f) != ui.TextArea {
		return toldMembers(f, list, names)
	}
	text := ui.TextOf(value)
	switch {
	case value == nil:
		return ""
	case f.Type == record.Flag:
		return map[string]string{"1": "yes", "0": "no"}[text]
	case f.Ref != "":
		return referenceText(value, names)
	case f.Type == record.Time:
		return toldTime(text)
	case f.Unit == "s":
		return ui.SecondsText(text)
	case f.Unit != "":
		return text + " " + f.Unit
	case text == "":
		return string(jsontree.AppendValue(nil, value))
	}
	return text
}

func toldMembers(f *record.Field, list []any, names map[int64]string) string {
	parts := make([]string, len(list))
	for i, member := range list {
		if parts[i] = ui.TextOf(member); f.Ref != "" {
			parts[i] = referenceText(member, names)
		}
	}
	return strings.Join(parts, ", ")
}

func toldTime(text string) string {
	t, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		return text
	}
	return ui.HumanTime(t)
}

// referenceText returns the name of a record, or its id if it is gone.
func referenceText(id any, names map[int64]string) string {
	n, err := strconv.ParseInt(ui.TextOf(id), 10, 64)
	if name, known := names[n]; known && err == nil {
		return name
	}
	return "number " + ui.TextOf(id)
}

// rowsApart returns the records that only one side of a list has.
func rowsApart(f *record.Field, old, now any) (before, after string) {
	olds, news := recordform.RowLines(f, old), recordform.RowLines(f, now)
	before, after = linesWithout(olds, news), linesWithout(news, olds)
	if before == after && !slices.Equal(olds, news) {
		return "in a different order", ui.Plural(len(news), "entry", "entries")
	}
	return before, after
}

func linesWithout(lines, others []string) string {
	return strings.Join(ui.Without(lines, others), "; ")
}
