package tradermod

import (
	"embed"
	"path"
	"slices"
	"strings"

	"quartermaster/internal/jsonedit"
	"quartermaster/internal/jsontree"
)

//go:embed new/*.json
var newFiles embed.FS

// opened is a JSON file while its values are changed.
type opened struct {
	path string
	text string // as it is; empty for a new file
	tree *jsontree.Object
}

// open returns the file of TraderPlus of a usual path, or a new one.
func (w *writing) open(usual string) *opened {
	f := w.named(path.Base(usual))
	if f.Path != "" {
		return &opened{f.Path, f.Text, w.tree(usual)}
	}
	data, err := newFiles.ReadFile("new/" + path.Base(usual))
	if err != nil {
		panic(err) // it is part of the program
	}
	return &opened{w.at(usual), "", w.object(File{usual, string(data)})}
}

// save puts a file whose values were changed.
func (w *writing) save(o *opened) {
	if o.text == "" {
		w.put(o.path, jsonedit.Format(o.tree, jsonedit.Game)+"\n")
		return
	}
	text, err := jsonedit.Rewrite(o.text, o.tree, jsonedit.LayoutOf(o.text))
	if err != nil {
		w.refuse(o.path, err.Error())
	}
	w.put(o.path, text)
}

// add appends to a list of an object.
func add(o *jsontree.Object, key string, values ...any) {
	o.Set(key, append(slices.Clip(o.List(key)), values...))
}

// object makes an object of names and values in turn.
func object(members ...any) *jsontree.Object {
	o := new(jsontree.Object)
	for i := 0; i < len(members); i += 2 {
		o.Set(members[i].(string), members[i+1])
	}
	return o
}

// writePlus lays what traders sell over the files of TraderPlus.
func writePlus(w *writing) {
	prices, ids, general, vehicles := w.open(plusPrices), w.open(plusIDs), w.open(plusGeneral), w.open(plusVehicles)
	for _, c := range w.from.Categories {
		w.plusCategory(prices.tree, c)
	}
	for _, c := range w.from.Currencies {
		w.plusCurrency(general.tree, c)
	}
	for _, t := range w.from.Traders {
		id := w.plusID(ids.tree, general.tree, t)
		for _, p := range t.Places {
			w.plusPlace(general.tree, id, t.Name, p)
		}
	}
	for _, class := range w.from.Vehicles {
		w.plusVehicle(vehicles.tree, class, w.from.Parts[strings.ToLower(class)])
	}
	for _, o := range []*opened{prices, ids, general, vehicles} {
		w.save(o)
	}
}

func (w *writing) plusCategory(prices *jsontree.Object, c *Category) {
	var category *jsontree.Object
	for _, there := range prices.Objects("TraderCategories") {
		if category == nil && strings.EqualFold(there.Text("CategoryName"), c.Name) {
			category = there
		}
	}
	if category == nil {
		category = object("CategoryName", c.Name, "Products", []any{})
		add(prices, "TraderCategories", category)
		w.tallies["categories"].Added++
	} else {
		w.tallies["categories"].Kept++
	}
	at := map[string]int{}
	for i, value := range category.List("Products") {
		text, _ := value.(string)
		p, _ := productOf(text)
		at[strings.ToLower(p[productClass])] = i
	}
	products := slices.Clone(category.List("Products"))
	for _, item := range c.Items {
		i, there := at[strings.ToLower(item.Class)]
		if !there {
			at[strings.ToLower(item.Class)] = len(products)
			products = append(products, w.product(item).text())
			w.tallies["items"].Added++
			continue
		}
		w.reprice(products, i, item)
	}
	category.Set("Products", products)
}

// reprice gives a product that is there the prices of an item, if that is wanted.
func (w *writing) reprice(products []any, i int, item Item) {
	text, _ := products[i].(string)
	p, ok := productOf(text)
	tally := w.tallies["items"]
	same := ok && w.same(item, p)
	if !w.wish.Replace || !ok || same {
		tally.Kept++
		return
	}
	p[productBuy], p[productSell] = intText(item.Buy), intText(item.Sell)
	products[i] = p.text()
	tally.Changed++
}

// same reports whether a product has the prices of an item.
func (w *writing) same(i Item, p product) bool {
	there := (&reading{notes: new(notes)}).plusItem(w.there, p)
	return there.Buy == i.Buy && there.Sell == i.Sell
}

func (w *writing) product(i Item) product {
	class := w.wish.Spelling(i.Class)
	if class == strings.ToLower(class) && w.wish.From == Expansion {
		w.note("lower-case", class)
	}
	stock := int64(-1)
	if i.Stock != unlimited {
		stock = i.Stock
	}
	return product{class, "1", intText(stock), plusQuantity(i.Amount), intText(i.Buy), intText(i.Sell)}
}

// plusQuantity writes an amount as TraderPlus itself does when it takes over the files of Dr. Jones' mod.
func plusQuantity(a Amount) string {
	switch a.Kind {
	case Weapon, Vehicle, VehicleWithKey:
		return "1"
	case Magazine:
		return "0"
	case Count:
		return intText(a.Count)
	case Share:
		return floatText(a.Share)
	}
	return "-1"
}

// plusCurrency adds money where it belongs: from the highest value down.
func (w *writing) plusCurrency(general *jsontree.Object, c Currency) {
	for _, there := range w.there.Currencies {
		if strings.EqualFold(there.Class, c.Class) {
			w.tallies["currencies"].Kept++
			return
		}
	}
	list := slices.Clone(general.List("Currencies"))
	at := slices.IndexFunc(list, func(value any) bool {
		there, _ := value.(*jsontree.Object)
		return there != nil && numberIn(there, "Value") < float64(c.Value)
	})
	if at < 0 {
		at = len(list)
	}
	money := object("ClassName", w.wish.Spelling(c.Class), "Value", jsontree.Number(intText(c.Value)))
	general.Set("Currencies", slices.Insert(list, at, any(money)))
	w.tallies["currencies"].Added++
}

// plusID adds a trader, or categories to the one that is there, and returns its id.
func (w *writing) plusID(ids, general *jsontree.Object, t *Trader) float64 {
	there := slices.IndexFunc(w.there.Traders, func(o *Trader) bool { return strings.EqualFold(o.Name, t.Name) })
	if there < 0 {
		w.tallies["traders"].Added++
		id := freeID(ids, general)
		entry := object("Id", jsontree.Decimal(id), "Categories", textList(t.Categories), "LicencesRequired", []any{},
			"CurrenciesAccepted", textList(w.spelled(t.Currencies)))
		if len(t.Places) == 0 {
			entry.Set(plusComment, t.Name)
		}
		add(ids, "IDs", entry)
		return id
	}
	w.tallies["traders"].Kept++
	entry := ids.Objects("IDs")[there]
	for _, name := range t.Categories {
		if !slices.ContainsFunc(entry.Texts("Categories"), func(o string) bool { return strings.EqualFold(o, name) }) {
			add(entry, "Categories", name)
		}
	}
	return numberIn(entry, "Id")
}

// freeID returns the least id that no trader has.
func freeID(ids, general *jsontree.Object) (id float64) {
	for _, entry := range slices.Concat(ids.Objects("IDs"), general.Objects("Traders")) {
		id = max(id, numberIn(entry, "Id")+1)
	}
	return id
}

func (w *writing) plusPlace(general *jsontree.Object, id float64, name string, p Place) {
	for _, there := range general.Objects("Traders") {
		if at, ok := vector(there.List("Position")); ok && at == p.At && numberIn(there, "Id") == id {
			w.tallies["places"].Kept++
			return
		}
	}
	w.tallies["places"].Added++
	add(general, "Traders", object("Id", jsontree.Decimal(id), "Name", p.Figure, "GivenName", name, "Role", name,
		"Position", vectorList(p.At), "Orientation", vectorList(p.Turn), "Clothes", textList(w.spelled(p.Wears))))
}

func (w *writing) plusVehicle(vehicles *jsontree.Object, class string, parts []string) {
	for _, there := range vehicles.Objects("VehiclesParts") {
		if strings.EqualFold(there.Text("VehicleName"), class) {
			w.tallies["vehicles"].Kept++
			return
		}
	}
	w.tallies["vehicles"].Added++
	add(vehicles, "VehiclesParts", object("VehicleName", w.wish.Spelling(class), "Height", jsontree.Number("0"),
		"VehicleParts", textList(w.spelled(parts))))
}
