package bulk

import (
	"context"
	"encoding/json"
	"math/big"
	"strconv"
	"strings"

	"quartermaster/internal/bulk"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/web/history"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// inWords says what operations do: "Divide nominal by 2".
func inWords(ctx context.Context, r *site.Request, operations []record.Operation) ([]string, error) {
	list := make([]string, len(operations))
	for i, o := range operations {
		value, err := valueInWords(ctx, r, o, o.Value)
		if err != nil {
			return nil, err
		}
		found, err := valueInWords(ctx, r, o, o.Find)
		if err != nil {
			return nil, err
		}
		list[i] = sentence(o, value, found)
	}
	return list, nil
}

func sentence(o record.Operation, value, found string) string {
	words := []string{verbs[o.Op]}
	switch {
	case o.Op == record.OpEnable, o.Op == record.OpDisable, o.Op == record.OpDelete:
		return ui.Capital(words[0])
	case o.Op == record.OpCopy:
		labels := make([]string, len(o.Fields))
		for i, f := range o.Fields {
			labels[i] = f.Label
		}
		return ui.Capital(words[0]) + ": " + strings.Join(labels, ", ")
	case o.Op == record.OpClamp:
		words = clamped(o)
	case o.Other != nil:
		words = append(words, inSentence(o.Other.Label))
	case o.Number != nil:
		words = append(words, measured(o, o.NumberText()))
	case o.Op == record.OpRename, o.Op == record.OpReplace:
		words = append(words, "“"+found+"”", "with", "“"+value+"”")
	case value == "" && o.Op == record.OpSet:
		words = []string{"clear {}"}
	case value == "":
		words = append(words, "nothing")
	default:
		words = append(words, measured(o, value))
	}
	words[0] = about(words[0], o.Field)
	return strings.Join(words, " ")
}

// clamped says within which bounds a number is kept.
func clamped(o record.Operation) []string {
	switch {
	case o.Min == nil:
		return []string{verbs[record.OpMax], measured(o, numberText(o.Max))}
	case o.Max == nil:
		return []string{verbs[record.OpMin], measured(o, numberText(o.Min))}
	}
	return []string{verbs[record.OpClamp], measured(o, numberText(o.Min)), "and", measured(o, numberText(o.Max))}
}

// measured adds to a number of seconds how long that is.
func measured(o record.Operation, text string) string {
	if o.Field == nil || o.Field.Unit != "s" || isFactor(o.Op) {
		return text
	}
	return ui.SecondsText(text)
}

func numberText(n *big.Rat) string { return record.Operation{Number: n}.NumberText() }

// valueInWords writes a value with the names of the records that it refers to.
func valueInWords(ctx context.Context, r *site.Request, o record.Operation, value any) (string, error) {
	if flag, isFlag := value.(bool); isFlag {
		return map[bool]string{true: "yes", false: "no"}[flag], nil
	}
	names := map[int64]string{}
	if o.Field != nil && o.Field.Ref != "" {
		var err error
		if names, err = r.ReferenceNames(ctx, record.Named(o.Field.Ref)); err != nil {
			return "", err
		}
	}
	members := jsontree.Members(value)
	if members == nil {
		members = []any{value}
	}
	texts := make([]string, len(members))
	for i, member := range members {
		texts[i] = ui.TextOf(member)
		if id, err := strconv.ParseInt(texts[i], 10, 64); err == nil && names[id] != "" {
			texts[i] = names[id]
		}
	}
	return strings.Join(texts, ", "), nil
}

// fieldChanges draws what a change does to the fields of a record that forms show.
func fieldChanges(ctx context.Context, r *site.Request, change bulk.Change) (drawn []pages.FieldChange, err error) {
	res := change.Resource
	change.Difference().Each(func(f *record.Field, before, after json.RawMessage) {
		if err != nil || !f.Writable() && f != res.Title {
			return
		}
		was, _ := jsontree.Parse(before)
		is, _ := jsontree.Parse(after)
		var fields []pages.FieldChange
		fields, err = history.FieldChange(ctx, r, res, f, was, is)
		drawn = append(drawn, fields...)
	})
	return drawn, err
}
