package economy

import (
	"context"
	"encoding/csv"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"quartermaster/internal/economy"
	"quartermaster/internal/web/site"
)

// exportCSV sends all figures of one sort.
func exportCSV(ctx context.Context, r *site.Request) (site.Response, error) {
	f, err := shown(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	of := r.Text("of")
	rows, err := rowsOf(ctx, r, f)
	if err != nil {
		return site.Response{}, err
	}
	return csvNamed(of, rows), nil
}

// csvNamed sends rows as a file.
func csvNamed(of string, rows [][]string) site.Response {
	header := map[string]string{"Content-Type": "text/csv; charset=utf-8", "Content-Disposition": `attachment; filename="economy-` + of + `.csv"`}
	return site.Response{Header: header, Write: func(w http.ResponseWriter) error { return csv.NewWriter(w).WriteAll(rows) }}
}

// rowsOf returns the rows of the file that the address names.
func rowsOf(ctx context.Context, r *site.Request, f *economy.Figures) ([][]string, error) {
	switch r.Text("of") {
	case "type":
		return typeRows(f), nil
	case "differences":
		other, _, err := asked(ctx, r)
		if err != nil || other == nil {
			return nil, notKnown(err)
		}
		return differenceRows(f.Differences(other)), nil
	}
	bars, _, known, err := barsOf(ctx, r, f)
	if err != nil || !known {
		return nil, notKnown(err)
	}
	return barRows(bars), nil
}

func differenceRows(list []economy.Difference) [][]string {
	rows := [][]string{{"class", "wanted_before", "wanted", "possible_before", "possible"}}
	for _, d := range list {
		rows = append(rows, []string{d.Name, strconv.FormatInt(d.WantedBefore, 10), strconv.FormatInt(d.Wanted, 10), strconv.Itoa(d.PossibleBefore), strconv.Itoa(d.Possible)})
	}
	return rows
}

func notKnown(err error) error {
	if errors.As(err, new(wrongChoice)) || err == nil {
		err = site.ErrNotFound
	}
	return err
}

func typeRows(f *economy.Figures) [][]string {
	rows := [][]string{{"class", "category", "usages", "values", "files", "wanted", "min", "buildings", "loot_points", "slots", "proxies", "possible", "reason", "sources"}}
	for i := range f.Types {
		t := &f.Types[i]
		rows = append(rows, []string{
			t.Name, t.Category, strings.Join(t.Usages, " "), strings.Join(t.Values, " "), strings.Join(t.Files, " "), strconv.FormatInt(t.Wanted, 10), strconv.FormatInt(t.Min, 10),
			strconv.Itoa(t.Buildings), strconv.Itoa(t.Points), strconv.Itoa(t.Slots), strconv.Itoa(t.Proxies), strconv.Itoa(t.Possible), string(t.Reason), strings.Join(t.Sources, " "),
		})
	}
	return rows
}

func barRows(bars []bar) [][]string {
	rows := [][]string{{"name", "wanted", "other", "number"}}
	for _, b := range bars {
		rows = append(rows, []string{b.name, decimal(b.value), decimal(b.other), strconv.Itoa(b.also)})
	}
	return rows
}

func decimal(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// barsOf returns the bars of the chart that the address names, and its title; false if there is no such chart.
func barsOf(ctx context.Context, r *site.Request, f *economy.Figures) (bars []bar, title string, known bool, err error) {
	other, _, err := asked(ctx, r)
	if err != nil {
		return nil, "", false, err
	}
	list := func(f *economy.Figures) []economy.Total {
		return map[string][]economy.Total{"category": f.Totals.Category, "value": f.Totals.Value, "usage": f.Totals.Usage, "file": f.Totals.File}[r.Text("of")]
	}
	switch of := r.Text("of"); of {
	case "category", "value", "usage", "file":
		if other == nil {
			return totalBars(list(f), nil), "Wanted by " + of, true, nil
		}
		return totalBars(list(f), list(other)), "Wanted by " + of + ", and before (thin)", true, nil
	case "tier":
		return roomBars(f.Totals.Tier), "Wanted by tier, and room (thin)", true, nil
	case "town":
		return roomBars(f.Totals.Town), "Wanted by town, and room (thin)", true, nil
	case "building":
		return roomBars(f.Totals.Building), "Wanted by building, and room (thin)", true, nil
	}
	return nil, "", false, nil
}
