// Package recordform draws the form of a record from the declaration of its resource, and reads back the values that were changed.
//
// Unless a comment says otherwise, an error is one of the database or of the context.
package recordform

import (
	"context"
	"slices"
	"strings"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/ui"
)

// SpareRows is the number of blank rows that a list offers to browsers without scripts.
const SpareRows = 3

// references lists the records that a field may refer to.
type references interface {
	References(ctx context.Context, res *record.Resource) ([]ui.Option, error)
}

// Fresh returns the row of a new record, with the defaults.
func (f Form) Fresh() record.Row {
	values := record.Values{}
	f.Resource.Defaults(values)
	row := f.Resource.EmptyRow()
	for name, value := range values {
		row[f.Resource.Index(name)] = value
	}
	return row
}

// Fieldsets draws the form with the values of a row. A new record has no fixed fields.
func (f Form) Fieldsets(ctx context.Context, refs references, row record.Row, isNew bool) ([]ui.Fieldset, error) {
	var sets []ui.Fieldset
	for _, set := range f.allSets() {
		drawn := ui.Fieldset{Title: set.Title, Help: set.Help}
		for _, name := range set.Fields {
			declared := f.Resource.Field(name)
			if isNew && !declared.Writable() {
				continue
			}
			stored := row[f.Resource.Index(name)]
			field, err := f.field(ctx, refs, declared, stored)
			if err != nil {
				return nil, err
			}
			// A record of a file may lack what a new record must have, and can be edited without it.
			field.Required = field.Required && (isNew || stored != nil)
			drawn.Fields = append(drawn.Fields, field)
		}
		if len(drawn.Fields) > 0 {
			sets = append(sets, drawn)
		}
	}
	return sets, nil
}

// allSets returns the declared sets, and one with the fields that none of them names.
func (f Form) allSets() []Set {
	named := map[string]bool{}
	for _, name := range f.Omit {
		named[name] = true
	}
	for _, set := range f.Sets {
		for _, name := range set.Fields {
			named[name] = true
		}
	}
	more := Set{Title: "More"}
	for _, field := range f.Resource.Fields {
		if field.Writable() && !named[field.Name] {
			more.Fields = append(more.Fields, field.Name)
		}
	}
	return append(append([]Set{}, f.Sets...), more)
}

// Accept checks the input of a form and returns the values that differ from the row, which is Fresh for a new record. It tidies the input,
// which may be shown again. lookup and partial are those of record.Resource.Accept. Rules that the input breaks are validate.Errors; the
// error is one of the database.
func (f Form) Accept(ctx context.Context, input *jsontree.Object, row record.Row, lookup store.References,
	partial bool,
) (record.Values, validate.Errors, error) {
	body := new(jsontree.Object)
	for i, field := range f.Resource.Fields {
		sent, ok := input.Get(field.Name)
		if !ok || !field.Writable() {
			continue
		}
		sent = tidied(field, sent)
		input.Set(field.Name, sent)
		isNew := row[f.Resource.Index("id")] == nil
		if unchanged(field, row[i], sent) && (!isNew || blank(sent)) {
			continue
		}
		body.Set(field.Name, merged(field, row[i], sent))
	}
	return f.Resource.Accept(ctx, body, lookup, partial)
}

// field draws a field with its stored value.
func (f Form) field(ctx context.Context, refs references, declared *record.Field, stored any) (ui.Field, error) {
	drawn := f.Control(declared)
	drawn.Value = Shown(declared, stored)
	if drawn.Kind == ui.Text && strings.Contains(drawn.Value, "\n") {
		drawn.Kind = ui.TextArea
	}
	switch {
	case drawn.Kind == ui.RowList:
		drawn.Rows = f.rows(declared, stored)
	case drawn.Kind == ui.Triple:
		drawn.Parts = partsOf(declared, stored)
	case declared.Ref != "":
		options, err := refs.References(ctx, record.Named(declared.Ref))
		if err != nil {
			return drawn, err
		}
		drawn.Options = options
	case len(declared.In) > 0:
		drawn.Options = TextOptions(declared.In)
	}
	if mayStayOpen := declared.Nullable && !declared.Required; drawn.Kind == ui.Select && (mayStayOpen || drawn.Value == "") {
		drawn.Options = append([]ui.Option{{Label: unsetLabel(mayStayOpen)}}, drawn.Options...)
	}
	drawn.Choose(chosen(declared, stored)...)
	return drawn, nil
}

func unsetLabel(mayStayOpen bool) string {
	if mayStayOpen {
		return "not set"
	}
	return "choose one"
}

// rows draws the records of a list.
func (f Form) rows(declared *record.Field, stored any) *ui.Rows {
	rows := &ui.Rows{Item: f.Items[declared.Name], Spare: SpareRows}
	for _, item := range declared.Items {
		rows.Columns = append(rows.Columns, f.column(declared, item))
	}
	for _, row := range storedRows(declared, stored) {
		rows.Values = append(rows.Values, ui.RowValues{Values: row, Errors: map[string]string{}})
	}
	return rows
}

// column draws a field of a list's records. Since a blank row may stay blank, the browser requires nothing in it and every choice
// begins with none.
func (f Form) column(list, item *record.Field) ui.Field {
	column := f.Control(item)
	column.Required, column.Code = false, item.ClassName || slices.Contains(f.Code, list.Name+"."+item.Name)
	switch column.Kind {
	case ui.RowList, ui.Lines:
		column.Kind, column.Code = ui.Lines, true
		if len(item.Items) > 0 && item.Items[0].ClassName {
			column.List = ui.ClassNamesList
		}
	case ui.Switch:
		column.Kind, column.Options = ui.Select, []ui.Option{{}, {Value: "1", Label: "yes"}, {Value: "0", Label: "no"}}
	case ui.Select:
		column.Options = append([]ui.Option{{}}, TextOptions(item.In)...)
	}
	return column
}

// TextOptions returns texts as options.
func TextOptions(texts []string) []ui.Option {
	options := make([]ui.Option, 0, len(texts))
	for _, text := range texts {
		options = append(options, ui.Option{Value: text, Label: text})
	}
	return options
}
