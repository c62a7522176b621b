package record

import (
	"encoding/json"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/outcome"
)

// AppendJSON appends a record as it goes over the wire, without nested fields that the row does not hold.
func (r *Resource) AppendJSON(b []byte, row Row) []byte {
	b = append(b, '{')
	for i, f := range r.Fields {
		if !f.Shown() || (f.Nested && row[i] == nil) {
			continue
		}
		b = append(jsontree.AppendComma(b), f.key...)
		b = f.AppendValue(b, row[i])
	}
	return append(b, '}')
}

// AppendFields appends the given fields of a record, as they go over the wire and in declaration order, leaving out those that are not
// shown. It appends null if fields is nil.
func (r *Resource) AppendFields(b []byte, fields map[string]json.RawMessage) []byte {
	if fields == nil {
		return append(b, "null"...)
	}
	b = append(b, '{')
	for _, f := range r.Fields {
		if value, there := fields[f.Name]; there && f.Shown() {
			b = append(f.AppendKey(jsontree.AppendComma(b)), value...)
		}
	}
	return append(b, '}')
}

// AppendKey appends the field's name and a colon.
func (f *Field) AppendKey(b []byte) []byte { return append(b, f.key...) }

// AppendValue appends one stored value as it goes over the wire.
func (f *Field) AppendValue(b []byte, value any) []byte {
	switch v := value.(type) {
	case nil:
		return append(b, "null"...)
	case int64:
		return f.appendInt(b, v)
	case float64:
		return jsontree.AppendFloat(b, v)
	case string:
		if f.isJSON() {
			return append(b, v...)
		}
		return jsontree.AppendString(b, f.text(v))
	case []int64:
		return jsontree.AppendValue(b, v)
	}
	panic("record: field " + f.Name + " holds a value that is not stored")
}

// text returns a stored text as it is shown.
func (f *Field) text(stored string) string {
	if f.Said {
		return outcome.Shown(stored)
	}
	return stored
}

// isJSON reports whether the stored text is JSON already.
func (f *Field) isJSON() bool {
	return f.Type == Object || f.Type == List || f.Type == Texts || f.Type == Vector || f.Type == BulkSteps
}

func (f *Field) appendInt(b []byte, v int64) []byte {
	switch {
	case f.Type == Flag && !f.Digit:
		return jsontree.AppendBool(b, v != 0)
	case f.Type == Time:
		return jsontree.AppendTime(b, v)
	case f.Type == Decimal:
		return append(AppendDecimal(append(b, '"'), v), '"')
	}
	return jsontree.AppendInt(b, v)
}

// AppendDecimal appends hundredths as a number with two decimals.
func AppendDecimal(b []byte, hundredths int64) []byte {
	if hundredths < 0 {
		b, hundredths = append(b, '-'), -hundredths
	}
	b = jsontree.AppendInt(b, hundredths/100)
	return append(b, '.', byte('0'+hundredths/10%10), byte('0'+hundredths%10))
}
