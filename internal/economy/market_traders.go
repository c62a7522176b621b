package economy

import (
	"encoding/json"
	"path"
	"strconv"
	"strings"

	"quartermaster/internal/record"
)

// trade says what players can do with a class at a trader of the Expansion market, in the numbers of its files.
type trade int

const (
	canOnlyBuy trade = iota
	canBuyAndSell
	canOnlySell
	onlyAttached
	notTraded trade = -1
)

func (t trade) sells() bool { return t == canOnlyBuy || t == canBuyAndSell }
func (t trade) buys() bool  { return t == canOnlySell || t == canBuyAndSell }

// marketTrader is what a trader deals in, by names in lower case. Single items overrule categories.
type marketTrader struct{ categories, items map[string]trade }

func (t *marketTrader) mode(class, category string) trade {
	if mode, single := t.items[strings.ToLower(class)]; single {
		return mode
	}
	if mode, listed := t.categories[strings.ToLower(category)]; listed {
		return mode
	}
	return notTraded
}

// standing is a place of a trader on the map.
type standing struct {
	trader *marketTrader
	x, z   float64
}

// marketTraders returns the traders of the market where they stand; none where no file of the mission places them.
func (l *loader) marketTraders() (list []standing) {
	byName := map[string]*marketTrader{}
	for _, t := range all[record.MarketTrader](l, record.MarketTraders) {
		byName[strings.ToLower(t.Name)] = readTrader(string(t.Document))
	}
	for file := range l.files {
		if path.Ext(file) != ".map" || path.Base(path.Dir(file)) != "traders" {
			continue
		}
		for line := range strings.Lines(l.file(file)) {
			list = append(list, standingIn(line, byName)...)
		}
	}
	return list
}

func readTrader(document string) *marketTrader {
	var read struct {
		Categories []string
		Items      map[string]trade
	}
	_ = json.Unmarshal([]byte(document), &read) // what is read before a mistake counts
	t := &marketTrader{map[string]trade{}, map[string]trade{}}
	for _, entry := range read.Categories {
		name, mode := entry, canBuyAndSell
		if before, number, has := strings.Cut(entry, ":"); has {
			n, _ := strconv.Atoi(number)
			name, mode = before, trade(n)
		}
		t.categories[strings.ToLower(name)] = mode
	}
	for class, mode := range read.Items {
		t.items[strings.ToLower(class)] = mode
	}
	return t
}

// standingIn reads a line such as ExpansionTraderDenis.Weapons|x y z,x y z|turn|clothes: a class, the name of a trader and where he walks.
func standingIn(line string, byName map[string]*marketTrader) (list []standing) {
	parts := strings.Split(strings.TrimSpace(line), "|")
	_, name, _ := strings.Cut(parts[0], ".")
	trader := byName[strings.ToLower(name)]
	if trader == nil || len(parts) < 2 {
		return nil
	}
	for point := range strings.SplitSeq(parts[1], ",") {
		words := strings.Fields(point)
		if len(words) != 3 {
			continue
		}
		x, errX := strconv.ParseFloat(words[0], 64)
		z, errZ := strconv.ParseFloat(words[2], 64)
		if errX == nil && errZ == nil {
			list = append(list, standing{trader, x, z})
		}
	}
	return list
}
