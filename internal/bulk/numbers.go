package bulk

import (
	"context"
	"math"
	"math/big"
	"strconv"

	"quartermaster/internal/record"
)

// calculating changes a number. One that is not set stays so, and so does one that is compared with another that is not.
func (p *plan) calculating(o record.Operation) step {
	index := p.Resource.Index(o.Field.Name)
	return func(_ context.Context, row record.Row) (clamped bool, err error) {
		o := o
		if o.Other != nil {
			bound := row[p.Resource.Index(o.Other.Name)]
			if bound == nil {
				return false, nil
			}
			o.Number = exact(o.Other, bound)
		}
		if row[index] != nil {
			row[index], clamped = stored(o.Field, calculated(o, exact(o.Field, row[index])))
		}
		return clamped, nil
	}
}

// scaling multiplies nominal and min by the same number.
func (p *plan) scaling(o record.Operation) step {
	o.Op = record.OpMultiply
	along := o
	along.Field = p.Resource.Field("min")
	nominal, least := p.calculating(o), p.calculating(along)
	return func(ctx context.Context, row record.Row) (bool, error) {
		first, err := nominal(ctx, row)
		if err != nil {
			return false, err
		}
		second, err := least(ctx, row)
		return first || second, err
	}
}

// calculated returns the exact result of an operation.
func calculated(o record.Operation, n *big.Rat) *big.Rat {
	switch o.Op {
	case record.OpAdd:
		return n.Add(n, o.Number)
	case record.OpMultiply:
		return n.Mul(n, o.Number)
	case record.OpDivide:
		return n.Quo(n, o.Number)
	case record.OpMin:
		return atLeast(n, o.Number)
	case record.OpMax:
		return atMost(n, o.Number)
	case record.OpClamp:
		return atMost(atLeast(n, o.Min), o.Max)
	case record.OpRound:
		return n.Mul(whole(n.Quo(n, o.Number)), o.Number)
	}
	return n
}

func atLeast(n, bound *big.Rat) *big.Rat {
	if bound != nil && n.Cmp(bound) < 0 {
		return new(big.Rat).Set(bound)
	}
	return n
}

func atMost(n, bound *big.Rat) *big.Rat {
	if bound != nil && n.Cmp(bound) > 0 {
		return new(big.Rat).Set(bound)
	}
	return n
}

// whole rounds to a whole number, half up: 2.5 to 3, and -2.5 to -2.
func whole(n *big.Rat) *big.Rat {
	n = new(big.Rat).Add(n, big.NewRat(1, 2))
	floor := new(big.Int).Div(n.Num(), n.Denom()) // Euclidean, and the denominator is positive
	return new(big.Rat).SetInt(floor)
}

// exact returns a stored number as people read it: a price in units and not in hundredths, 0.1 as a tenth.
func exact(f *record.Field, value any) *big.Rat {
	switch v := value.(type) {
	case int64:
		if f.Type == record.Decimal {
			return big.NewRat(v, hundred)
		}
		return new(big.Rat).SetInt64(v)
	case float64:
		n, _ := new(big.Rat).SetString(strconv.FormatFloat(v, 'g', -1, 64))
		return n
	}
	return new(big.Rat)
}

// hundred is how many of what is stored of a decimal make one.
const hundred = 100

// stored returns a number as the field stores it, within the bounds that the field has.
func stored(f *record.Field, n *big.Rat) (value any, clamped bool) {
	least, most := boundsOf(f)
	bounded := atMost(atLeast(n, least), most)
	clamped = bounded.Cmp(n) != 0
	switch f.Type {
	case record.Float:
		result, _ := bounded.Float64()
		return result + 0, clamped // no negative zero
	case record.Decimal:
		bounded = new(big.Rat).Mul(bounded, big.NewRat(hundred, 1))
	}
	return whole(bounded).Num().Int64(), clamped
}

// boundsOf returns the least and the greatest number that a body may set a field to.
func boundsOf(f *record.Field) (least, most *big.Rat) {
	lowest, highest := float64(math.MinInt32), float64(math.MaxInt32)
	if f.Type == record.Float {
		lowest, highest = -math.MaxFloat64, math.MaxFloat64
	}
	if f.Min != nil {
		lowest = *f.Min
	}
	if f.Max != nil {
		highest = *f.Max
	}
	return new(big.Rat).SetFloat64(lowest), new(big.Rat).SetFloat64(highest)
}
