package trader_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"quartermaster/internal/say"
	"quartermaster/internal/textfile"
	"quartermaster/internal/trader"
)

const sampleConfig = `
	// Prices of the spring season.
<CurrencyName> #tm_ruble	// shown in the menu
	<Currency> MoneyRuble1, 	1
	<Currency> MoneyRuble5, 	5	// five

//Marker 0
<Trader> Food, and Drinks		// number 0
	<Category> Vegetables
		Apple,			*,		2,		-1	// crisp
		//Pear,			*,		2,		-1
		Plum,			1,		3,		1
	
	<Category> Drinks
		SodaCan,*,4,1

<Trader> Cars
	<Category> Cars
		Sedan_02,	vnk,	18000,	10200

<FileEnd>	// must be here
`

func lineValues(file *trader.Config) []trader.Line {
	var values []trader.Line
	for _, entry := range file.Entries {
		values = append(values, entry.Value)
	}
	return values
}

func parseConfig(t rapid.TB, data string) *trader.Config {
	t.Helper()
	config, err := trader.ParseConfig([]byte(data))
	if err != nil {
		t.Fatal(err)
	}
	return config
}

func writeConfig(t rapid.TB, s textfile.Skeleton, parts []textfile.Part[trader.Line]) string {
	t.Helper()
	var b strings.Builder
	if err := trader.WriteConfig(&b, s, parts); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestConfigIsRead(t *testing.T) {
	t.Parallel()
	config := parseConfig(t, sampleConfig)
	want := []trader.Line{
		{Type: trader.Currency, Name: "MoneyRuble1", Value: 1},
		{Type: trader.Currency, Name: "MoneyRuble5", Value: 5},
		{Type: trader.Trader, Name: "Food, and Drinks"},
		{Type: trader.Category, Name: "Vegetables"},
		{Type: trader.Item, Name: "Apple", Quantity: "*", Buy: 2, Sell: -1},
		{Type: trader.Item, Name: "Plum", Quantity: "1", Buy: 3, Sell: 1},
		{Type: trader.Category, Name: "Drinks"},
		{Type: trader.Item, Name: "SodaCan", Quantity: "*", Buy: 4, Sell: 1},
		{Type: trader.Trader, Name: "Cars"},
		{Type: trader.Category, Name: "Cars"},
		{Type: trader.Item, Name: "Sedan_02", Quantity: "vnk", Buy: 18000, Sell: 10200},
	}
	if diff := cmp.Diff(want, lineValues(config)); diff != "" {
		t.Error(diff)
	}
	if config.CurrencyName != "#tm_ruble" || config.Next != "" || len(config.Warnings) > 0 {
		t.Errorf("currency name %q, next file %q, warnings %v", config.CurrencyName, config.Next, config.Warnings)
	}
	if entry := config.Entries[4]; entry.Line != 10 || entry.Raw != "\t\tApple,\t\t\t*,\t\t2,\t\t-1\t// crisp\n" {
		t.Errorf("line %d: %q", entry.Line, entry.Raw)
	}
}

func TestConfigThatOpensAnother(t *testing.T) {
	t.Parallel()
	config := parseConfig(t, "\ufeff\tApple,*,1,-1\r\n<Category> More\r\n<OpenFile> Sub/Other file.txt // on\r\nPlum,*,1,-1\r\n")
	if config.Next != "Sub/Other file.txt" {
		t.Errorf("next file %q", config.Next)
	}
	want := []trader.Line{{Type: trader.Item, Name: "Apple", Quantity: "*", Buy: 1, Sell: -1}, {Type: trader.Category, Name: "More"}}
	if diff := cmp.Diff(want, lineValues(config)); diff != "" {
		t.Error(diff)
	}
	warnings := []textfile.Warning{{Line: 4, Says: say.Plain("stands behind <OpenFile> and is not read")}}
	if diff := cmp.Diff(warnings, config.Warnings, inWords); diff != "" {
		t.Error(diff)
	}
}

// What the game tolerates is read as well as can be, with a warning that says where.
func TestFaultyLinesAreKept(t *testing.T) {
	t.Parallel()
	item := func(name, quantity string, buy, sell int64) *trader.Line {
		return &trader.Line{Type: trader.Item, Name: name, Quantity: quantity, Buy: buy, Sell: sell}
	}
	tests := map[string]struct {
		line    string
		want    *trader.Line
		warning string
	}{
		"comma missing": {
			"Apple *, 1, -1", item("Apple", "*", 1, -1), "the commas are not where they should be; the line is kept as it is",
		},
		"letter in a price": {
			"Apple, *, 1O, -1", item("Apple", "*", 1, -1), `"1O" is not a whole number and is read as 1; the line is kept as it is`,
		},
		"word as a price": {
			"Apple, *, free, -1", item("Apple", "*", 0, -1), `"free" is not a whole number and is read as 0; the line is kept as it is`,
		},
		"price missing": {"Apple, *, 1", item("Apple", "*", 1, 0), `"" is not a whole number and is read as 0; the line is kept as it is`},
		"one piece too many": {
			"Apple, *, 1, -1, 7", item("Apple", "*", 1, -1), "the commas are not where they should be; the line is kept as it is",
		},
		"quantity missing":    {"Apple,, 1, -1", item("Apple", "", 1, -1), ""},
		"no class name":       {", *, 1, -1", nil, `"" is not a class name; the line is kept as it is`},
		"blank in the class":  {"Big Apple, *, 1, -1", nil, `"Big Apple" is not a class name; the line is kept as it is`},
		"stray word":          {"Apple", nil, "is not an entry of the trader's files; it is kept as it is"},
		"unknown tag":         {"<Categories> A, B, C, D", nil, "is not an entry of the trader's files; it is kept as it is"},
		"currency in between": {"<Currency> A, 5", nil, "a <Currency> behind the first <Trader> is not read; it is kept as it is"},
		"title missing":       {"<Trader>", &trader.Line{Type: trader.Trader}, ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data := "<Trader> A\n" + test.line + "\n<FileEnd>"
			config := parseConfig(t, data)
			var got *trader.Line
			if len(config.Entries) > 1 {
				got = &config.Entries[1].Value
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
			var warnings []textfile.Warning
			if test.warning != "" {
				warnings = append(warnings, textfile.Warning{Line: 2, Says: say.Plain(test.warning)})
			}
			if diff := cmp.Diff(warnings, config.Warnings, inWords); diff != "" {
				t.Error(diff)
			}
			if got := writeConfig(t, config.Skeleton, config.Parts()); got != data {
				t.Errorf("written as %q", got)
			}
		})
	}
}

func TestUnendedConfig(t *testing.T) {
	t.Parallel()
	config := parseConfig(t, "<Trader> A\n//<FileEnd>\n")
	want := []textfile.Warning{{Line: 2, Says: say.Plain("neither <FileEnd> nor <OpenFile> ends the file")}}
	if diff := cmp.Diff(want, config.Warnings, inWords); diff != "" {
		t.Error(diff)
	}
}

func TestConfigThatIsNoText(t *testing.T) {
	t.Parallel()
	for data, want := range map[string]string{
		"<Trader> A\n\xe9,*,1,1": "line 2: not UTF-8 text",
		"<Trader> A\x00":         "line 1: control character U+0000",
	} {
		if _, err := trader.ParseConfig([]byte(data)); err == nil || err.Error() != want {
			t.Errorf("%q: %v", data, err)
		}
	}
}

// inWords compares what is said as it is shown.
var inWords = cmp.Transformer("inWords", func(m say.Message) string { return trader.Sentences.Sentence(m) })
