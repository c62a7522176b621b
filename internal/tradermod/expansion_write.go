package tradermod

import (
	"maps"
	"slices"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

// expansionWriter adds to the market of the Expansion mod.
type expansionWriter struct {
	*writing
	categories, traders []*opened
	home                map[string]*opened          // the category of a class, which has only one
	items               map[string]*jsontree.Object // by classes in lower case
	file                map[string]string           // the name of the file of each category that is converted, by its name
	figures             strings.Builder
	standing            map[string]bool // the traders of .map files with their places
}

// writeExpansion lays what traders sell over the market of the Expansion mod.
func writeExpansion(w *writing) {
	e := expansionWriter{writing: w, home: map[string]*opened{}, items: map[string]*jsontree.Object{}, file: map[string]string{}}
	for _, f := range w.files {
		switch o := (&opened{path: f.Path, text: f.Text}); {
		case expansion.Category.IsAt(f.Path):
			o.tree = w.object(f)
			e.categories = append(e.categories, o)
			e.claim(o, o.tree.Objects("Items")...)
		case expansion.Trader.IsAt(f.Path):
			o.tree = w.object(f)
			e.traders = append(e.traders, o)
		}
	}
	e.money()
	e.leaveUntraded()
	for _, c := range w.from.Categories {
		e.category(c)
	}
	e.addParts()
	for _, t := range w.from.Traders {
		e.trader(t)
	}
	e.countVehicles()
	e.saveFigures()
	for _, o := range slices.Concat(e.categories, e.traders) {
		w.save(o)
	}
}

// claim notes which category has classes.
func (e *expansionWriter) claim(o *opened, items ...*jsontree.Object) {
	for _, item := range items {
		for _, class := range append([]string{item.Text("ClassName")}, item.Texts("Variants")...) {
			if key := strings.ToLower(class); e.home[key] == nil {
				e.home[key], e.items[key] = o, item
			}
		}
	}
}

// named returns the file whose name or title is given, or nil.
func named(files []*opened, name string) *opened {
	i := slices.IndexFunc(files, func(o *opened) bool {
		return strings.EqualFold(stem(o.path), fileName(name)) || strings.EqualFold(titleOf(o.tree.Text("DisplayName"), stem(o.path)), name)
	})
	if i < 0 {
		return nil
	}
	return files[i]
}

// newFile returns a file of the mod with its defaults.
func (e *expansionWriter) newFile(folder, name string, d *expansion.Schema) *opened {
	tree := d.Default()
	tree.Set("DisplayName", name)
	return &opened{path: e.at(folder) + fileName(name) + ".json", tree: tree}
}

// money adds currencies to the category in which money is changed.
func (e *expansionWriter) money() {
	at := slices.IndexFunc(e.categories, func(o *opened) bool { return isSet(o.tree, "IsExchange") })
	for _, c := range e.from.Currencies {
		if e.home[strings.ToLower(c.Class)] != nil {
			e.tallies["currencies"].Kept++
			continue
		}
		if at < 0 {
			at = len(e.categories)
			exchange := e.newFile(expansionCategories, "Exchange", expansion.Category)
			exchange.tree.Set("IsExchange", jsontree.Number("1"))
			e.categories = append(e.categories, exchange)
		}
		e.tallies["currencies"].Added++
		e.addItem(e.categories[at], Item{Class: c.Class, Buy: c.Value, Sell: c.Value})
	}
}

func (e *expansionWriter) category(c *Category) {
	o := named(e.categories, c.Name)
	if o == nil {
		o = e.newFile(expansionCategories, c.Name, expansion.Category)
		e.categories = append(e.categories, o)
		e.tallies["categories"].Added++
	} else {
		e.tallies["categories"].Kept++
	}
	e.file[c.Name] = stem(o.path)
	for _, i := range c.Items {
		home := e.home[strings.ToLower(i.Class)]
		switch {
		case home == nil:
			e.addItem(o, i)
			e.tallies["items"].Added++
		case home != o:
			e.note("doubled", i.Class)
			e.tallies["items"].Kept++
		default:
			e.reprice(i)
		}
	}
}

func (e *expansionWriter) addItem(o *opened, i Item) {
	item := expansion.New(expansion.Category.Field("Items").Fields)
	item.Set("ClassName", strings.ToLower(i.Class))
	e.setPrice(item, i)
	most, least := int64(1), int64(1)
	if i.Stock > 1 {
		most = i.Stock
	} else if i.Stock == 1 {
		least = 0
	}
	item.Set("MaxStockThreshold", jsontree.Number(intText(most)))
	item.Set("MinStockThreshold", jsontree.Number(intText(least)))
	item.Set("QuantityPercent", jsontree.Number(e.quantity(i)))
	parts := make([]string, 0, len(e.from.Parts[strings.ToLower(i.Class)]))
	for _, class := range e.from.Parts[strings.ToLower(i.Class)] {
		parts = append(parts, strings.ToLower(class))
	}
	if _, isVehicle := e.from.Parts[strings.ToLower(i.Class)]; isVehicle {
		e.tallies["vehicles"].Added++
	}
	item.Set("SpawnAttachments", textList(parts))
	add(o.tree, "Items", item)
	e.claim(o, item)
}

// trader adds a trader, or categories to the one that is there, and where he stands.
func (e *expansionWriter) trader(t *Trader) {
	o := named(e.traders, t.Name)
	if o == nil {
		o = e.newFile(expansionTraders, t.Name, expansion.Trader)
		o.tree.Set("Currencies", e.accepted(t))
		e.traders = append(e.traders, o)
		e.tallies["traders"].Added++
	} else {
		e.tallies["traders"].Kept++
	}
	for _, name := range t.Categories {
		e.stock(o, e.from.category(name))
	}
	for _, p := range t.Places {
		e.place(stem(o.path), p)
	}
}

// accepted returns the money that a trader takes: all of it if he names none.
func (e *expansionWriter) accepted(t *Trader) []any {
	classes := slices.Clone(t.Currencies)
	if len(classes) == 0 {
		for _, c := range e.from.Currencies {
			classes = append(classes, c.Class)
		}
	}
	if len(classes) == 0 {
		return e.traderDefault()
	}
	for i, class := range classes {
		classes[i] = strings.ToLower(class)
	}
	return textList(classes)
}

func (e *expansionWriter) traderDefault() []any { return expansion.Trader.Default().List("Currencies") }

// stock has a trader sell a category: items that have another mode than most, and those that belong to another category, are single ones.
func (e *expansionWriter) stock(o *opened, c *Category) {
	count := map[mode]int{}
	for _, i := range c.Items {
		count[modeOf(i)]++
	}
	most := buyAndSell
	for _, m := range []mode{onlyBuy, onlySell} {
		if count[m] > count[most] {
			most = m
		}
	}
	entry := e.file[c.Name]
	if !slices.ContainsFunc(o.tree.Texts("Categories"), func(there string) bool {
		file, _, _ := strings.Cut(there, ":")
		return strings.EqualFold(file, entry)
	}) {
		if most != buyAndSell {
			entry += ":" + intText(int64(most))
		}
		add(o.tree, "Categories", entry)
	}
	e.singles(o, c, most)
}

func (e *expansionWriter) singles(o *opened, c *Category, most mode) {
	single := map[string]mode{}
	for _, i := range c.Items {
		key := strings.ToLower(i.Class)
		if modeOf(i) != most || stem(e.home[key].path) != e.file[c.Name] {
			single[key] = modeOf(i)
		}
	}
	if len(single) == 0 {
		return
	}
	items := o.tree.Object("Items")
	if items == nil {
		items = new(jsontree.Object)
	}
	there := map[string]bool{}
	for class := range items.All() {
		there[strings.ToLower(class)] = true
	}
	for _, class := range slices.Sorted(maps.Keys(single)) {
		if !there[class] {
			items.Set(class, jsontree.Number(intText(int64(single[class]))))
		}
	}
	o.tree.Set("Items", items)
}

func modeOf(i Item) mode {
	switch {
	case i.Sell == never:
		return onlyBuy
	case i.Buy == never:
		return onlySell
	}
	return buyAndSell
}
