package record

import (
	"context"
	"math"
	"strconv"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/validate"
)

// Accept validates a body and returns the stored values of the fields that it sets, or the problems of the body. It ignores fields that
// are not declared or not writable. If partial is set, required fields may be missing. The error is a failure of the lookup.
func (r *Resource) Accept(ctx context.Context, body *jsontree.Object, lookup validate.Lookup,
	partial bool,
) (Values, validate.Errors, error) {
	problems, err := r.validator.Validate(ctx, body, lookup, validate.Options{Partial: partial})
	if err != nil || len(problems) > 0 {
		return nil, problems, err
	}
	values := Values{}
	for _, f := range r.Fields {
		if sent, ok := body.Get(f.Name); ok && f.Writable() {
			values[f.Name] = r.store(f, sent)
			if f.Count != "" {
				values[f.Count] = int64(len(jsontree.Members(sent)))
			}
		}
	}
	return values, nil, nil
}

// store turns a checked value of a body into the stored one; a document stays a draft, an *expansion.Draft, until it is prepared.
func (r *Resource) store(f *Field, sent any) any {
	if f == r.Document() {
		return newDraft(sent)
	}
	return f.store(sent)
}

// store turns a checked value of a body into the stored one.
func (f *Field) store(sent any) any {
	switch {
	case f.Type == Links:
		return ids(sent)
	case f.Type == List:
		return string(f.appendItems(nil, jsontree.Members(sent)))
	case f.Type == Object:
		return objectText(sent)
	case f.Type == BulkSteps:
		return string(jsontree.AppendValue(nil, jsontree.Members(sent)))
	case f.Type == Texts:
		return string(jsontree.AppendList(nil, jsontree.Members(sent), func(b []byte, member any) []byte {
			return jsontree.AppendString(b, validate.Text(member))
		}))
	case sent == nil:
		return nil
	}
	switch f.Type {
	case Decimal:
		return hundredths(validate.Float(sent))
	case Vector:
		return string(jsontree.AppendList(nil, jsontree.Members(sent), func(b []byte, member any) []byte {
			return jsontree.AppendFloat(b, float(member))
		}))
	case Int:
		return validate.Int(sent)
	case Float:
		return float(sent)
	case Flag:
		return flag(validate.Bool(sent))
	case Time:
		return validate.Time(sent).UnixMicro()
	}
	return validate.Text(sent)
}

// float turns negative zero, which SQLite does not store, into zero.
func float(sent any) float64 { return validate.Float(sent) + 0 }

func flag(set bool) int64 {
	if set {
		return 1
	}
	return 0
}

// objectText returns the text of an object. Null and an empty list, which PHP clients send for an empty object, give {}.
func objectText(sent any) string {
	if list, ok := sent.([]any); sent == nil || (ok && len(list) == 0) {
		return "{}"
	}
	return string(jsontree.AppendValue(nil, sent))
}

// TextsOf returns the members of a list or object as texts.
func TextsOf(sent any) []string {
	texts := []string{}
	for _, member := range jsontree.Members(sent) {
		texts = append(texts, validate.Text(member))
	}
	return texts
}

// ids returns the ids in a list, each once, in order.
func ids(sent any) []int64 {
	list := []int64{}
	seen := map[int64]bool{}
	for _, member := range jsontree.Members(sent) {
		id := validate.Int(member)
		if !seen[id] {
			seen[id] = true
			list = append(list, id)
		}
	}
	return list
}

// hundredths rounds to two decimals, half away from zero. It shifts the point in the text, because 1.005 times 100 is less than 100.5 in
// floating point.
func hundredths(n float64) int64 {
	shifted, _ := strconv.ParseFloat(strconv.FormatFloat(n, 'f', -1, 64)+"e2", 64)
	return int64(math.Round(shifted))
}

// appendItems appends nested records with their declared fields; missing fields get their defaults.
func (f *Field) appendItems(b []byte, list []any) []byte {
	return jsontree.AppendList(b, list, func(b []byte, member any) []byte {
		object, _ := member.(*jsontree.Object)
		return f.appendItem(b, object)
	})
}

func (f *Field) appendItem(b []byte, object *jsontree.Object) []byte {
	b = append(b, '{')
	for _, item := range f.Items {
		value := item.Default
		if sent, ok := object.Get(item.Name); ok {
			value = item.store(sent)
		}
		b = append(jsontree.AppendComma(b), item.key...)
		b = item.AppendValue(b, value)
	}
	return append(b, '}')
}

// Defaults sets the defaults of stored fields that are missing in values.
func (r *Resource) Defaults(values Values) {
	for _, f := range r.Fields {
		if _, set := values[f.Name]; !set && f.Stored() && f.Default != nil {
			values[f.Name] = f.Default
		}
	}
}

// EmptyRow returns a row without values; link fields are empty lists.
func (r *Resource) EmptyRow() Row {
	row := make(Row, len(r.Fields))
	for i, f := range r.Fields {
		if f.Type == Links {
			row[i] = []int64{}
		}
	}
	return row
}
