package mission

import (
	"cmp"

	"quartermaster/internal/trader"
)

// opening holds the trader and the category that the first lines of a file belong to; nil for none.
type opening struct{ seller, category *traderLine }

// after returns the opening behind lines.
func (o opening) after(lines []*traderLine) opening {
	for _, l := range lines {
		switch l.lineType {
		case trader.Trader:
			o = opening{seller: l}
		case trader.Category:
			o.category = l
		}
	}
	return o
}

// level returns the type of the innermost open line, or trader.Currency if nothing is open.
func (o opening) level() trader.LineType {
	switch {
	case o.category != nil:
		return trader.Category
	case o.seller != nil:
		return trader.Trader
	}
	return trader.Currency
}

// isSame reports whether the same records are open.
func (o opening) isSame(other opening) bool {
	return o.seller.id() == other.seller.id() && o.category.id() == other.category.id()
}

// adopt makes lines without a parent belong to what is open.
func (o opening) adopt(lines []*traderLine) {
	for _, l := range lines {
		if l.lineType > trader.Trader {
			l.seller = cmp.Or(l.seller, o.seller)
		}
		if l.lineType == trader.Item {
			l.category = cmp.Or(l.category, o.category)
		}
	}
}
