package economy

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"quartermaster/internal/economy"
	"quartermaster/internal/store"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// shown returns the figures that the page is about: those of the revision that the address names as at, or the present ones.
func shown(ctx context.Context, r *site.Request) (*economy.Figures, error) {
	number := revisionIn(r, "at")
	if number == 0 {
		f, _, err := r.Site.Economy.Figures(ctx, r.Scope())
		return f, err
	}
	f, err := r.Site.Economy.At(ctx, r.Scope(), number)
	if errors.Is(err, store.ErrNotFound) {
		err = site.ErrNotFound
	}
	return f, err
}

// revisionIn returns the revision that the address names; 0 for none.
func revisionIn(r *site.Request, name string) int64 {
	number, _ := strconv.ParseInt(r.Text(name), 10, 64)
	return max(number, 0)
}

// compare returns the figures that the page is to be compared with, nil for none, and the form that asks for them.
func compare(ctx context.Context, r *site.Request) (*economy.Figures, *pages.EconomyComparison, error) {
	form := &pages.EconomyComparison{Path: economyURL(r)}
	against := ui.Field{Name: "against", Label: "Compare with", Kind: ui.Select, Options: []ui.Option{{Label: "nothing"}}}
	for _, o := range []ui.Option{
		{Value: economy.AgainstDelivered, Label: "what was delivered last"},
		{Value: economy.AgainstUsual, Label: "the usual values"},
		{Value: "revision", Label: "a revision"},
	} {
		o.Selected = o.Value == r.Text("against")
		against.Options = append(against.Options, o)
	}
	form.Fields = []ui.Field{
		against,
		{Name: "revision", Label: "Revision", Kind: ui.Number, Value: r.Text("revision"), Min: "1"},
		{Name: "at", Label: "Show revision", Kind: ui.Number, Value: r.Text("at"), Min: "1", Help: "Empty: now."},
	}
	other, says, err := asked(ctx, r)
	var wrong wrongChoice
	switch {
	case errors.As(err, &wrong):
		form.Error, err = string(wrong), nil
	case other != nil:
		form.Says = fmt.Sprintf("%s compared with %s. Before: %s wanted; the bold bars are after it. The map's files are those of today on "+
			"both sides.",
			lookedAt(r), says, ui.HumanCount(other.Totals.Wanted))
	}
	return other, form, err
}

// lookedAt names the state that the page shows.
func lookedAt(r *site.Request) string {
	if number := revisionIn(r, "at"); number != 0 {
		return "Revision " + ui.HumanCount(number)
	}
	return "The present state"
}

// wrongChoice says why there is nothing to compare with.
type wrongChoice string

func (w wrongChoice) Error() string { return string(w) }

// asked returns the figures that the address names to compare with, nil for none, and what they are.
func asked(ctx context.Context, r *site.Request) (*economy.Figures, string, error) {
	what := r.Text("against")
	switch what {
	case economy.AgainstDelivered, economy.AgainstUsual:
	case "revision":
		if what = r.Text("revision"); revisionIn(r, "revision") == 0 {
			return nil, "", wrongChoice("Which revision? The history numbers them.")
		}
	default:
		return nil, "", nil
	}
	other, revision, err := r.Site.Economy.Against(ctx, r.Scope(), what)
	says := "revision " + ui.HumanCount(revision)
	switch what {
	case economy.AgainstUsual:
		says = "the usual values of the catalog; types that it does not know count as not wanted"
	case economy.AgainstDelivered:
		says += ", which was delivered last"
	}
	return other, says, explained(err)
}

// explained returns why there is nothing to compare with as a sentence for the form.
func explained(err error) error {
	switch {
	case errors.Is(err, economy.ErrNoCatalog):
		return wrongChoice("The catalog has no usual values. Its operator fills it with quartermaster catalog import.")
	case errors.Is(err, economy.ErrNotDelivered):
		return wrongChoice("Nothing has been delivered to the game server yet.")
	case errors.Is(err, store.ErrNotFound):
		return wrongChoice("The history does not have this revision.")
	}
	return err
}

// differences are the tables of the types that differ: those that can spawn now or before only, those of which more is wanted than there
// is room for, and all.
func (f figures) differences(r *site.Request, files func(of string, labels ...string) []pages.EconomyFile) (list []pages.EconomySection) {
	all := f.now.Differences(f.before)
	if stops := stopping(r, all); len(stops.Rows) > 0 && f.now.Ground.Known {
		list = append(list, tableSection("stopping", "Spawning stops or begins",
			"Types that can spawn in only one of the two versions.", stops))
	}
	if scarce := becomingScarce(r, all); len(scarce.Rows) > 0 && f.now.Ground.Known {
		list = append(list, tableSection("becoming-scarce", "New: more wanted than there is room for", "", scarce))
	}
	section := tableSection("differences", ui.Plural(len(all), "type differs", "types differ"), "The largest differences.",
		differing(r, all))
	section.Files = files("differences", "CSV")
	return append(list, section)
}

func stopping(r *site.Request, all []economy.Difference) ui.Table {
	table := ui.Table{
		Label:   "Spawning stops or begins",
		Columns: []ui.Column{{Label: "Type"}, {Label: "Wanted", Numeric: true}, {Label: "Before"}, {Label: "Now"}},
	}
	for _, d := range all {
		if d.Reason != d.ReasonBefore {
			table.Rows = append(table.Rows, ui.Row{Cells: []ui.Cell{
				differenceCell(r, d), number(d.Wanted), {Text: spawning(d.ReasonBefore, d.WantedBefore)}, {Text: spawning(d.Reason, d.Wanted)},
			}})
		}
	}
	table.Rows = first(table.Rows, mostRows)
	return table
}

// spawning says whether a type spawns as loot.
func spawning(reason economy.Reason, wanted int64) string {
	switch {
	case wanted <= 0:
		return "None wanted."
	case reason == economy.ReasonNone:
		return "Spawns."
	}
	return reasons[reason]
}

func becomingScarce(r *site.Request, all []economy.Difference) ui.Table {
	table := ui.Table{
		Label:   "Types that become scarce",
		Columns: []ui.Column{{Label: "Type"}, {Label: "Wanted", Numeric: true}, {Label: "Room", Numeric: true}},
	}
	for _, d := range all {
		if d.BecomesScarce() {
			table.Rows = append(table.Rows, ui.Row{Cells: []ui.Cell{differenceCell(r, d), number(d.Wanted), number(d.Possible)}})
		}
	}
	table.Rows = first(table.Rows, mostRows)
	return table
}

func differing(r *site.Request, all []economy.Difference) ui.Table {
	table := ui.Table{
		Label: "Types that differ", Columns: []ui.Column{
			{Label: "Type"},
			{Label: "Wanted before", Numeric: true},
			{Label: "Now", Numeric: true},
			{Label: "Difference", Numeric: true},
			{Label: "Room before", Numeric: true},
			{Label: "Now", Numeric: true},
		},
		Empty: ui.Empty{Title: "Nothing differs", Text: "Every target is the same as before, and so is the room for it."},
	}
	for _, d := range first(all, mostRows) {
		table.Rows = append(table.Rows, ui.Row{Cells: []ui.Cell{
			differenceCell(r, d), number(d.WantedBefore), number(d.Wanted),
			{Text: fmt.Sprintf("%+d", d.Wanted-d.WantedBefore)},
			number(d.PossibleBefore), number(d.Possible),
		}})
	}
	return table
}

func differenceCell(r *site.Request, d economy.Difference) ui.Cell {
	return ui.Cell{Kind: ui.CodeCell, Text: d.Name, URL: typeURL(r, d.Name)}
}
