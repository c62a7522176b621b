package economy

import (
	"context"
	"encoding/csv"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/economy"
	"quartermaster/internal/web/site"
)

// exportCSV sends all figures of one sort.
func exportCSV(ctx context.Context, r *site.Request) (site.Response, error) {
	f, err := askedFigures(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	return f.csv(r)
}

// drawChart sends a chart as a picture.
func drawChart(ctx context.Context, r *site.Request) (site.Response, error) {
	f, err := askedFigures(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	return f.picture(r)
}

// askedFigures returns the figures that the address names, and what it compares them with.
func askedFigures(ctx context.Context, r *site.Request) (figures, error) {
	now, err := shown(ctx, r)
	if err != nil {
		return figures{}, err
	}
	before, _, err := asked(ctx, r)
	if errors.As(err, new(wrongChoice)) {
		err = site.ErrNotFound
	}
	return figures{now, before}, err
}

// chartOf returns the chart that the address names; nil if there is no such chart.
func (f figures) chartOf(r *site.Request) *chart {
	list := f.charts()
	i := slices.IndexFunc(list, func(c chart) bool { return c.of == r.Text("of") })
	if i < 0 {
		return nil
	}
	return &list[i]
}

// csv sends the figures of the sort that the address names.
func (f figures) csv(r *site.Request) (site.Response, error) {
	of := r.Text("of")
	switch c := f.chartOf(r); {
	case c != nil:
		return csvNamed(of, c.rows()), nil
	case of == "type":
		return csvNamed(of, typeRows(f.now)), nil
	case of == "differences" && f.before != nil:
		return csvNamed(of, differenceRows(f.now.Differences(f.before))), nil
	}
	return site.Response{}, site.ErrNotFound
}

// csvNamed sends rows as a file.
func csvNamed(of string, rows [][]string) site.Response {
	header := map[string]string{
		"Content-Type": "text/csv; charset=utf-8", "Content-Disposition": `attachment; filename="economy-` + of + `.csv"`,
	}
	return site.Response{Header: header, Write: func(w http.ResponseWriter) error { return csv.NewWriter(w).WriteAll(rows) }}
}

func differenceRows(list []economy.Difference) [][]string {
	rows := [][]string{{"class", "wanted_before", "wanted", "possible_before", "possible", "reason_before", "reason"}}
	for _, d := range list {
		rows = append(rows, []string{
			d.Name, strconv.FormatInt(d.WantedBefore, 10), strconv.FormatInt(d.Wanted, 10), strconv.Itoa(d.PossibleBefore), strconv.Itoa(d.Possible),
			string(d.ReasonBefore), string(d.Reason),
		})
	}
	return rows
}

func typeRows(f *economy.Figures) [][]string {
	rows := [][]string{{
		"class", "category", "usages", "values", "files", "wanted", "min", "buildings", "loot_points", "slots", "proxies", "possible", "reason",
		"sources", "events",
	}}
	for i := range f.Types {
		t := &f.Types[i]
		rows = append(rows, []string{
			t.Name, t.Category, strings.Join(t.Usages, " "), strings.Join(t.Values, " "), strings.Join(t.Files, " "),
			strconv.FormatInt(t.Wanted, 10), strconv.FormatInt(t.Min, 10),
			strconv.Itoa(t.Buildings), strconv.Itoa(t.Points), strconv.Itoa(t.Slots), strconv.Itoa(t.Proxies), strconv.Itoa(t.Possible),
			string(t.Reason), strings.Join(t.Sources, " "), strings.Join(t.Events, " "),
		})
	}
	return rows
}

// rows returns the chart with the figures that are known.
func (c *chart) rows() [][]string {
	rows := [][]string{{c.of, "wanted", "wanted_before", "possible", "possible_before", strings.ToLower(c.counted)}}
	known := func(is bool, text string) string {
		if !is {
			return ""
		}
		return text
	}
	for _, b := range c.bars {
		rows = append(rows, []string{
			b.name, decimal(b.wanted), known(c.compared, decimal(b.before)),
			known(c.roomy, strconv.Itoa(b.possible)), known(c.roomy && c.compared, strconv.Itoa(b.possibleBefore)), strconv.Itoa(b.also),
		})
	}
	return rows
}

func decimal(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
