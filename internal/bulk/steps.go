package bulk

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/change"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// prepare makes the operations ready: what they take is checked once, for all records.
func (p *plan) prepare(ctx context.Context) error {
	for i, o := range p.Operations {
		if o.Op == record.OpDelete && len(p.Operations) > 1 {
			return problem(i, "op", "Deleting must be the only operation.")
		}
		made, err := p.step(ctx, o)
		var problems validate.Errors
		if errors.As(err, &problems) {
			return &Problem{i, problems}
		}
		if err != nil {
			return err
		}
		p.steps = append(p.steps, made)
	}
	return nil
}

func (p *plan) step(ctx context.Context, o record.Operation) (step, error) {
	switch o.Op {
	case record.OpSet:
		return p.setting(ctx, o.Field, o.Value)
	case record.OpEnable:
		return p.setting(ctx, o.Field, true)
	case record.OpDisable:
		return p.setting(ctx, o.Field, false)
	case record.OpAddIDs, record.OpRemoveIDs:
		return p.listing(ctx, o)
	case record.OpReplace:
		return p.replacing(ctx, o)
	case record.OpRename:
		return p.renaming(o), nil
	case record.OpCopy:
		return p.copying(ctx, o)
	case record.OpDelete:
		return nil, nil
	case record.OpScale:
		return p.scaling(o), nil
	}
	return p.calculating(o), nil
}

// named says of errors of a field that they are about the value of an operation.
func named(problems validate.Errors) validate.Errors {
	for i := range problems {
		problems[i] = problems[i].At("value")
	}
	return problems
}

// accepted returns the stored values of a field that is to have a value, checked by the rules of the resource.
func (p *plan) accepted(ctx context.Context, f *record.Field, value any, id int64) (record.Values, error) {
	value, err := p.resolved(ctx, f, value)
	if err != nil {
		return nil, err
	}
	body := new(jsontree.Object)
	body.Set(f.Name, value)
	jsontree.Prepare(body, p.Resource.Verbatim()...)
	values, problems, err := p.Resource.Accept(ctx, body, p.view.References(id), true)
	if err == nil && len(problems) > 0 {
		err = named(problems)
	}
	return values, err
}

// setting sets a field to the same value in every record. Of a unique one each record has to ask whether it is taken.
func (p *plan) setting(ctx context.Context, f *record.Field, value any) (step, error) {
	if f.Unique {
		return func(ctx context.Context, row record.Row) (bool, error) {
			values, err := p.accepted(ctx, f, value, p.Resource.ID(row))
			p.put(row, values)
			return false, err
		}, nil
	}
	values, err := p.accepted(ctx, f, value, 0)
	return func(_ context.Context, row record.Row) (bool, error) {
		p.put(row, values)
		return false, nil
	}, err
}

func (p *plan) put(row record.Row, values record.Values) {
	for name, value := range values {
		row[p.Resource.Index(name)] = value
	}
}

// resolved replaces names of other records by their ids, where a field takes ids.
func (p *plan) resolved(ctx context.Context, f *record.Field, value any) (any, error) {
	if f.Ref == "" {
		return value, nil
	}
	if f.Type != record.Links {
		return p.resolvedOne(ctx, f, value)
	}
	if _, isText := value.(string); isText {
		value = []any{value}
	}
	members := jsontree.Members(value)
	if members == nil {
		return value, nil
	}
	list := make([]any, len(members))
	for i, member := range members {
		id, err := p.resolvedOne(ctx, f, member)
		if err != nil {
			return nil, err
		}
		list[i] = id
	}
	return list, nil
}

func (p *plan) resolvedOne(ctx context.Context, f *record.Field, value any) (any, error) {
	name, isText := value.(string)
	if !isText || strings.Trim(name, "0123456789") == "" {
		return value, nil
	}
	other := record.Named(f.Ref)
	called := record.Condition{Any: []record.Match{{Test: record.Texted, Field: other.Title, Text: record.Pattern{name}}}}
	rows, err := p.view.Flat(ctx, other, []record.Condition{called})
	if err == nil && len(rows) == 0 {
		err = validate.Refused("value", validate.SelectionIsInvalid.Saying("There is no "+other.One+" called “"+name+"”."))
	}
	if err != nil {
		return nil, err
	}
	return jsontree.Number(strconv.FormatInt(other.ID(rows[0]), 10)), nil
}

// listing adds members to a list of ids or texts, or removes them.
func (p *plan) listing(ctx context.Context, o record.Operation) (step, error) {
	values, err := p.accepted(ctx, o.Field, o.Value, 0)
	if err != nil {
		return nil, err
	}
	edit := func(has, given []string) []string { return append(has, change.Without(given, has)...) }
	if o.Op == record.OpRemoveIDs {
		edit = change.Without[string]
	}
	index := p.Resource.Index(o.Field.Name)
	return func(_ context.Context, row record.Row) (bool, error) {
		row[index] = edited(row[index], values[o.Field.Name], edit)
		return false, nil
	}, nil
}

// replacing sets a field, or replaces a part of it: a text in a text, or members of a list by others.
func (p *plan) replacing(ctx context.Context, o record.Operation) (step, error) {
	if o.Find == nil {
		return p.setting(ctx, o.Field, o.Value)
	}
	if o.Field.Type == record.Text {
		return p.replacingText(o)
	}
	values, err := p.accepted(ctx, o.Field, o.Value, 0)
	if err != nil {
		return nil, err
	}
	found, err := p.accepted(ctx, o.Field, o.Find, 0)
	if err != nil {
		return nil, err
	}
	index, find, value := p.Resource.Index(o.Field.Name), found[o.Field.Name], values[o.Field.Name]
	return func(_ context.Context, row record.Row) (bool, error) {
		if o.Field.Type == record.Int {
			if row[index] == find {
				p.put(row, values)
			}
			return false, nil
		}
		row[index] = edited(row[index], value, func(has, given []string) []string { return exchanged(has, membersOf(find), given) })
		return false, nil
	}, nil
}

// exchanged puts given members in the place of those that are found in a list.
func exchanged(has, find, given []string) []string {
	if !slices.ContainsFunc(has, func(one string) bool { return slices.Contains(find, one) }) {
		return has
	}
	kept := change.Without(has, find)
	return append(kept, change.Without(given, kept)...)
}

func (p *plan) replacingText(o record.Operation) (step, error) {
	replace, err := replacer(o)
	index := p.Resource.Index(o.Field.Name)
	return func(ctx context.Context, row record.Row) (bool, error) {
		old, _ := row[index].(string)
		if text := replace(old); text != old {
			values, err := p.accepted(ctx, o.Field, text, p.Resource.ID(row))
			p.put(row, values)
			return false, err
		}
		return false, nil
	}, err
}

// replacer returns what replaces a text in others, in any letter case.
func replacer(o record.Operation) (func(string) string, error) {
	find, isText := o.Find.(string)
	value, _ := o.Value.(string)
	if !isText || find == "" {
		return nil, validate.Wrong("find", validate.MustBeString)
	}
	expression := regexp.MustCompile("(?i)" + regexp.QuoteMeta(find))
	return func(text string) string { return expression.ReplaceAllLiteralString(text, value) }, nil
}

// copying takes values from the record of the same key in another instance of the user.
func (p *plan) copying(ctx context.Context, o record.Operation) (step, error) {
	r := p.Resource
	if slices.ContainsFunc(r.Key, isInside) {
		return nil, validate.Refusal("op", "The "+r.Plural()+" cannot be copied.")
	}
	other, err := p.db.OtherScope(ctx, p.view.Scope, o.From)
	if errors.Is(err, store.ErrNotFound) {
		return nil, validate.Wrong("from", validate.SelectionIsInvalid)
	}
	if err != nil {
		return nil, err
	}
	rows, err := p.db.View(other).Flat(ctx, r, nil, o.Fields...)
	byKey := make(map[string]record.Row, len(rows))
	for _, row := range slices.Backward(rows) { // of several the first
		byKey[keyOf(r, row)] = row
	}
	return func(_ context.Context, row record.Row) (bool, error) {
		if from := byKey[keyOf(r, row)]; from != nil {
			copyFields(r, o.Fields, row, from)
		}
		return false, nil
	}, err
}

func isClass(f *record.Field) bool { return f.Ref == record.InstanceClassnames.Name }

// isInside reports whether a field refers to a record that only its own instance has, but for a class name.
func isInside(f *record.Field) bool {
	return f.Ref != "" && !isClass(f) && record.Named(f.Ref).Scope == record.InInstance
}

// keyOf returns the same text for records that are the same in two instances.
func keyOf(r *record.Resource, row record.Row) string {
	var b strings.Builder
	for _, f := range r.Key {
		if isClass(f) {
			f = r.Title
		}
		b.Write(f.AppendValue(nil, row[r.Index(f.Name)]))
		b.WriteByte(0)
	}
	return strings.ToLower(b.String())
}

func copyFields(r *record.Resource, fields []*record.Field, row, from record.Row) {
	for _, f := range fields {
		row[r.Index(f.Name)] = from[r.Index(f.Name)]
		if f.Count != "" {
			row[r.Index(f.Count)] = from[r.Index(f.Count)]
		}
	}
}
