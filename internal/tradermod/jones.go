package tradermod

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/trader"
)

const jonesFolder = "profiles/Trader/"

func isJones(name string) bool {
	folder := path.Base(path.Dir(name))
	return strings.EqualFold(folder, "Trader") && strings.EqualFold(path.Ext(name), ".txt")
}

// jones are the files of Dr. Jones' mod, taken apart.
type jones struct {
	configs map[string]*trader.Config // by names in lower case
	order   []string                  // of those that the game reads
}

func (r *reading) jones() (j jones) {
	j.configs = map[string]*trader.Config{}
	for _, f := range r.files {
		if trader.Detect(f.Path, []byte(f.Text)) != trader.ConfigFile {
			continue
		}
		config, err := trader.ParseConfig([]byte(f.Text))
		if err != nil {
			r.refuse(f.Path, err.Error())
			continue
		}
		j.configs[strings.ToLower(path.Base(f.Path))] = config
	}
	j.order = trader.ReadingOrder("traderconfig.txt", j.configs)
	return j
}

// readJones reads what Dr. Jones' traders sell.
func readJones(r *reading) *Market {
	j, read := r.jones(), jonesReader{notes: r.notes, market: new(Market)}
	for _, name := range j.order {
		for _, entry := range j.configs[name].Entries {
			read.line(entry.Value)
		}
	}
	read.endTrader()
	read.places(r)
	for _, f := range r.partsFiles() {
		list, _ := trader.ParseParts(f.Text)
		for _, p := range list {
			read.market.addParts(p.Vehicle, p.Classes)
		}
	}
	return read.market
}

// partsFiles returns the files that say what vehicles are sold with, in the order in which the game reads them.
func (r *reading) partsFiles() (files []File) {
	next := "TraderVehicleParts.txt"
	for next != "" {
		f := r.named(next)
		if f.Path == "" || slices.Contains(files, f) {
			return files
		}
		files = append(files, f)
		_, next = trader.ParseParts(f.Text)
	}
	return files
}

// jonesReader reads lines of TraderConfig.txt.
type jonesReader struct {
	*notes
	market *Market
	trader *Trader
	name   string // of the category that is read
	items  []Item
	inside bool // a category
	all    []*Trader
}

func (r *jonesReader) line(l trader.Line) {
	switch l.Type {
	case trader.Currency:
		r.market.Currencies = append(r.market.Currencies, Currency{l.Name, l.Value})
	case trader.Trader:
		r.endTrader()
		r.trader = &Trader{Name: l.Name}
	case trader.Category:
		r.endCategory()
		r.name, r.inside = l.Name, true
	case trader.Item:
		r.items = append(r.items, r.item(l))
	}
}

func (r *jonesReader) endTrader() {
	r.endCategory()
	if r.trader != nil {
		r.market.addTrader(r.trader)
		r.all = append(r.all, r.trader)
	}
	r.trader = nil
}

func (r *jonesReader) endCategory() {
	if r.trader != nil && r.inside {
		name := r.market.addCategory(r.name, r.trader.Name, r.items)
		if name != r.name {
			r.note("renamed", name)
		}
		r.trader.Categories = append(r.trader.Categories, name)
	}
	r.items, r.inside = nil, false
}

func (r *jonesReader) item(l trader.Line) Item {
	item := Item{Class: l.Name, Buy: max(l.Buy, never), Sell: max(l.Sell, never), Stock: unlimited, Amount: r.amount(l.Quantity)}
	switch item.Amount.Kind {
	case VehicleWithKey:
		r.note("key", l.Name)
	case KeyCopy:
		r.note("key-copy", l.Name)
	}
	return item
}

// amount reads a quantity as the mod does: by what it contains, in this order.
func (*jonesReader) amount(code string) Amount {
	upper := strings.ToUpper(code)
	for _, c := range []struct {
		has  string
		kind AmountKind
	}{
		{"*", Whole}, {"-1", Whole}, {"VNK", Vehicle}, {"V", VehicleWithKey}, {"M", Magazine}, {"W", Weapon}, {"S", Share}, {"K", KeyCopy},
	} {
		if strings.Contains(upper, c.has) {
			return Amount{Kind: c.kind, Share: map[AmountKind]float64{Share: steakShare}[c.kind]}
		}
	}
	n, _ := strconv.ParseInt(code, 10, 32)
	return Amount{Kind: Count, Count: n}
}

// steakShare is what is left of a steak as Dr. Jones' traders sell it.
const steakShare = 0.75

// places reads where traders stand.
func (r *jonesReader) places(from *reading) {
	f := from.named("TraderObjects.txt")
	objects, err := trader.ParseObjects([]byte(f.Text))
	if err != nil {
		from.refuse(f.Path, err.Error())
		return
	}
	places := make([]trader.Place, len(objects.Entries))
	for i, entry := range objects.Entries {
		places[i] = entry.Value
	}
	at := trader.ObjectsAt(places)
	for i, marker := range places {
		if marker.IsMarker && marker.Position != nil && marker.Trader >= 0 && marker.Trader < int64(len(r.all)) {
			r.place(r.all[marker.Trader], marker, objectAt(places, at[i]))
		}
	}
}

func objectAt(places []trader.Place, i int) trader.Place {
	if i < 0 {
		return trader.Place{}
	}
	return places[i]
}

func (r *jonesReader) place(t *Trader, marker, object trader.Place) {
	p := Place{Figure: object.Class, At: *marker.Position, Wears: slices.DeleteFunc(slices.Clone(object.Attachments), isDummy)}
	if object.Orientation != nil {
		p.Turn = *object.Orientation
	}
	if p.Figure == "" {
		p.Figure = "SurvivorM_Denis"
		r.note("no-figure", t.Name)
	}
	if marker.Safezone != nil && *marker.Safezone > 0 {
		r.note("safe-zone", t.Name)
	}
	if marker.VehicleSpawn != nil {
		r.note("vehicle-spawn", t.Name)
	}
	t.Places = append(t.Places, p)
}

// dummy is what makes an object that is no person a trader.
const dummy = "NPC_DUMMY"

func isDummy(class string) bool { return strings.EqualFold(class, dummy) }
