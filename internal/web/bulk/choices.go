package bulk

import (
	"slices"
	"strings"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/web/ui"
)

// choice is one thing that can be done with a field.
type choice struct {
	key   string // what the form sends
	label string
	op    record.Op
	fixed bool // the value is not entered
	value any  // of a fixed one
	find  bool // it also takes what is to be replaced
}

// choices are what can be done with one field.
type choices []choice

// called returns a choice by what the form sends.
func (list choices) called(key string) (choice, bool) {
	i := slices.IndexFunc(list, func(c choice) bool { return c.key == key })
	if i < 0 {
		return choice{}, false
	}
	return list[i], true
}

// enters reports whether a value is entered for one of the choices, and takesFind whether what it replaces is.
func (list choices) enters() bool {
	return slices.ContainsFunc(list, func(c choice) bool { return !c.fixed })
}

func (list choices) takesFind() bool {
	return slices.ContainsFunc(list, func(c choice) bool { return c.find })
}

// timed returns what was entered with a length of time, such as 90 min, as a number of the field's unit. Factors have none.
func (c choice) timed(f *record.Field, entered any) any {
	text, isText := entered.(string)
	if !isText || isFactor(c.op) {
		return entered
	}
	return ui.DurationIn(f.Unit, text)
}

func isFactor(op record.Op) bool {
	return op == record.OpMultiply || op == record.OpDivide || op == record.OpScale
}

// verbs say what the operations do, with {} for the field; the value stands behind.
var verbs = map[record.Op]string{
	record.OpSet: "set {} to", record.OpAdd: "change {} by", record.OpMultiply: "multiply {} by", record.OpDivide: "divide {} by",
	record.OpScale: "multiply {}, and min with it, by",
	record.OpMin:   "raise {} to at least", record.OpMax: "lower {} to at most", record.OpRound: "round {} to multiples of",
	record.OpAddIDs: "add to {}:", record.OpRemoveIDs: "remove from {}:",
	record.OpReplace: "in {}, replace", record.OpRename: "in {}, replace", record.OpEnable: "enable", record.OpDisable: "disable",
	record.OpClamp: "keep {} between", record.OpCopy: "copy from another instance", record.OpDelete: "delete",
}

// about puts the name of a field into what is done with it, as the beginning of a sentence.
func about(text string, f *record.Field) string {
	if f == nil {
		return ui.Capital(text)
	}
	return ui.Capital(strings.ReplaceAll(text, "{}", inSentence(f.Label)))
}

// inSentence returns a label without its capital, unless it is an abbreviation.
func inSentence(label string) string {
	if len(label) > 1 && label[1] >= 'A' && label[1] <= 'Z' {
		return label
	}
	return strings.ToLower(label[:1]) + label[1:]
}

// entered returns choices whose value is entered.
func entered(ops ...record.Op) (list choices) {
	for _, op := range ops {
		find := op == record.OpReplace || op == record.OpRename || op == record.OpClamp
		list = append(list, choice{key: string(op), label: verbs[op], op: op, find: find})
	}
	return list
}

// choicesOf returns what can be done with a field.
func choicesOf(r *record.Resource, f *record.Field) choices {
	switch {
	case f == r.Title:
		return ofTitle(r)
	case f.Type == record.Flag:
		return ofFlag(f)
	case f.Type == record.Links, f.Type == record.Texts:
		exactly := choice{key: "set", label: "set {} to exactly", op: record.OpSet}
		return append(entered(record.OpAddIDs, record.OpRemoveIDs, record.OpReplace), exactly)
	case f.Ref != "", len(f.In) > 0, f.Type == record.Time:
		return append(entered(record.OpSet), unset(f)...)
	case f.Type == record.Int, f.Type == record.Float, f.Type == record.Decimal:
		return append(ofNumber(r, f), unset(f)...)
	case f.Type == record.Text:
		return append(entered(record.OpSet, record.OpReplace), unset(f)...)
	}
	return nil
}

// ofTitle lets a part of the names be replaced, where records can be renamed.
func ofTitle(r *record.Resource) choices {
	body := new(jsontree.Object)
	body.Set("op", string(record.OpRename))
	body.Set("value", "x")
	if _, problems := r.ReadOperation(body); len(problems) > 0 {
		return nil
	}
	return entered(record.OpRename)
}

func ofNumber(r *record.Resource, f *record.Field) choices {
	list := entered(record.OpSet, record.OpAdd, record.OpMultiply, record.OpDivide, record.OpMin, record.OpMax, record.OpClamp, record.OpRound)
	if f.Name == "min" && r.Has("nominal") {
		list = append(list,
			choice{key: "most-nominal", label: "keep {} at or below nominal", op: record.OpMax, fixed: true, value: "nominal"},
			choice{key: "least-nominal", label: "raise {} to nominal", op: record.OpMin, fixed: true, value: "nominal"})
	}
	if f.Name == "nominal" && r.Has("min") {
		list = append(list, entered(record.OpScale)...)
	}
	return list
}

func ofFlag(f *record.Field) choices {
	if f.Name == "enabled" || f.Name == "active" {
		return choices{
			{key: "enable", label: "enable", op: record.OpEnable, fixed: true},
			{key: "disable", label: "disable", op: record.OpDisable, fixed: true},
		}
	}
	list := choices{
		{key: "yes", label: "set {} to yes", op: record.OpSet, fixed: true, value: true},
		{key: "no", label: "set {} to no", op: record.OpSet, fixed: true, value: false},
	}
	return append(list, unset(f)...)
}

// unset leaves a field without a value, where it may be without one.
func unset(f *record.Field) choices {
	if !f.Nullable || f.Required {
		return nil
	}
	return choices{{key: "unset", label: "clear {}", op: record.OpSet, fixed: true}}
}

// fields returns the fields that many records can be changed in at once, the name first.
func (c changes) fields() (list []*record.Field) {
	for _, f := range c.Resource.Fields {
		changeable := f.Writable() && !f.Fixed && !f.Secret && !slices.Contains(c.Omitted, f.Name)
		switch {
		case len(choicesOf(c.Resource, f)) == 0:
		case f == c.Resource.Title:
			list = append([]*record.Field{f}, list...)
		case changeable:
			list = append(list, f)
		}
	}
	return list
}
