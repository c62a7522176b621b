package tradermod

import (
	"slices"
	"strings"

	"quartermaster/internal/textfile"
	"quartermaster/internal/trader"
)

// jonesFile is a file of the configuration while lines are added.
type jonesFile struct {
	path   string
	config *trader.Config
	parts  []textfile.Part[trader.Line]
}

// jonesWriter adds to the files of Dr. Jones' mod.
type jonesWriter struct {
	*writing
	files []*jonesFile // in the order in which the game reads them
}

// writeJones lays what traders sell over the files of Dr. Jones' mod.
func writeJones(w *writing) {
	j := jonesWriter{writing: w}
	j.open()
	for _, c := range w.from.Currencies {
		j.currency(c)
	}
	numbers := make([]int64, len(w.from.Traders))
	for i, t := range w.from.Traders {
		numbers[i] = j.trader(t)
	}
	j.noteUnsold()
	for _, f := range j.files {
		var text strings.Builder
		if err := trader.WriteConfig(&text, f.config.Skeleton, f.parts); err != nil {
			w.refuse(f.path, err.Error())
			return
		}
		w.put(f.path, text.String())
	}
	j.objects(numbers)
	j.vehicles()
}

func (j *jonesWriter) open() {
	read := j.jones()
	for _, name := range read.order {
		f := &jonesFile{path: j.named(name).Path, config: read.configs[name]}
		for slot, entry := range f.config.Entries {
			f.parts = append(f.parts, textfile.Part[trader.Line]{Slot: slot, Raw: entry.Raw, Value: entry.Value})
		}
		j.files = append(j.files, f)
	}
	if len(j.files) == 0 {
		j.files = []*jonesFile{{path: j.at(jonesFolder + "TraderConfig.txt"), config: &trader.Config{File: &textfile.File[trader.Line]{}}}}
	}
}

// spot is a line among those of all files.
type spot struct {
	file *jonesFile
	at   int
}

// insert adds a line before a spot.
func (s spot) insert(l trader.Line) {
	s.file.parts = slices.Insert(s.file.parts, s.at, textfile.Part[trader.Line]{Slot: -1, Value: l})
}

// end is behind the last line.
func (j *jonesWriter) end() spot {
	last := j.files[len(j.files)-1]
	return spot{last, len(last.parts)}
}

// find returns the first line from a spot on that is wanted, in the files as the game reads them, but none behind one that ends the search.
// Without it, found is false, and the spot is behind the last line before that end.
func (j *jonesWriter) find(from spot, wanted, ends func(*trader.Line) bool) (s spot, found bool) {
	s = from
	for i := slices.Index(j.files, from.file); i < len(j.files); i++ {
		f := j.files[i]
		at := 0
		if f == from.file {
			at = from.at
		}
		for ; at < len(f.parts); at++ {
			switch l := &f.parts[at].Value; {
			case ends(l):
				return s, false
			case wanted(l):
				return spot{f, at}, true
			}
			s = spot{f, at + 1}
		}
	}
	return s, false
}

func is(kind trader.LineType, name string) func(*trader.Line) bool {
	return func(l *trader.Line) bool { return l.Type == kind && strings.EqualFold(l.Name, name) }
}

func below(kind trader.LineType) func(*trader.Line) bool {
	return func(l *trader.Line) bool { return l.Type <= kind }
}

func (j *jonesWriter) currency(c Currency) {
	tally := j.tallies["currencies"]
	isTrader := func(l *trader.Line) bool { return l.Type == trader.Trader }
	behind, there := j.find(spot{j.files[0], 0}, is(trader.Currency, c.Class), isTrader)
	if there {
		tally.Kept++
		return
	}
	behind.insert(trader.Line{Type: trader.Currency, Name: j.wish.Spelling(c.Class), Value: c.Value})
	tally.Added++
}

// trader adds a trader with its categories, or to it, and returns its number.
func (j *jonesWriter) trader(t *Trader) (number int64) {
	name := j.title(t.Name)
	nobody := func(*trader.Line) bool { return false }
	at, there := j.find(spot{j.files[0], 0}, is(trader.Trader, name), nobody)
	if there {
		j.tallies["traders"].Kept++
	} else {
		at = j.end()
		at.insert(trader.Line{Type: trader.Trader, Name: name})
		j.tallies["traders"].Added++
	}
	for _, category := range t.Categories {
		j.category(spot{at.file, at.at + 1}, j.from.category(category))
	}
	return j.numberOf(at)
}

func (j *jonesWriter) numberOf(at spot) (number int64) {
	for _, f := range j.files {
		for i, part := range f.parts {
			if f == at.file && i == at.at {
				return number
			}
			if part.Value.Type == trader.Trader {
				number++
			}
		}
	}
	return number
}

// category adds items to a category of the trader whose lines begin at a spot.
func (j *jonesWriter) category(lines spot, c *Category) {
	name := j.title(c.Name)
	at, known := j.find(lines, is(trader.Category, name), below(trader.Trader))
	if known {
		j.tallies["categories"].Kept++
	} else {
		at.insert(trader.Line{Type: trader.Category, Name: name})
		j.tallies["categories"].Added++
	}
	there := map[string]*trader.Line{} // by classes in lower case
	end, _ := j.find(spot{at.file, at.at + 1}, func(l *trader.Line) bool {
		there[strings.ToLower(l.Name)] = l
		return false
	}, below(trader.Category))
	var added []textfile.Part[trader.Line]
	for _, item := range c.Items {
		if old := there[strings.ToLower(item.Class)]; old != nil {
			j.reprice(old, item)
		} else {
			added = append(added, textfile.Part[trader.Line]{Slot: -1, Value: j.line(item)})
		}
	}
	j.tallies["items"].Added += len(added)
	end.file.parts = slices.Insert(end.file.parts, end.at, added...)
}

// reprice gives an item that is there the prices of another one, if that is wanted.
func (j *jonesWriter) reprice(old *trader.Line, line Item) {
	tally := j.tallies["items"]
	if !j.wish.Replace || old.Buy == line.Buy && old.Sell == line.Sell {
		tally.Kept++
		return
	}
	old.Buy, old.Sell = line.Buy, line.Sell
	tally.Changed++
}

func (j *jonesWriter) line(i Item) trader.Line {
	if i.Stock != unlimited {
		j.note("stock", i.Class)
	}
	return trader.Line{Type: trader.Item, Name: j.wish.Spelling(i.Class), Quantity: j.quantity(i), Buy: i.Buy, Sell: i.Sell}
}

func (j *jonesWriter) quantity(i Item) string {
	switch i.Amount.Kind {
	case Weapon:
		return "W"
	case Magazine:
		return "M"
	case Vehicle:
		return "VNK"
	case VehicleWithKey:
		return "V"
	case KeyCopy:
		return "K"
	case Count:
		return intText(i.Amount.Count)
	case Share:
		if i.Amount.Share == steakShare {
			return "S"
		}
		j.note("share", i.Class)
	}
	return "*"
}

// title returns a name as a line of the mod's files can hold it.
func (j *jonesWriter) title(name string) string {
	name = strings.TrimSpace(name)
	written := strings.TrimSpace(strings.NewReplacer("//", "/", "\r", " ", "\n", " ", "\t", " ").Replace(name))
	if written != name {
		j.note("title", written)
	}
	return written
}

// noteUnsold tells of the categories that no trader has.
func (j *jonesWriter) noteUnsold() {
	sold := map[string]bool{}
	for _, t := range j.from.Traders {
		for _, name := range t.Categories {
			sold[name] = true
		}
	}
	for _, c := range j.from.Categories {
		if !sold[c.Name] {
			j.note("unsold", c.Name)
		}
	}
}
