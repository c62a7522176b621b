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

// bar is a row of a chart: its figure, and another one to hold it against.
type bar struct {
	name         string
	value, other float64
	also         int
}

// none is what those are called that have no category, usage, tier or value.
const none = "none"

// totalBars are what is wanted now and before. What there was before only is a bar too.
func totalBars(now, before []economy.Total) (bars []bar) {
	others := map[string]float64{}
	for _, t := range before {
		others[strings.ToLower(t.Name)] = t.Share
	}
	for _, t := range now {
		key := strings.ToLower(t.Name)
		bars = append(bars, bar{cmp.Or(t.Name, none), t.Share, others[key], t.Types})
		delete(others, key)
	}
	for _, t := range before {
		if share, left := others[strings.ToLower(t.Name)]; left {
			bars = append(bars, bar{cmp.Or(t.Name, none), 0, share, 0})
		}
	}
	return bars
}

func roomBars(list []economy.Room) (bars []bar) {
	for _, r := range list {
		bars = append(bars, bar{cmp.Or(r.Name, none), r.Wanted, float64(r.Slots), r.Buildings})
	}
	return bars
}

// longest returns the largest figure of a chart, at least 1.
func longest(bars []bar) float64 {
	most := 1.0
	for _, b := range bars {
		most = max(most, b.value, b.other)
	}
	return most
}

// drawn lays bars out as rows of a chart; limited where the other figure is how many there can be.
func drawn(bars []bar, limited bool) (rows []pages.ChartRow) {
	most := longest(bars)
	for _, b := range bars {
		rows = append(rows, pages.ChartRow{
			Name: b.name, Value: rounded(b.value), Other: rounded(b.other), Also: ui.HumanCount(int64(b.also)),
			Length: int(1000 * b.value / most), OtherLength: int(1000 * b.other / most), Over: limited && b.value > b.other,
		})
	}
	return rows
}

// rounded writes a figure; small ones with a decimal, unless they are whole.
func rounded(x float64) string {
	if x < 10 && math.Abs(x-math.Round(x)) > 0.05 {
		return strconv.FormatFloat(x, 'f', 1, 64)
	}
	return ui.HumanCount(int64(math.Round(x)))
}
