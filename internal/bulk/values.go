package bulk

import (
	"math/big"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
)

// Value returns what an operation makes of a value that stands in a document and in no record, and whether it was kept within the bounds of
// the operation's field. What arithmetic or a search cannot work with stays.
func Value(o record.Operation, value any) (next any, clamped bool, err error) {
	switch o.Op {
	case record.OpSet:
		return o.Value, false, nil
	case record.OpReplace:
		replace, err := replacer(o)
		if text, isText := value.(string); isText && err == nil {
			return replace(text), false, nil
		}
		return value, false, err
	}
	text, isNumber := value.(jsontree.Number)
	n, isExact := new(big.Rat).SetString(string(text))
	if !isNumber || !isExact {
		return value, false, nil
	}
	result, clamped := stored(o.Field, calculated(o, n))
	if whole, isWhole := result.(int64); isWhole {
		return jsontree.Number(jsontree.AppendInt(nil, whole)), clamped, nil
	}
	return jsontree.Decimal(result.(float64)), clamped, nil
}
