package lint

import (
	"encoding/json"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/textfile"
	tradermod "quartermaster/internal/trader"
)

var traderFile = &Rule{
	ID: "trader-file", Severity: Error, Title: "Trader file the mod cannot read",
	Says: sentences{
		"file":        "In the file, {problem}.",
		"line":        "Line {line} {problem}.",
		"passes-over": "Line {line} {problem}, so the mod skips it.",
		"no-position": "Line {line} has no position, so players cannot find it. Enter x, y and z.",
		"trader": "Line {line} marks trader {trader}, but the last one of TraderConfig.txt has the number {last}. Enter the number " +
			"of a trader, counted from 0.",
		"safezone": "Line {line} marks a trader without <TraderMarkerSafezone>, which the mod wants for each. Write 0 for none.",
	},
	Check: func(w *world, report report) {
		for _, f := range w.Files {
			if text, known := w.traderText(f); known {
				w.checkTraderFile(report, f, text)
			}
		}
	},
}

// isTraderFile reports whether a stored file is one of the trader mod without records.
func isTraderFile(f *record.File) bool {
	of := tradermod.FileType(f.Kind)
	return of == tradermod.VehiclePartsFile || of == tradermod.VariablesFile || of == tradermod.AdminsFile
}

// traderText returns the text of a file of the trader mod, and whether it is one.
func (w *world) traderText(f *record.File) (text string, known bool) {
	switch of := tradermod.FileType(f.Kind); {
	case f.Broken != nil:
		return "", false
	case of == tradermod.ConfigFile && f.Skeleton != nil:
		return w.traderLines(f), true
	case of == tradermod.ObjectsFile && f.Content != nil:
		return *f.Content, true
	case isTraderFile(f) && w.Game[strings.ToLower(f.Path)] != nil:
		return w.Game[strings.ToLower(f.Path)].text, true
	}
	return "", false
}

// traderLines puts the text of TraderConfig.txt together as it was imported.
func (w *world) traderLines(f *record.File) string {
	var s struct {
		Leads []string `json:"leads"`
		Tail  string   `json:"tail"`
	}
	_ = json.Unmarshal([]byte(*f.Skeleton), &s) // an import wrote it
	lines := make([]string, len(s.Leads))
	add := func(o record.HiddenOrigin) {
		if o.Slot != nil && o.Raw != nil && *o.Slot < int64(len(lines)) && pathOf(o.SourceFile, "") == strings.ToLower(f.Path) {
			lines[*o.Slot] = *o.Raw
		}
	}
	for _, r := range w.TraderCurrencies {
		add(r.HiddenOrigin)
	}
	for _, r := range w.TraderSellers {
		add(r.HiddenOrigin)
	}
	for _, r := range w.TraderCategories {
		add(r.HiddenOrigin)
	}
	for _, r := range w.TraderItems {
		add(r.HiddenOrigin)
	}
	var b strings.Builder
	for i, lead := range s.Leads {
		b.WriteString(lead + lines[i])
	}
	return b.String() + s.Tail
}

func (w *world) checkTraderFile(report report, f *record.File, text string) {
	found := few{report: report, about: f}
	for _, slip := range w.slipsOf(tradermod.FileType(f.Kind), text) {
		found.tell(func() message { return slip })
	}
	found.end()
}

// slipsOf returns the mistakes in a file of the trader mod, those of the markers among them.
func (w *world) slipsOf(of tradermod.FileType, text string) (list []message) {
	for _, slip := range tradermod.Slips(of, text) {
		list = append(list, slipSays(slip))
	}
	if of != tradermod.ObjectsFile {
		return list
	}
	objects, err := tradermod.ParseObjects([]byte(text))
	if err != nil {
		return list
	}
	for _, warning := range objects.Warnings {
		if problem := problemIn(warning); !problem.IsNone() {
			list = append(list, says("passes-over", "line", inLine(warning.Line), "problem", told{problem}))
		}
	}
	for _, entry := range objects.Entries {
		if problem := w.markerProblem(entry.Value); !problem.IsNone() {
			list = append(list, problem.With("line", inLine(entry.Line)))
		}
	}
	return list
}

func slipSays(slip textfile.Warning) message {
	if slip.Line == 0 {
		return says("file", "problem", told{slip.Says})
	}
	return says("line", "line", inLine(slip.Line), "problem", told{slip.Says})
}

// markerProblem returns what is wrong with a marker or object of TraderObjects.txt, if anything.
func (w *world) markerProblem(p tradermod.Place) message {
	switch n := int64(len(w.TraderSellers)); {
	case p.Position == nil:
		return says("no-position")
	case p.IsMarker && n > 0 && (p.Trader < 0 || p.Trader >= n):
		return says("trader", "trader", p.Trader, "last", n-1)
	case p.IsMarker && p.Safezone == nil:
		return says("safezone")
	}
	return message{}
}
