package ui

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/validate"
)

// Fill puts values into the fields that they name, and errors beside those that they are about.
func (f Form) Fill(input *jsontree.Object, problems ...validate.FieldError) {
	for _, set := range f.Sets {
		for i := range set.Fields {
			set.Fields[i].Restore(input, problems)
		}
	}
}

// Restore puts the value that input has for the field into its control, and the problems of the field beside it.
func (f *Field) Restore(input *jsontree.Object, problems validate.Errors) {
	path := pathOf(f.Name)
	if value := at(input, path); has(input, path) && f.Kind != Password && f.Kind != Fixed {
		f.enter(value)
	}
	for _, problem := range problems {
		rest, about := strings.CutPrefix(problem.Field+".", strings.Join(path, ".")+".")
		if about {
			f.report(problem, strings.TrimSuffix(rest, "."))
		}
	}
}

// Warn shows what is unusual about values beside the fields, and in the summary.
func (f *Form) Warn(doubts validate.Errors) {
	for _, set := range f.Sets {
		for i := range set.Fields {
			f.Doubts = append(f.Doubts, set.Fields[i].warn(f.ID, doubts)...)
		}
	}
}

// warn shows doubts as errors are shown, but as warnings.
func (f *Field) warn(form string, doubts validate.Errors) []Problem {
	shadow := *f
	shadow.Error = ""
	if f.Rows != nil {
		rows := *f.Rows
		rows.Values = slices.Clone(rows.Values)
		for i := range rows.Values {
			rows.Values[i].Errors = map[string]string{}
		}
		shadow.Rows = &rows
	}
	shadow.Restore(new(jsontree.Object), doubts)
	f.Warning = strings.TrimSpace(f.Warning + " " + shadow.Error)
	if f.Rows != nil {
		for i := range f.Rows.Values {
			f.Rows.Values[i].Warnings = shadow.Rows.Values[i].Errors
		}
	}
	return Bind(form, shadow).problems()
}

// enter puts what was sent into the control.
func (f *Field) enter(value any) {
	switch f.Kind {
	case RowList:
		f.Rows.Values = nil
		for _, row := range jsontree.Members(value) {
			f.Rows.Values = append(f.Rows.Values, RowValues{Values: Cells(row), Errors: map[string]string{}})
		}
	case Triple:
		EnterParts(f.Parts, jsontree.Members(value))
	case Checks:
		f.Choose(MemberTexts(value)...)
	case Select, Radios:
		f.Choose(TextOf(value))
	}
	f.Value = TextOf(value)
}

// EnterParts puts values into the numbers of a Triple, in their order.
func EnterParts(parts []Part, values []any) {
	for i := range min(len(parts), len(values)) {
		parts[i].Value = TextOf(values[i])
	}
}

// Choose marks the options of the values. A select gets an option for a value that it does not offer: else the browser
// would send the first one in its place.
func (f *Field) Choose(values ...string) {
	f.Options = slices.Clone(f.Options)
	found := false
	for i := range f.Options {
		f.Options[i].Selected = slices.Contains(values, f.Options[i].Value)
		found = found || f.Options[i].Selected
	}
	if f.Kind == Select && !found && values[0] != "" {
		f.Options = append(f.Options, Option{Value: values[0], Label: values[0], Selected: true})
	}
}

// report shows an error at the control, or at the cell of a row that it is about; rest is the way from the field to the
// value that is wrong.
func (f *Field) report(problem validate.FieldError, rest string) {
	text := strings.Join(problem.Texts(), " ")
	index, column, _ := strings.Cut(rest, ".")
	n, err := strconv.Atoi(index)
	switch {
	case f.Kind == Duration && strings.Contains(text, validate.MustBeInteger.Predicate):
		text += " Enter a duration such as 4 h, 90 min or 1 d 12 h, or seconds."
	case err != nil || n < 0:
	case f.Kind == RowList && n < len(f.Rows.Values) && column != "":
		f.Rows.Values[n].report(problem, column)
		return
	case f.Kind == Lines:
		text = atLine(n, cmp.Or(column, f.Label), problem)
	case f.Kind == Triple && n < len(f.Parts):
		text = strings.Join(problem.TextsFor(f.Parts[n].Label), " ")
	}
	f.Error = strings.TrimSpace(f.Error + " " + text)
}

// report shows an error at a cell; in one that holds lines, the way to the value goes on.
func (r RowValues) report(problem validate.FieldError, path string) {
	column, rest, deeper := strings.Cut(path, ".")
	if !deeper {
		r.Errors[column] = strings.Join(problem.TextsFor(column), " ")
		return
	}
	index, name, _ := strings.Cut(rest, ".")
	n, _ := strconv.Atoi(index)
	r.Errors[column] = strings.TrimSpace(r.Errors[column] + " " + atLine(n, name, problem))
}

// atLine says in which line of a box an error is, and calls the value by the name that it has there.
func atLine(n int, name string, problem validate.FieldError) string {
	return "Line " + strconv.Itoa(n+1) + ": " + strings.Join(problem.TextsFor(name), " ")
}

// Offer adds an option once.
func (f *Field) Offer(value, label string) {
	if !slices.ContainsFunc(f.Options, func(o Option) bool { return o.Value == value }) {
		f.Options = append(f.Options, Option{Value: value, Label: label})
	}
}
