package record

import (
	"math/big"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/validate"
)

func (o *Operation) takesField() bool {
	f := o.Field
	switch o.Op {
	case OpSet:
		return true
	case OpAddIDs, OpRemoveIDs:
		return f.Type == Links || f.Type == Texts
	case OpReplace:
		return f.Type == Links || f.Type == Texts || f.Type == Text || f.Ref != ""
	}
	return f.Ref == "" && (f.Type == Int || f.Type == Float || f.Type == Decimal)
}

// readValue reads what an operation sets its field to, or changes it by.
func (o *Operation) readValue(in *jsontree.Object) validate.Errors {
	value, sent := in.Get("value")
	switch o.Op {
	case OpClamp:
		return o.readBounds(in)
	case OpSet, OpReplace:
		o.Value, o.Find = value, find(in)
		if !sent {
			return validate.Wrong("value", validate.MustBePresent)
		}
		return nil
	case OpAddIDs, OpRemoveIDs:
		o.Value = listOf(value)
		if len(jsontree.Members(o.Value)) == 0 {
			return validate.Wrong("value", validate.IsRequired)
		}
		return nil
	case OpRound:
		if value == nil {
			o.Number = big.NewRat(1, 1)
			return nil
		}
	}
	return o.readNumber(value)
}

// listOf makes a list of a single value.
func listOf(value any) any {
	if _, isText := value.(string); isText {
		return []any{value}
	}
	if _, isNumber := value.(jsontree.Number); isNumber {
		return []any{value}
	}
	return value
}

func find(in *jsontree.Object) any {
	value, _ := in.Get("find")
	return value
}

func (o *Operation) readNumber(value any) validate.Errors {
	var ok bool
	if o.Number, ok = o.Field.parseNumber(value); !ok {
		return validate.Wrong("value", validate.MustBeNumber)
	}
	switch {
	case o.Op == OpDivide && o.Number.Sign() == 0:
		return validate.Refusal("value", "The value field must not be 0.")
	case o.Op == OpRound && o.Number.Sign() <= 0:
		return validate.Refusal("value", "The value field must be greater than 0.")
	}
	return nil
}

func (o *Operation) readBounds(in *jsontree.Object) (problems validate.Errors) {
	for _, end := range []struct {
		name  string
		bound **big.Rat
	}{{"min", &o.Min}, {"max", &o.Max}} {
		value, _ := in.Get(end.name)
		if value == nil {
			continue
		}
		n, ok := o.Field.parseNumber(value)
		if !ok {
			problems.AddFailure(end.name, validate.MustBeNumber)
		}
		*end.bound = n
	}
	switch {
	case len(problems) > 0:
	case o.Min == nil && o.Max == nil:
		return validate.Refused("min", validate.IsRequiredWithout.Saying("The min field is required when max is not present."))
	case o.Min != nil && o.Max != nil && o.Min.Cmp(o.Max) > 0:
		return validate.Refusal("max", "The max field must not be less than min.")
	}
	return problems
}

// parseNumber reads a number exactly, or a duration in the unit of the field.
func (f *Field) parseNumber(value any) (*big.Rat, bool) {
	text, isText := scalarText(value)
	if _, isFlag := value.(bool); !isText || isFlag {
		return nil, false
	}
	if n, ok := durationIn(f.Unit, text); ok {
		return n, true
	}
	if !plainNumber.MatchString(text) {
		return nil, false
	}
	return new(big.Rat).SetString(text)
}
