package tradermod

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

// The folders of the Expansion market; the files of figures are in the mission.
const (
	expansionCategories = "profiles/ExpansionMod/Market/"
	expansionTraders    = "profiles/ExpansionMod/Traders/"
	expansionFigures    = "expansion/traders"
)

func isExpansion(name string) bool {
	return expansion.Category.IsAt(name) || expansion.Trader.IsAt(name) || marketSettings().IsAt(name) || isFigures(name)
}

func marketSettings() *expansion.Schema { return expansion.Setting("market") }

// sellPercent returns what the market pays where an item does not say, in percent of the price.
func (r *reading) sellPercent() float64 {
	settings := marketSettings().Default()
	for _, f := range r.files {
		if marketSettings().IsAt(f.Path) {
			settings = r.object(f)
		}
	}
	return numberIn(settings, "SellPricePercent")
}

func isFigures(name string) bool {
	return strings.EqualFold(path.Ext(name), ".map") && strings.HasSuffix(strings.ToLower(path.Dir(name)), expansionFigures)
}

// stem returns the name of a file without what its kind adds.
func stem(name string) string { return strings.TrimSuffix(path.Base(name), path.Ext(name)) }

// mode says what players can do with a class at a trader, in the numbers of the mod's files.
type mode int

const (
	onlyBuy mode = iota
	buyAndSell
	onlySell
	onlyAttached
)

// shop is a category of the market as its file has it.
type shop struct {
	file     string // its name, by which traders refer to it
	sold     bool   // a trader has it
	title    string // that of the category
	exchange bool
	items    []Item
}

// expansionReader reads the market of the Expansion mod.
type expansionReader struct {
	*reading
	market  *Market
	shops   map[string]*shop // by the names of files in lower case
	order   []*shop
	of      map[string]Item // by classes in lower case, whichever category has them
	byFile  map[string]*Trader
	percent float64 // what the market pays where an item does not say, in percent of the price
}

// readExpansion reads what traders of the Expansion market sell.
func readExpansion(r *reading) *Market {
	e := expansionReader{r, new(Market), map[string]*shop{}, nil, map[string]Item{}, map[string]*Trader{}, r.sellPercent()}
	for _, f := range r.files {
		if expansion.Category.IsAt(f.Path) {
			e.shop(f.Path, r.object(f))
		}
	}
	for _, f := range r.files {
		if expansion.Trader.IsAt(f.Path) {
			e.trader(stem(f.Path), r.object(f))
		}
	}
	for _, f := range r.files {
		if isFigures(f.Path) {
			e.figures(f.Text)
		}
	}
	e.unsold()
	return e.market
}

// titleOf returns the name that players see, or that of the file where it is one of the game's texts.
func titleOf(shown, file string) string {
	if shown == "" || strings.HasPrefix(shown, "#") {
		return strings.ReplaceAll(file, "_", " ")
	}
	return shown
}

// shop reads a category. Money has the price that it is worth.
func (e *expansionReader) shop(name string, tree *jsontree.Object) {
	s := &shop{file: stem(name), title: titleOf(tree.Text("DisplayName"), stem(name)), exchange: isSet(tree, "IsExchange")}
	var variants []Item
	for _, item := range tree.Objects("Items") {
		read := e.item(item)
		s.items = append(s.items, read)
		for _, class := range item.Texts("Variants") {
			variant := read
			variant.Class = class
			variants = append(variants, variant)
		}
	}
	e.keep(s, s.items, false)
	s.items = append(s.items, e.keep(s, variants, true)...)
	e.shops[strings.ToLower(s.file)] = s
	e.order = append(e.order, s)
}

// keep notes the items of a category and returns those that no category had before.
func (e *expansionReader) keep(s *shop, items []Item, areVariants bool) (added []Item) {
	for _, i := range items {
		key := strings.ToLower(i.Class)
		if _, known := e.of[key]; known {
			continue
		}
		e.of[key] = i
		added = append(added, i)
		if areVariants {
			e.note("variant", i.Class)
		}
		if s.exchange {
			e.market.Currencies = append(e.market.Currencies, Currency{i.Class, i.Buy})
		}
	}
	return added
}

// isSet reads a switch, which is a number in the mod's files, and true or false in older ones.
func isSet(o *jsontree.Object, key string) bool {
	value, _ := o.Get(key)
	return value == true || number(value) != 0
}

func (e *expansionReader) item(o *jsontree.Object) Item {
	i := Item{Class: o.Text("ClassName"), Buy: e.price(o.Text("ClassName"), max(numberIn(o, "MinPriceThreshold"), 0))}
	percent := e.percent
	if own := numberIn(o, "SellPricePercent"); o.Has("SellPricePercent") && own >= 0 {
		percent = own
	}
	i.Sell = partOf(i.Buy, percent)
	if numberIn(o, "MaxPriceThreshold") > numberIn(o, "MinPriceThreshold") {
		e.note("rising-price", i.Class)
	}
	if most := int64(numberIn(o, "MaxStockThreshold")); most != int64(numberIn(o, "MinStockThreshold")) {
		i.Stock = most
	}
	i.Amount = Amount{Kind: usual(i.Class)}
	if share := numberIn(o, "QuantityPercent"); share > 0 && share < 100 && i.Amount.Kind == Whole {
		i.Amount = Amount{Kind: Share, Share: share / 100}
	}
	e.attachments(i, o.Texts("SpawnAttachments"))
	return i
}

func (e *expansionReader) attachments(i Item, classes []string) {
	switch {
	case i.Amount.Kind == Vehicle:
		e.market.addParts(i.Class, classes)
	case len(classes) > 0:
		e.note("attachment", i.Class)
	}
}

// trader reads a trader: his categories, each with what he does with its items, and his single items.
func (e *expansionReader) trader(file string, tree *jsontree.Object) {
	t := &Trader{Name: titleOf(tree.Text("DisplayName"), file), Currencies: tree.Texts("Currencies")}
	single := map[string]mode{}
	if items := tree.Object("Items"); items != nil {
		for class, value := range items.All() {
			single[strings.ToLower(class)] = mode(number(value))
		}
	}
	for _, entry := range tree.Texts("Categories") {
		e.sells(t, entry, single)
	}
	e.singles(t, single)
	if asks(tree) {
		e.note("requirement", t.Name)
	}
	e.market.addTrader(t)
	e.byFile[strings.ToLower(file)] = t
}

// asks reports whether a trader wants more of players than money.
func asks(tree *jsontree.Object) bool {
	return numberIn(tree, "MinRequiredReputation") > 0 || tree.Text("RequiredFaction") != "" ||
		tree.Has("RequiredCompletedQuestID") && numberIn(tree, "RequiredCompletedQuestID") >= 0
}

// sells adds a category to a trader, by an entry such as Batteries:3, without his single items, which have modes of their own.
func (e *expansionReader) sells(t *Trader, entry string, single map[string]mode) {
	file, suffix, has := strings.Cut(entry, ":")
	does := buyAndSell
	if has {
		n, _ := strconv.Atoi(strings.TrimSpace(suffix))
		does = mode(n)
	}
	s := e.shops[strings.ToLower(strings.TrimSpace(file))]
	if s == nil {
		e.note("unknown-category", file)
		return
	}
	s.sold = true
	items := make([]Item, 0, len(s.items))
	for _, i := range s.items {
		own, overruled := single[strings.ToLower(i.Class)]
		if !overruled {
			own = does
		}
		delete(single, strings.ToLower(i.Class))
		items = e.appendTraded(items, i, own)
	}
	if len(items) > 0 {
		t.Categories = append(t.Categories, e.market.addCategory(s.title, t.Name, items))
	}
}

// appendTraded adds an item as a trader deals in it.
func (e *expansionReader) appendTraded(items []Item, i Item, does mode) []Item {
	switch does {
	case onlyBuy:
		i.Sell = never
	case onlySell:
		i.Buy = never
	case onlyAttached:
		e.note("only-attached", i.Class)
		return items
	}
	return append(items, i)
}

// singles makes a category of the items that a trader names beside his categories.
func (e *expansionReader) singles(t *Trader, single map[string]mode) {
	var items []Item
	for _, s := range e.order {
		for _, i := range s.items {
			if does, named := single[strings.ToLower(i.Class)]; named {
				delete(single, strings.ToLower(i.Class))
				items = e.appendTraded(items, i, does)
			}
		}
	}
	if len(items) > 0 {
		t.Categories = append(t.Categories, e.market.addCategory(t.Name, "single items", items))
	}
}

// fileName returns a name as that of a file.
func fileName(name string) string {
	clean := strings.Map(func(c rune) rune {
		switch {
		case c == ' ', c == ':', c == '.', c == '|', c == ',':
			return '_'
		case strings.ContainsRune(`<>"/\?*`, c) || c < ' ':
			return -1
		}
		return c
	}, strings.TrimSpace(name))
	return cmp.Or(strings.Trim(strings.Join(slices.DeleteFunc(strings.Split(clean, "_"), func(s string) bool { return s == "" }), "_"), "_"),
		"Converted")
}

// unsold adds the categories that no trader has.
func (e *expansionReader) unsold() {
	for _, s := range e.order {
		isFree := !slices.ContainsFunc(s.items, func(i Item) bool { return i.Buy > 0 }) // which parts of vehicles are
		if !s.sold && !s.exchange && !isFree {
			e.market.addCategory(s.title, s.file, s.items)
		}
	}
}
