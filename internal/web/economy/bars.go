package economy

import (
	"cmp"
	"math"
	"strconv"
	"strings"

	"quartermaster/internal/economy"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/ui"
)

// figures are what a page is about, and what they are compared with; nil for nothing.
type figures struct{ now, before *economy.Figures }

// chart is what a chart of the page, its picture and its CSV have in common.
type chart struct {
	of, title, text string
	counted         string // heads the number of what each bar is about
	compared        bool   // what was before is known
	roomy           bool   // what there is room for is known
	bars            []bar
}

// bar is a row of a chart: what is wanted and what there is room for, now and before.
type bar struct {
	name                           string
	wanted, before                 float64
	possible, possibleBefore, also int
}

// none is what those are called that have no category, usage, tier or value.
const none = "none"

// totalCharts are the charts of what types have in common.
var totalCharts = []struct {
	of, title, text string
	list            func(*economy.Totals) []economy.Total
}{
	{"category", "By category", "", func(t *economy.Totals) []economy.Total { return t.Category }},
	{"value", "By tier", "A type with several tiers counts in equal parts.", func(t *economy.Totals) []economy.Total { return t.Value }},
	{"usage", "By usage", "A type with several usages counts in equal parts.", func(t *economy.Totals) []economy.Total { return t.Usage }},
	{
		"file", "By file", "Mods bring files of their own. A class with entries in several counts in the one that the game reads last.",
		func(t *economy.Totals) []economy.Total { return t.File },
	},
}

// roomCharts are the charts of the parts of the map.
var roomCharts = []struct {
	of, title string
	list      func(*economy.Totals) []economy.Room
}{
	{"tier", "Tiers of the map", func(t *economy.Totals) []economy.Room { return t.Tier }},
	{"town", "Towns", func(t *economy.Totals) []economy.Room { return t.Town }},
	{"building", "Buildings", func(t *economy.Totals) []economy.Room { return t.Building }},
}

// charts returns the charts of figures.
func (f figures) charts() (list []chart) {
	known, compared := f.now.Ground.Known, f.before != nil
	for _, c := range totalCharts {
		roomy := known && (c.of != "value" || f.now.Ground.Zones) // without zones, tiers are not taken into account
		list = append(list, chart{
			c.of, c.title, c.text, "Types", compared, roomy, bars(c.list(&f.now.Totals), c.list(f.others()), ofTotal, compared),
		})
	}
	for _, c := range roomCharts {
		if known && (c.of != "tier" || f.now.Ground.Zones) {
			const spread = "What is wanted of a type is spread evenly over the room for it."
			list = append(list, chart{
				c.of, c.title, spread, "Buildings", compared, true, bars(c.list(&f.now.Totals), c.list(f.others()), ofRoom, compared),
			})
		}
	}
	return list
}

// others returns the totals of what the figures are compared with; empty ones for nothing.
func (f figures) others() *economy.Totals {
	if f.before == nil {
		return &economy.Totals{}
	}
	return &f.before.Totals
}

func ofTotal(t economy.Total) bar {
	return bar{name: t.Name, wanted: t.Share, possible: t.Possible, also: t.Types}
}

func ofRoom(r economy.Room) bar {
	return bar{name: r.Name, wanted: r.Wanted, possible: r.Slots, also: r.Buildings}
}

// bars puts what there is now beside what there was before. What there was before only is a bar too.
func bars[T any](now, before []T, of func(T) bar, compared bool) (list []bar) {
	others := map[string]bar{}
	for _, one := range before {
		others[strings.ToLower(of(one).name)] = of(one)
	}
	for _, one := range now {
		b := of(one)
		was := others[strings.ToLower(b.name)]
		delete(others, strings.ToLower(b.name))
		b.before, b.possibleBefore = was.wanted, was.possible
		list = append(list, b)
	}
	for _, one := range before {
		b := of(one)
		if _, left := others[strings.ToLower(b.name)]; left && compared {
			list = append(list, bar{name: b.name, before: b.wanted, possibleBefore: b.possible})
		}
	}
	for i := range list {
		list[i].name = cmp.Or(list[i].name, none)
	}
	return list
}

// thin returns what the thin bar of a row shows: what was before, or else what there is room for.
func (c *chart) thin(b bar) float64 {
	if c.compared {
		return b.before
	}
	return float64(b.possible)
}

// legend says what the bars are.
func (c *chart) legend() string {
	switch {
	case c.compared:
		return "bold: wanted, thin: wanted before"
	case c.roomy:
		return "bold: wanted, thin: room"
	}
	return "wanted"
}

// longest returns the largest figure that is drawn, at least 1.
func (c *chart) longest() float64 {
	most := 1.0
	for _, b := range c.bars {
		most = max(most, b.wanted, c.thin(b))
	}
	return most
}

// shortened returns a chart of the first rows.
func (c chart) shortened() chart {
	c.bars = first(c.bars, mostRows)
	return c
}

// drawn lays the chart out. A bar is marked where more is wanted than there is room for.
func (c *chart) drawn() *pages.Chart {
	view := &pages.Chart{
		Label: "Wanted: " + strings.ToLower(c.title), Of: ui.Capital(strings.TrimPrefix(c.title, "By ")), Columns: []string{"Wanted"},
		Thin: c.compared || c.roomy,
	}
	if c.compared {
		view.Columns = append(view.Columns, "Before")
	}
	if c.roomy {
		view.Columns = append(view.Columns, "Room")
	}
	if c.roomy && c.compared {
		view.Columns = append(view.Columns, "Room before")
	}
	view.Columns = append(view.Columns, c.counted)
	most := c.longest()
	for _, b := range c.bars {
		view.Rows = append(view.Rows, pages.ChartRow{
			Name: b.name, Figures: c.figuresOf(b), Length: int(1000 * b.wanted / most), OtherLength: int(1000 * c.thin(b) / most),
			Over: c.roomy && b.possible > 0 && b.wanted > float64(b.possible),
		})
	}
	return view
}

// figuresOf returns the figures of a row, by the columns of the chart.
func (c *chart) figuresOf(b bar) []string {
	list := []string{rounded(b.wanted)}
	if c.compared {
		list = append(list, rounded(b.before))
	}
	if c.roomy {
		list = append(list, ui.HumanCount(int64(b.possible)))
	}
	if c.roomy && c.compared {
		list = append(list, ui.HumanCount(int64(b.possibleBefore)))
	}
	return append(list, ui.HumanCount(int64(b.also)))
}

// rounded writes a figure; small ones with a decimal, unless they are whole.
func rounded(x float64) string {
	if x < 10 && math.Abs(x-math.Round(x)) > 0.05 {
		return strconv.FormatFloat(x, 'f', 1, 64)
	}
	return ui.HumanCount(int64(math.Round(x)))
}
