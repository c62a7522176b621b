package economy

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"quartermaster/internal/economy"
	"quartermaster/internal/store"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// compare returns the figures that the page is to be compared with, nil for none, and the form that asks for them.
func compare(ctx context.Context, r *site.Request) (*economy.Figures, *pages.EconomyComparison, error) {
	form := &pages.EconomyComparison{Path: economyURL(r)}
	against := ui.Field{Name: "against", Label: "Compare with", Kind: ui.Select, Options: []ui.Option{{Label: "nothing"}}}
	for _, o := range []ui.Option{{Value: "delivered", Label: "what was delivered last"}, {Value: "usual", Label: "usual values of the catalog"}, {Value: "revision", Label: "a revision"}} {
		o.Selected = o.Value == r.Text("against")
		against.Options = append(against.Options, o)
	}
	form.Fields = []ui.Field{against, {Name: "revision", Label: "Revision", Kind: ui.Number, Value: r.Text("revision"), Min: "1"}}
	other, says, err := asked(ctx, r)
	var wrong wrongChoice
	switch {
	case errors.As(err, &wrong):
		form.Error, err = string(wrong), nil
	case other != nil:
		form.Says = fmt.Sprintf("Compared with %s. Before: %s wanted; now: the bold bars. The map's files are those of today on both sides.", says, ui.HumanCount(other.Totals.Wanted))
	}
	return other, form, err
}

// wrongChoice says why there is nothing to compare with.
type wrongChoice string

func (w wrongChoice) Error() string { return string(w) }

// asked returns the figures that the address names, and what they are.
func asked(ctx context.Context, r *site.Request) (*economy.Figures, string, error) {
	switch r.Text("against") {
	case "usual":
		other, err := r.Site.Economy.Usual(ctx, r.Scope())
		if errors.Is(err, economy.ErrNoCatalog) {
			err = wrongChoice("The catalog has no usual values. Its operator fills it with quartermaster catalog import.")
		}
		return other, "the usual values of the catalog; types that it does not know count as not wanted", err
	case "delivered":
		number, err := r.Site.Economy.Delivered(ctx, r.Scope())
		if err == nil && number == 0 {
			err = wrongChoice("Nothing has been delivered to the game server yet.")
		}
		if err != nil {
			return nil, "", err
		}
		return atRevision(ctx, r, number)
	case "revision":
		number, err := strconv.ParseInt(r.Text("revision"), 10, 64)
		if err != nil {
			return nil, "", wrongChoice("Which revision? The history numbers them.")
		}
		return atRevision(ctx, r, number)
	}
	return nil, "", nil
}

func atRevision(ctx context.Context, r *site.Request, number int64) (*economy.Figures, string, error) {
	other, err := r.Site.Economy.At(ctx, r.Scope(), number)
	if errors.Is(err, store.ErrNotFound) {
		err = wrongChoice("The history does not have this revision.")
	}
	return other, "revision " + ui.HumanCount(number), err
}

// differences is the table of the types of which more or less is wanted than before.
func differences(r *site.Request, f, other *economy.Figures) pages.EconomySection {
	type change struct {
		name        string
		before, now int64
	}
	var all []change
	for i := range f.Types {
		t := &f.Types[i]
		if before := other.Type(t.Name); before == nil && t.Wanted != 0 || before != nil && before.Wanted != t.Wanted {
			all = append(all, change{t.Name, wantedOf(before), t.Wanted})
		}
	}
	for i := range other.Types {
		if t := &other.Types[i]; t.Wanted != 0 && f.Type(t.Name) == nil {
			all = append(all, change{t.Name, t.Wanted, 0})
		}
	}
	slices.SortStableFunc(all, func(a, b change) int {
		return cmp.Compare(max(b.now-b.before, b.before-b.now), max(a.now-a.before, a.before-a.now))
	})
	table := ui.Table{
		Label: "Types that differ", Columns: []ui.Column{{Label: "Type"}, {Label: "Before", Numeric: true}, {Label: "Now", Numeric: true}, {Label: "Difference", Numeric: true}},
		Empty: ui.Empty{Title: "Nothing differs", Text: "As much is wanted of each type as before."},
	}
	for _, c := range first(all, mostRows) {
		table.Rows = append(table.Rows, ui.Row{Cells: []ui.Cell{{Kind: ui.CodeCell, Text: c.name, URL: typeURL(r, c.name)}, number(c.before), number(c.now), {Text: fmt.Sprintf("%+d", c.now-c.before)}}})
	}
	return tableSection("differences", ui.Plural(len(all), "type differs", "types differ"), "Those that differ the most.", table)
}

func wantedOf(t *economy.TypeFigure) int64 {
	if t == nil {
		return 0
	}
	return t.Wanted
}
