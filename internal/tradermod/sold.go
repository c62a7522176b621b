package tradermod

import (
	"slices"
	"strings"
)

// leaveWhatIsSold takes out the categories of which a trader of the other mod sells everything already, in whichever categories, for the
// same prices if these are to be taken anew.
func (w *writing) leaveWhatIsSold() {
	left := map[string]bool{}
	for _, t := range w.from.Traders {
		sold := w.there.soldBy(t.Name)
		t.Categories = slices.DeleteFunc(t.Categories, func(name string) bool {
			known := w.isSold(w.from.category(name), sold)
			left[name] = left[name] || !known
			return known
		})
	}
	w.from.Categories = slices.DeleteFunc(w.from.Categories, func(c *Category) bool {
		stays, named := left[c.Name]
		if stays || !named {
			return false
		}
		w.tallies["categories"].Kept++
		w.tallies["items"].Kept += len(c.Items)
		return true
	})
}

// soldBy returns what a trader sells, by classes in lower case.
func (m *Market) soldBy(trader string) map[string]Item {
	sold := map[string]Item{}
	t := m.trader(trader)
	if t == nil {
		return nil
	}
	for _, name := range t.Categories {
		for _, i := range m.category(name).Items {
			sold[strings.ToLower(i.Class)] = i
		}
	}
	return sold
}

func (w *writing) isSold(c *Category, sold map[string]Item) bool {
	for _, i := range c.Items {
		there, known := sold[strings.ToLower(i.Class)]
		if !known || w.wish.Replace && (there.Buy != i.Buy || there.Sell != i.Sell) {
			return false
		}
	}
	return sold != nil
}
