package tradermod

import (
	"cmp"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/jsontree"
)

const plusFolder = "profiles/TraderPlus/TraderPlusConfig/"

// The files of TraderPlus that say what is sold, where and with what.
const (
	plusGeneral  = plusFolder + "TraderPlusGeneralConfig.json"
	plusPrices   = plusFolder + "TraderPlusPriceConfig.json"
	plusIDs      = plusFolder + "TraderPlusIDsConfig.json"
	plusVehicles = plusFolder + "TraderPlusVehiclesConfig.json"
)

func isPlus(name string) bool {
	return slices.ContainsFunc([]string{plusGeneral, plusPrices, plusIDs, plusVehicles}, func(usual string) bool {
		return strings.HasSuffix(strings.ToLower("/"+name), strings.ToLower(strings.TrimPrefix(usual, usualRoot)))
	})
}

// tree returns the values of a JSON file by its usual path; an empty object where it is not there.
func (r *reading) tree(usual string) *jsontree.Object {
	f := r.named(path.Base(usual))
	if f.Path == "" {
		return new(jsontree.Object)
	}
	return r.object(f)
}

// object returns the values of a JSON file, an empty object where it cannot be read, which is refused.
func (r *reading) object(f File) *jsontree.Object {
	value, err := jsontree.Parse([]byte(f.Text))
	tree, isObject := value.(*jsontree.Object)
	switch {
	case err != nil:
		r.refuse(f.Path, err.Error())
	case !isObject:
		r.refuse(f.Path, "The file is not an object.")
	}
	if tree == nil {
		return new(jsontree.Object)
	}
	return tree
}

// readPlus reads what traders of TraderPlus sell.
func readPlus(r *reading) *Market {
	m := new(Market)
	general := r.tree(plusGeneral)
	for _, c := range general.Objects("Currencies") {
		for class := range strings.SplitSeq(c.Text("ClassName"), ",") {
			m.Currencies = append(m.Currencies, Currency{strings.TrimSpace(class), int64(numberIn(c, "Value"))})
		}
	}
	for _, v := range r.tree(plusVehicles).Objects("VehiclesParts") {
		m.addParts(strings.TrimSpace(v.Text("VehicleName")), classes(v.Texts("VehicleParts")))
	}
	named := map[string]string{} // what categories are called, by their names in the file
	for _, c := range r.tree(plusPrices).Objects("TraderCategories") {
		if name := c.Text("CategoryName"); named[name] == "" {
			named[name] = r.plusCategory(m, c)
		}
	}
	for _, id := range r.tree(plusIDs).Objects("IDs") {
		m.addTrader(r.plusTrader(named, id, general.Objects("Traders")))
	}
	for _, t := range general.Objects("Traders") {
		if numberIn(t, "Id") < 0 {
			r.note("cash-machine", "")
		}
	}
	return m
}

// plusCategory adds a category and returns its name. Names in the file may differ by blanks at their ends alone.
func (r *reading) plusCategory(m *Market, c *jsontree.Object) string {
	wanted := strings.TrimSpace(c.Text("CategoryName"))
	name := m.addCategory(wanted, "2", r.products(m, c))
	if name != wanted {
		r.note("renamed", name)
	}
	return name
}

func (r *reading) products(m *Market, category *jsontree.Object) (items []Item) {
	for _, text := range category.Texts("Products") {
		p, ok := productOf(text)
		if !ok {
			r.note("bad-product", text)
			continue
		}
		items = append(items, r.plusItem(m, p))
	}
	return items
}

// plusComment is a key that the mod passes over wherever it stands. Traders who stand nowhere have their names there.
const plusComment = "_comment"

// product is a product of TraderPlus: its values, as written.
type product []string

// The values of a product.
const (
	productClass = iota
	productCoefficient
	productStock
	productAmount
	productBuy
	productSell
	productDestock
)

func productOf(text string) (p product, ok bool) {
	for value := range strings.SplitSeq(text, ",") {
		p = append(p, strings.TrimSpace(value))
	}
	if len(p) != productDestock && len(p) != productDestock+1 || p[productClass] == "" {
		return p, false
	}
	for _, value := range p[1:] {
		if _, err := strconv.ParseFloat(value, 64); err != nil {
			return p, false
		}
	}
	return p, true
}

func (p product) number(i int) float64 {
	n, _ := strconv.ParseFloat(p[i], 64)
	return n
}

func (p product) text() string { return strings.Join(p, ",") }

func (r *reading) plusItem(m *Market, p product) Item {
	i := Item{Class: p[productClass], Amount: plusAmount(p[productClass], p.number(productAmount))}
	if _, isVehicle := m.Parts[strings.ToLower(i.Class)]; isVehicle {
		i.Amount = Amount{Kind: Vehicle}
	}
	sell := p.number(productSell)
	if 0 < sell && sell < 1 {
		sell *= p.number(productBuy)
	}
	i.Buy, i.Sell = r.price(i.Class, p.number(productBuy)), r.price(i.Class, sell)
	i.Stock = max(int64(p.number(productStock)), unlimited)
	if p.number(productCoefficient) != 1 {
		r.note("coefficient", i.Class)
	}
	if len(p) > productDestock {
		r.note("destock", i.Class)
	}
	return i
}

// price rounds a price; never stands for a negative one.
func (r *reading) price(class string, x float64) int64 {
	if x < 0 {
		return never
	}
	if x != math.Round(x) {
		r.note("fraction", class)
	}
	return int64(math.Round(x))
}

// plusAmount returns how much of a class comes at once: -1 is a whole one, and less than 1 a share. Weapons and vehicles come one by one.
func plusAmount(class string, n float64) Amount {
	kind := usual(class)
	switch {
	case kind == Weapon || kind == Vehicle || kind == Magazine && n <= 0:
		return Amount{Kind: kind}
	case n <= 0:
		return Amount{}
	case n < 1:
		return Amount{Kind: Share, Share: n}
	}
	return Amount{Kind: Count, Count: int64(n)}
}

// plusTrader returns the trader of an id.
func (r *reading) plusTrader(named map[string]string, id *jsontree.Object, figures []*jsontree.Object) *Trader {
	t := &Trader{Currencies: id.Texts("CurrenciesAccepted")}
	for _, name := range id.Texts("Categories") {
		if named[name] == "" {
			r.note("unknown-category", name)
			continue
		}
		t.Categories = append(t.Categories, named[name])
	}
	for _, f := range figures {
		at, placed := vector(f.List("Position"))
		if numberIn(f, "Id") != numberIn(id, "Id") || !placed {
			continue
		}
		turn, _ := vector(f.List("Orientation"))
		t.Name = cmp.Or(t.Name, strings.TrimSpace(f.Text("Role")), strings.TrimSpace(f.Text("GivenName")))
		t.Places = append(t.Places, Place{strings.TrimSpace(f.Text("Name")), at, turn, classes(f.Texts("Clothes"))})
	}
	t.Name = cmp.Or(t.Name, id.Text(plusComment), "Trader "+floatText(numberIn(id, "Id")))
	if len(id.List("LicencesRequired")) > 0 {
		r.note("licence", t.Name)
	}
	return t
}
