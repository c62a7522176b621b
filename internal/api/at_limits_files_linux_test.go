package api_test

import (
	"fmt"
	"strings"
)

// upkeep returns the files of a new version of a server: types in several files, and what else has many records.
func (a *atLimits) upkeep(nominal int) []upload {
	n := a.types / 10
	return []upload{
		{main + "cfgeconomycore.xml", `<economycore><ce folder="mods"><file name="more_types.xml" type="types"/></ce></economycore>`},
		{main + "db/types.xml", a.typesFile(nominal)},
		{
			main + "mods/more_types.xml",
			list("types", n, `<type name="More%d"><nominal>`+fmt.Sprint(nominal)+`</nominal><usage name="Town"/></type>`),
		},
		{
			main + "cfgspawnabletypes.xml",
			list("spawnabletypes", n, `<type name="Thing%d"><hoarder/><damage min="0.0" max="0.`+fmt.Sprint(nominal%9+1)+`"/></type>`),
		},
		{main + "db/events.xml", list("events", n, `<event name="Static%d"><nominal>`+fmt.Sprint(nominal)+`</nominal></event>`)},
		{main + "cfgeventspawns.xml", list("eventposdef", n, `<event name="Static%d"><pos x="1`+fmt.Sprint(nominal)+`" z="2" a="0"/></event>`)},
		{"profiles/ExpansionMod/Market/Things.json", market(n, nominal)},
		{"profiles/Trader/TraderConfig.txt", trader(n, nominal)},
	}
}

// tiny is a file of as many types as there may be, of which each is as short as it may be.
func (a *atLimits) tiny() upload {
	return upload{main + "mods/more_types.xml", list("types", a.types, `<type name="Tiny%d"/>`)}
}

// manyKept returns files that are kept as they are, of the bytes that a request may have.
func (a *atLimits) manyKept(fill string) (files []upload) {
	const size = 4 << 20
	for i := range min(a.bytes/size/3, 6) {
		files = append(files, upload{fmt.Sprintf("profiles/Kept/%d.bin", i), "\x00" + strings.Repeat(fill, size/len(fill))})
	}
	return files
}

func trader(n, price int) string {
	var text strings.Builder
	text.WriteString("<CurrencyName> #tm_ruble\n\t<Currency> MoneyRuble1,\t1\n<Trader> Things\n\t<Category> All\n")
	for i := range n {
		fmt.Fprintf(&text, "\t\tThing%d,\t*,\t%d,\t%d\n", i, price+1, price)
	}
	return text.String() + "<FileEnd>\n"
}

// list is an XML file of n elements, in which the number of each stands.
func list(root string, n int, element string) string {
	var text strings.Builder
	text.WriteString("<" + root + ">\n")
	for i := range n {
		fmt.Fprintf(&text, element+"\n", i)
	}
	return text.String() + "</" + root + ">\n"
}

func market(n, price int) string {
	items := make([]string, n)
	for i := range items {
		items[i] = fmt.Sprintf(`{"ClassName":"thing%d","MaxPriceThreshold":%d,"MinPriceThreshold":1}`, i, price+1)
	}
	return `{"m_Version":12,"DisplayName":"Things","Items":[` + strings.Join(items, ",") + `]}`
}
