package trader_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/textfile"
	"quartermaster/internal/trader"
)

type configParts = []textfile.Part[trader.Line]

// edited returns the sample as it is written after an edit of its parts.
func edited(t *testing.T, data string, edit func(configParts) configParts) string {
	t.Helper()
	config := parseConfig(t, data)
	return writeConfig(t, config.Skeleton, edit(config.Parts()))
}

func added(value trader.Line) textfile.Part[trader.Line] {
	return textfile.Part[trader.Line]{Slot: -1, Value: value}
}

// find returns where the first part of that name stands.
func find(parts configParts, name string) int {
	return slices.IndexFunc(parts, func(part textfile.Part[trader.Line]) bool { return part.Value.Name == name })
}

func insert(name string, values ...trader.Line) func(configParts) configParts {
	return func(parts configParts) configParts {
		at := find(parts, name) + 1
		for i, value := range values {
			parts = slices.Insert(parts, at+i, added(value))
		}
		return parts
	}
}

func remove(names ...string) func(configParts) configParts {
	return func(parts configParts) configParts {
		return slices.DeleteFunc(parts, func(part textfile.Part[trader.Line]) bool {
			return slices.Contains(names, part.Value.Name)
		})
	}
}

func change(name string, edit func(*trader.Line)) func(configParts) configParts {
	return func(parts configParts) configParts {
		edit(&parts[find(parts, name)].Value)
		return parts
	}
}

// An edit replaces one piece of the sample by another and leaves the rest of it alone.
func TestConfigEdits(t *testing.T) {
	t.Parallel()
	pear := trader.Line{Type: trader.Item, Name: "Pear", Quantity: "*", Buy: 2, Sell: -1}
	tests := map[string]struct {
		edit     func(configParts) configParts
		old, new string
	}{
		"price": {
			change("Apple", func(l *trader.Line) { l.Sell = 12 }),
			"Apple,			*,		2,		-1	// crisp", "Apple,			*,		2,		12	// crisp",
		},
		"class and quantity": {
			change("SodaCan", func(l *trader.Line) { l.Name, l.Quantity = "SodaCan_Cola", "2" }),
			"SodaCan,*,4,1", "SodaCan_Cola,2,4,1",
		},
		"letter case of a class": {change("SodaCan", func(l *trader.Line) { l.Name = "sodacan" }), "", ""},
		"letter case of a title": {change("Drinks", func(l *trader.Line) { l.Name = "DRINKS" }), "<Category> Drinks", "<Category> DRINKS"},
		"value of a currency": {
			change("MoneyRuble5", func(l *trader.Line) { l.Value = 6 }), "MoneyRuble5, 	5	// five", "MoneyRuble5, 	6	// five",
		},
		"name of a trader": {change("Food, and Drinks", func(l *trader.Line) { l.Name = "Food" }), "Food, and Drinks		//", "Food		//"},
		"item added":       {insert("Plum", pear), "3,		1\n", "3,		1\n		Pear,	*,	2,	-1\n"},
		"first item":       {insert("Drinks", pear), "Drinks\n", "Drinks\n		Pear,	*,	2,	-1\n"},
		"currency added": {
			insert("MoneyRuble5", trader.Line{Type: trader.Currency, Name: "MoneyRuble10", Value: 10}),
			"// five\n", "// five\n	<Currency> MoneyRuble10,	10\n",
		},
		"category added": {
			insert("Plum", trader.Line{Type: trader.Category, Name: "Fruit"}, pear),
			"3,		1\n", "3,		1\n\n	<Category> Fruit\n		Pear,	*,	2,	-1\n",
		},
		"trader added": {
			insert("Sedan_02", trader.Line{Type: trader.Trader, Name: "Boats"}, trader.Line{Type: trader.Category, Name: "Oars"}, pear),
			"10200\n", "10200\n\n<Trader> Boats\n	<Category> Oars\n		Pear,	*,	2,	-1\n",
		},
		"item removed":     {remove("Apple"), "		Apple,			*,		2,		-1	// crisp\n", ""},
		"category removed": {remove("Drinks", "SodaCan"), "	<Category> Drinks\n		SodaCan,*,4,1\n", ""},
		"trader removed": {
			remove("Food, and Drinks", "Vegetables", "Apple", "Plum", "Drinks", "SodaCan"),
			sampleConfig[strings.Index(sampleConfig, "<Trader> Food"):strings.Index(sampleConfig, "<Trader> Cars")],
			"		//Pear,			*,		2,		-1\n	\n\n",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want := strings.Replace(sampleConfig, test.old, test.new, 1)
			if diff := cmp.Diff(want, edited(t, sampleConfig, test.edit)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestItemsMoveWithTheirText(t *testing.T) {
	t.Parallel()
	move := func(name, behind string) func(configParts) configParts {
		return func(parts configParts) configParts {
			from := find(parts, name)
			part := parts[from]
			parts = slices.Delete(parts, from, from+1)
			return slices.Insert(parts, find(parts, behind)+1, part)
		}
	}
	const apple, soda = "		Apple,			*,		2,		-1	// crisp\n", "		SodaCan,*,4,1\n"
	down := strings.Replace(strings.Replace(sampleConfig, apple, "", 1), soda, soda+apple, 1)
	if diff := cmp.Diff(down, edited(t, sampleConfig, move("Apple", "SodaCan"))); diff != "" {
		t.Error(diff)
	}
	up := strings.Replace(strings.Replace(sampleConfig, soda, "", 1), apple, apple+soda, 1)
	if diff := cmp.Diff(up, edited(t, sampleConfig, move("SodaCan", "Apple"))); diff != "" {
		t.Error(diff)
	}
}

func TestAFaultyLineIsPutRightWhenItChanges(t *testing.T) {
	t.Parallel()
	const data = "<Trader> A\r\n<Category> B\r\n  Apple *, 1O, -1\t// crisp\r\n<FileEnd>"
	got := edited(t, data, change("Apple", func(l *trader.Line) { l.Buy = 5 }))
	want := "<Trader> A\r\n<Category> B\r\n  Apple,\t*,\t5,\t-1\t// crisp\r\n<FileEnd>"
	if got != want {
		t.Errorf("written as %q", got)
	}
	if got := edited(t, data, insert("Apple", trader.Line{
		Type: trader.Item, Name: "Plum",
	})); !strings.Contains(got, "\r\n  Plum,\t,\t0,\t0\r\n<") {
		t.Errorf("written as %q", got)
	}
}

func TestANewConfigHasTheUsualLayout(t *testing.T) {
	t.Parallel()
	parts := configParts{
		added(trader.Line{Type: trader.Currency, Name: "MoneyRuble1", Value: 1}),
		added(trader.Line{Type: trader.Trader, Name: "Food"}),
		added(trader.Line{Type: trader.Category, Name: "Fruit"}),
		added(trader.Line{Type: trader.Item, Name: "Apple", Quantity: "*", Buy: 2, Sell: -1}),
		added(trader.Line{Type: trader.Category, Name: "Drinks"}),
		added(trader.Line{Type: trader.Trader, Name: "Cars"}),
	}
	const want = `<CurrencyName> #tm_ruble
	<Currency> MoneyRuble1,	1

<Trader> Food
	<Category> Fruit
		Apple,	*,	2,	-1

	<Category> Drinks

<Trader> Cars
<FileEnd>
`
	if diff := cmp.Diff(want, writeConfig(t, textfile.Skeleton{}, parts)); diff != "" {
		t.Error(diff)
	}
}

func TestUnwritableLines(t *testing.T) {
	t.Parallel()
	for want, value := range map[string]trader.Line{
		`the item "Red Apple" cannot be written: that is not a class name`: {
			Type: trader.Item, Name: "Red Apple",
		},
		`the item "" cannot be written: that is not a class name`: {Type: trader.Item},
		`the trader "A // B" cannot be written: neither line ends nor // may stand in it, and commas only in titles`: {
			Type: trader.Trader, Name: "A // B",
		},
		`the category "A\n<B>" cannot be written: neither line ends nor // may stand in it, and commas only in titles`: {
			Type: trader.Category, Name: "A\n<B>",
		},
		`the item "Apple" cannot be written: neither line ends nor // may stand in it, and commas only in titles`: {
			Type: trader.Item, Name: "Apple", Quantity: "1,2",
		},
		`the currency "<Trader>" cannot be written: that is not a class name`: {Type: trader.Currency, Name: "<Trader>"},
		`line 1: control character U+0000`:                                    {Type: trader.Trader, Name: "A\x00"},
	} {
		var b strings.Builder
		parts := configParts{added(trader.Line{Type: trader.Trader, Name: "A"}), added(value)}
		if err := trader.WriteConfig(&b, textfile.Skeleton{}, parts); err == nil || err.Error() != want || b.Len() > 0 {
			t.Errorf("%+v: error %v, written %q", value, err, b.String())
		}
	}
}
