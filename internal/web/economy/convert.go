package economy

import (
	"context"
	"errors"
	"net/url"
	"strings"

	"quartermaster/internal/mission"
	"quartermaster/internal/tradermod"
	"quartermaster/internal/tradermods"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// mostFiles is how many files the preview of a conversion shows.
const mostFiles = 200

func convertURL(r *site.Request) string { return r.Instance.URL + site.ConvertTradersPath }

func conversions(r *site.Request) *tradermods.Service {
	return tradermods.New(r.Site.DB, r.Site.Missions)
}

// orderOf returns the conversion that a request is about; known is false where it names no two mods.
func orderOf(r *site.Request) (o tradermods.Order, known bool) {
	o = tradermods.Order{From: tradermod.Mod(r.Text("from")), To: tradermod.Mod(r.Text("to")), Replace: r.Text("replace") == "1"}
	return o, o.From.Title() != "" && o.To.Title() != "" && o.From != o.To
}

// showConversion asks which traders to convert, and shows what that would make.
func showConversion(ctx context.Context, r *site.Request) (site.Response, error) {
	o, known := orderOf(r)
	view := pages.Economy{
		AsksFirst: true,
		Lead: "Copy what the traders of one mod sell, their prices, places and vehicles into the files of another mod. The first mod’s files " +
			"stay as they are. The other mod loses nothing: only what is missing is added.",
	}
	mods, err := conversions(r).Mods(ctx, r.Scope())
	if err != nil {
		return site.Response{}, err
	}
	view.Asks = []pages.EconomyAsk{askConversion(r, o, mods)}
	switch {
	case known:
		err = previewConversion(ctx, r, o, &view)
	case r.Text("from") != "" && r.Text("from") == r.Text("to"):
		view.Notes = []string{"Choose two mods that differ."}
	case len(mods) == 0:
		view.Notes = []string{"This server has no files of Dr. Jones’ Trader, of TraderPlus or of the Expansion market yet. Import them first."}
	}
	return site.Response{
		Page: r.Inside("Convert traders", economyLink(r), ui.Link{Label: "Traders compared", URL: tradersURL(r)}), View: view,
	}, err
}

// askConversion is the form that asks for a preview. Without a choice it proposes the first mod that the instance has.
func askConversion(r *site.Request, o tradermods.Order, there []tradermod.Mod) pages.EconomyAsk {
	from := ui.Field{Name: "from", Label: "From", Kind: ui.Select, Required: true}
	to := ui.Field{Name: "to", Label: "To", Kind: ui.Select, Required: true}
	for _, word := range o.From.Words() {
		m := tradermod.Mod(word)
		from.Options = append(from.Options, ui.Option{
			Value: word, Label: m.Title(), Selected: m == o.From || o.From == "" && len(there) > 0 && m == there[0],
		})
		to.Options = append(to.Options, ui.Option{Value: word, Label: m.Title(), Selected: m == o.To || o.To == "" && m == tradermod.Expansion})
	}
	replace := ui.Field{
		Name: "replace", Label: "New prices for existing items", Kind: ui.Switch,
		Help: "Otherwise they keep their prices. Nothing else of them changes.",
	}
	if o.Replace {
		replace.Value = "1"
	}
	return pages.EconomyAsk{
		ID: "convert", Title: "Which traders", Text: "You see the result before anything changes.", Path: convertURL(r),
		Submit: "Preview", Fields: []ui.Field{from, to, replace},
	}
}

// previewConversion shows what a conversion would make, or why it cannot be.
func previewConversion(ctx context.Context, r *site.Request, o tradermods.Order, view *pages.Economy) error {
	done, err := conversions(r).Preview(ctx, r.Scope(), o)
	if text := whyNot(err, o); text != "" {
		view.Notes = []string{text}
		return nil
	}
	if err != nil {
		return err
	}
	view.Sections = []pages.EconomySection{
		tableSection("counts", "Result", "Existing entries are matched by name.", countsOf(done)),
		tableSection("notes", "What the other mod cannot do", "", notesOf(done)),
		tableSection("files", "Files", "At most 200 are shown.", filesOf(done)),
	}
	if len(done.Files) > 0 {
		query := url.Values{"from": {string(o.From)}, "to": {string(o.To)}}
		if o.Replace {
			query.Set("replace", "1")
		}
		view.Form = &ui.Form{
			ID: "carry-out", Action: convertURL(r) + "?" + query.Encode(), Submit: "Convert: change " + ui.Plural(len(done.Files), "file", "files"),
			Cancel: tradersURL(r),
		}
	}
	return nil
}

// whyNot says what keeps traders from being converted; nothing of a failure of the service.
func whyNot(err error, o tradermods.Order) string {
	var refused mission.RefusedFile
	switch {
	case errors.Is(err, tradermod.ErrNothing):
		return "There is nothing to convert: no file of " + o.From.Title() + " has categories with items."
	case errors.Is(err, tradermods.ErrChanged):
		return "The instance has been changed in the meantime. This is what would change now."
	case errors.As(err, &refused):
		return refused.Error() + ". Correct the file, then convert it."
	}
	return ""
}

func countsOf(done tradermods.Done) ui.Table {
	table := ui.Table{Label: "Counts", Columns: []ui.Column{
		{Label: "What"},
		{Label: "Found", Numeric: true},
		{Label: "Added", Numeric: true},
		{Label: "New prices", Numeric: true},
		{Label: "Already there", Numeric: true},
	}}
	for _, c := range done.Counts {
		table.Rows = append(table.Rows, ui.Row{Cells: []ui.Cell{
			{Text: strings.ToUpper(c.Of[:1]) + c.Of[1:]},
			{Text: ui.HumanCount(int64(c.Found))},
			{Text: ui.HumanCount(int64(c.Added))},
			{Text: ui.HumanCount(int64(c.Changed))},
			{Text: ui.HumanCount(int64(c.Kept))},
		}})
	}
	return table
}

func notesOf(done tradermods.Done) ui.Table {
	table := ui.Table{
		Label: "Notes", Columns: []ui.Column{{Label: "What"}, {Label: "For example"}},
		Empty: ui.Empty{Title: "Nothing", Text: "The other mod has a match for everything."},
	}
	for _, n := range done.Notes {
		table.Rows = append(table.Rows, ui.Row{Cells: []ui.Cell{{Text: n.Text()}, {Text: strings.Join(n.Names, ", ")}}})
	}
	return table
}

func filesOf(done tradermods.Done) ui.Table {
	table := ui.Table{
		Label: "Files", Columns: []ui.Column{{Label: "File"}, {Label: "State"}},
		Empty: ui.Empty{Title: "No file changes", Text: "Everything is already there."},
	}
	for _, f := range first(done.Files, mostFiles) {
		state := "extended"
		if done.New[f.Path] {
			state = "new"
		}
		table.Rows = append(table.Rows, ui.Row{Cells: []ui.Cell{{Kind: ui.CodeCell, Text: f.Path}, {Text: state}}})
	}
	return table
}

// convertTraders carries out what the preview has shown, as one revision.
func convertTraders(ctx context.Context, r *site.Request) (site.Response, error) {
	o, known := orderOf(r)
	if !known {
		return r.Tell(convertURL(r), ui.Notice{Tone: ui.Warn, Text: "Choose two mods that differ."}), nil
	}
	done, err := conversions(r).Convert(ctx, r.Scope(), o)
	if text := whyNot(err, o); text != "" {
		return r.Tell(convertURL(r)+"?"+r.URL.RawQuery, ui.Notice{Tone: ui.Bad, Text: text}), nil
	}
	if err != nil {
		return site.Response{}, err
	}
	return r.Done(tradersURL(r), "Traders of "+o.From.Title()+" were converted for "+o.To.Title()+": "+
		ui.Plural(len(done.Files), "file has changed.", "files have changed.")), nil
}
