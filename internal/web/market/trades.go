package market

import (
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/docform"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// usualMode is the mode of entries without one: to be bought and sold.
const usualMode = "1"

// trade is an entry of a trader's lists: a category or class, and its mode.
type trade struct{ name, mode string }

// splitMode reads an entry that may end with a colon and the mode.
func splitMode(text string) (name, mode string) {
	name, mode, found := strings.Cut(text, ":")
	if !found {
		mode = usualMode
	}
	return strings.TrimSpace(name), strings.TrimSpace(mode)
}

// sentTrades reads the input for a list: lines, texts, or rows with a name and a mode.
func sentTrades(sent any) (trades []trade) {
	for _, member := range sentEntries(sent) {
		t := trade{}
		t.name, t.mode = splitMode(ui.TextOf(member))
		if row, ok := member.(*jsontree.Object); ok {
			texts := ui.Cells(row)
			t.name, t.mode = splitMode(texts["name"])
			if texts["mode"] != "" {
				t.mode = texts["mode"]
			}
		}
		if t.name != "" {
			trades = append(trades, t)
		}
	}
	return trades
}

// sentEntries returns the lines of a text, or the members of a list.
func sentEntries(sent any) (entries []any) {
	if text, isText := sent.(string); isText {
		for line := range strings.Lines(text) {
			entries = append(entries, line)
		}
		return entries
	}
	return jsontree.Members(sent)
}

// storedTrades reads a list of a document: texts, or a map of modes.
func storedTrades(document *jsontree.Object, key string) (trades []trade) {
	value, _ := document.Get(key)
	if modes, isMap := value.(*jsontree.Object); isMap {
		for name, mode := range modes.All() {
			trades = append(trades, trade{name, ui.TextOf(mode)})
		}
		return trades
	}
	for _, text := range ui.MemberTexts(value) {
		name, mode := splitMode(text)
		trades = append(trades, trade{name, mode})
	}
	return trades
}

// tradeRows returns entries as the rows of a form.
func tradeRows(trades []trade) []any {
	rows := make([]any, len(trades))
	for i, t := range trades {
		row := new(jsontree.Object)
		row.Set("name", t.name)
		row.Set("mode", t.mode)
		rows[i] = row
	}
	return rows
}

// accept writes the entries that were sent for a list into a document. In the input they become rows, which the form can show again.
func (l tradeList) accept(r *site.Request, document *jsontree.Object) (problems validate.Errors) {
	sent, ok := r.Input.Get(l.key)
	if !ok {
		return nil
	}
	if jsontree.Members(sent) == nil && sent != nil {
		if _, isText := sent.(string); !isText {
			return validate.Wrong(l.key, validate.MustBeArray)
		}
	}
	trades, stored := sentTrades(sent), storedTrades(document, l.key)
	r.Input.Set(l.key, tradeRows(trades))
	if slices.Equal(trades, stored) {
		return nil
	}
	if problems = l.check(trades, stored); len(problems) == 0 {
		old, _ := document.Get(l.key)
		document.Set(l.key, l.write(old, trades))
	}
	return problems
}

func (l tradeList) isMap() bool { return expansion.Trader.Field(l.key).Shape == expansion.Map }

// check returns unknown modes, long names and, in a map, duplicate names. Entries that are stored already are not checked.
func (l tradeList) check(trades, stored []trade) (problems validate.Errors) {
	seen := map[string]bool{}
	for i, t := range trades {
		path, name := l.key+"."+strconv.Itoa(i), strings.ToLower(t.name)
		switch {
		case slices.Contains(stored, t):
		case modeLabel(t.mode) == "":
			problems.AddFailure(path, validate.SelectionIsInvalid)
		case l.isMap() && seen[name]:
			problems.AddFailure(path, validate.HasDuplicate)
		default:
			for _, p := range docform.CheckLength(path, t.name) {
				problems.AddNamed(p.Path, "", p.Message)
			}
		}
		seen[name] = true
	}
	return problems
}

// write returns entries as the document has them.
func (l tradeList) write(old any, trades []trade) any {
	switch {
	case l.isMap():
		return writeModes(trades)
	case l.modes:
		return writeEntries(old, trades)
	}
	return writeNames(trades)
}

// writeNames writes currencies, which have no mode.
func writeNames(trades []trade) any {
	list := make([]any, len(trades))
	for i, t := range trades {
		list[i] = t.name
	}
	return list
}

// writeEntries writes categories. Stored entries keep their spelling; new ones leave out the usual mode.
func writeEntries(old any, trades []trade) any {
	spelling := map[trade]string{}
	for _, text := range ui.MemberTexts(old) {
		name, mode := splitMode(text)
		spelling[trade{name, mode}] = text
	}
	list := make([]any, len(trades))
	for i, t := range trades {
		text, known := spelling[t]
		switch {
		case known:
		case t.mode == usualMode:
			text = t.name
		default:
			text = t.name + ":" + t.mode
		}
		list[i] = text
	}
	return list
}

// writeModes writes items as a map of modes by class names.
func writeModes(trades []trade) any {
	modes := new(jsontree.Object)
	for _, t := range trades {
		modes.Set(t.name, jsontree.Number(t.mode))
	}
	return modes
}

// modes returns the mod's modes, first the usual one, with which new rows begin.
func modes() []ui.Option {
	options := []ui.Option{{Value: usualMode, Label: modeLabel(usualMode)}}
	for _, choice := range expansion.Trader.Field("Items").Choices {
		if value := ui.TextOf(choice.Value); value != usualMode {
			options = append(options, ui.Option{Value: value, Label: choice.Label})
		}
	}
	return options
}

// modeLabel returns the meaning of a mode, "" for one that the mod does not know.
func modeLabel(mode string) string {
	for _, choice := range expansion.Trader.Field("Items").Choices {
		if ui.TextOf(choice.Value) == mode {
			return choice.Label
		}
	}
	return ""
}

// tradeList is a list of a trader.
type tradeList struct {
	key, row string // the key in the document, and what a row is called
	set      int    // of the form
	modes    bool   // rows have a mode
}
