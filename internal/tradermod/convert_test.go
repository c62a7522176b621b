package tradermod

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const (
	configText = "<CurrencyName> #tm\n\t<Currency> MoneyRuble1,\t1\n\n<Trader> Food\n\t<Category> Fruit\n\t\tApple,\t*,\t10,\t5\n" +
		"\t\tPlum,\t3,\t7,\t-1\n\n<OpenFile> TraderConfig_Cars.txt\n"
	carsText = "<Trader> Cars\n\t<Category> Cars\n\t\tOffroadHatchback,\tV,\t5000,\t-1\n\t\tSedan_02,\tVNK,\t-1,\t99 // ours\n<FileEnd>\n"

	objectsText = "<TraderMarker> 1\n<TraderMarkerPosition> 7, 8, 9\n<TraderMarkerSafezone> 50\n<Object> SurvivorM_Seth\n" +
		"<ObjectPosition> 7, 8, 9\n<ObjectOrientation> 90, 0, 0\n<ObjectAttachment> Hat\n<FileEnd>\n"
	partsText = "<VehicleParts> OffroadHatchback\n\tSparkPlug\n\tHatchbackWheel\n<FileEnd>\n"
)

func jonesFiles() []File {
	return []File{
		{"profiles/Trader/TraderConfig.txt", configText},
		{"profiles/Trader/TraderConfig_Cars.txt", carsText},
		{"profiles/Trader/TraderObjects.txt", objectsText},
		{"profiles/Trader/TraderVehicleParts.txt", partsText},
	}
}

func converted(t *testing.T, w Wish, files []File) Result {
	t.Helper()
	result, err := Convert(w, files)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// holds reports what the text of a file lacks, blanks aside.
func holds(t *testing.T, files []File, path string, pieces ...string) {
	t.Helper()
	i := slices.IndexFunc(files, func(f File) bool { return f.Path == path })
	if i < 0 {
		t.Errorf("%s is missing", path)
		return
	}
	text := strings.Join(strings.Fields(files[i].Text), " ")
	for _, piece := range pieces {
		if !strings.Contains(text, piece) {
			t.Errorf("%s lacks %s:\n%s", path, piece, files[i].Text)
		}
	}
}

func TestJonesBecomesTraderPlus(t *testing.T) {
	t.Parallel()
	result := converted(t, wish(Jones, Plus), jonesFiles())
	holds(t, result.Files, plusPrices, `"Apple,1,-1,-1,10,5"`, `"Plum,1,-1,3,7,-1"`, `"OffroadHatchback,1,-1,1,5000,-1"`)
	holds(t, result.Files, plusIDs, `"Id": 0, "Categories": [ "Fruit" ]`, `"Id": 1, "Categories": [ "Cars" ]`)
	holds(t, result.Files, plusGeneral, `"ClassName": "MoneyRuble1", "Value": 1`,
		`"Id": 1, "Name": "SurvivorM_Seth", "GivenName": "Cars", "Role": "Cars", "Position": [ 7, 8, 9 ]`, `"LockPickChance": 0.3`)
	holds(t, result.Files, plusVehicles, `"VehicleName": "OffroadHatchback"`, `"SparkPlug", "HatchbackWheel"`, `"VehicleName": "Sedan_02"`)
	for _, rule := range []string{"key", "safe-zone"} {
		if !tells(result, rule) {
			t.Errorf("%s is not told: %v", rule, result.Notes)
		}
	}
}

func TestJonesBecomesExpansion(t *testing.T) {
	t.Parallel()
	result := converted(t, wish(Jones, Expansion), jonesFiles())
	holds(t, result.Files, expansionCategories+"Fruit.json", `"ClassName": "apple", "MaxPriceThreshold": 10, "MinPriceThreshold": 10, `+
		`"SellPricePercent": 50`)
	holds(t, result.Files, expansionCategories+"Cars.json", `"ClassName": "offroadhatchback"`, `"sparkplug", "hatchbackwheel"`)
	holds(t, result.Files, expansionCategories+"Attached_Parts.json", `"ClassName": "sparkplug", "MaxPriceThreshold": 0`,
		`"ClassName": "hatchbackwheel"`)
	holds(t, result.Files, expansionCategories+"Exchange.json", `"IsExchange": 1`, `"ClassName": "moneyruble1"`)
	holds(t, result.Files, expansionTraders+"Food.json", `"Currencies": [ "moneyruble1" ]`, `"Fruit"`, `"plum": 0`)
	holds(t, result.Files, expansionTraders+"Cars.json", `"Cars:0"`, `"sedan_02": 2`)
	holds(t, result.Files, "mpmissions/m/expansion/traders/Converted.map", "ExpansionTraderSeth.Cars|7 8 9|90 0 0|Hat")
}

// TestWhatIsThereStays converts into files that have some of it already: these keep their bytes around what is added.
func TestWhatIsThereStays(t *testing.T) {
	t.Parallel()
	plus := converted(t, wish(Jones, Plus), jonesFiles()).Files
	for i := range plus {
		plus[i].Text = strings.NewReplacer("Apple,1,-1,-1,10,5", "Apple, 0.5, 20, -1, 11, 0.5", "Plum,1,-1,3,7,-1", "Pear,1,-1,3,8,-1").
			Replace(plus[i].Text)
	}
	result := converted(t, wish(Plus, Jones), slices.Concat(jonesFiles(), plus))
	want := []File{{"profiles/Trader/TraderConfig.txt", strings.Replace(configText, "-1\n", "-1\n\t\tPear,\t3,\t8,\t-1\n", 1)}}
	if diff := cmp.Diff(want, result.Files); diff != "" {
		t.Error(diff)
	}
	replacing := wish(Plus, Jones)
	replacing.Replace = true
	want[0].Text = strings.Replace(want[0].Text, "10,\t5", "11,\t6", 1)
	if diff := cmp.Diff(want, converted(t, replacing, slices.Concat(jonesFiles(), plus)).Files); diff != "" {
		t.Error(diff)
	}
	replacing = wish(Jones, Plus)
	replacing.Replace = true
	back := converted(t, replacing, slices.Concat(jonesFiles(), plus)).Files
	holds(t, back, plusPrices, `"Apple,0.5,20,-1,10,5", "Pear,1,-1,3,8,-1", "Plum,1,-1,3,7,-1"`)
}

func TestWhatCannotBeConverted(t *testing.T) {
	t.Parallel()
	for name, files := range map[string][]File{
		"nothing":     nil,
		"no items":    {{plusIDs, `{"IDs":[]}`}},
		"broken JSON": {{plusPrices, `{"TraderCategories":[}`}},
		"no object":   {{plusPrices, `[]`}},
	} {
		if result, err := Convert(wish(Plus, Jones), files); err == nil || len(result.Files) > 0 {
			t.Errorf("%s: %v", name, result)
		}
	}
}

// TestTooMuchIsRefused: neither names without end nor categories take time without end.
func TestTooMuchIsRefused(t *testing.T) {
	t.Parallel()
	var categories, items strings.Builder
	for i := range mostCategories + 1 {
		categories.WriteString("<Category> Same\n\tApple, " + intText(int64(i)) + ", 1, 1\n")
	}
	for range mostItems + 1 {
		items.WriteString("\tApple, *, 1, 1\n")
	}
	for name, text := range map[string]string{
		"categories": categories.String(), "items": "<Category> One\n" + items.String(),
		"traders": strings.Repeat("<Trader> Same\n", mostTraders+1) + "<Category> One\n\tApple, *, 1, 1\n",
	} {
		files := []File{{"profiles/Trader/TraderConfig.txt", "<Trader> A\n" + text + "<FileEnd>\n"}}
		if _, err := Convert(wish(Jones, Plus), files); !errors.As(err, new(Refusal)) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
