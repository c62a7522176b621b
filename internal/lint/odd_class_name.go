package lint

import (
	"strconv"
	"strings"
	"unicode"

	"quartermaster/internal/expansion"
)

var oddClassName = &Rule{
	ID: "odd-class-name", Severity: Error, Title: "Invalid class name",
	Check: func(w *world, report report) {
		for _, c := range w.OddClasses {
			taken := w.Own.has(repaired(c.Name))
			checkClassNames(report, c, []*string{&c.Name}, !taken)
		}
		for _, e := range w.Events {
			checkClassNames(report, e, childClasses(e), true)
		}
		for _, t := range w.SpawnableTypes {
			checkClassNames(report, t, blockClasses(t), true)
		}
		for _, p := range w.RandomPresets {
			checkClassNames(report, p, itemClasses(p.Items), true)
		}
		for _, s := range w.TraderSellers {
			checkClassNames(report, s, figureClasses(s), true)
		}
		w.checkDocumentClasses(report)
	},
}

// checkDocumentClasses reports the invalid class names in files of the mod and of the game.
func (w *world) checkDocumentClasses(report report) {
	for d := range w.Mod.all() {
		for _, text := range d.named(expansion.ClassFormat) {
			if sign := oddSign(strings.TrimSpace(text.Text)); sign != "" && !vague.has(text.Field.Name) && !isLabel(text) {
				report(within{d.about, text.Path()}, quoted(visible(text.Text))+" at "+text.Path()+" contains "+sign+".", nil)
			}
		}
	}
	for d := range w.gameDocuments() {
		for _, text := range d.Formatted(d.Tree) {
			if text.Field.Format == expansion.ClassFormat && strings.ContainsFunc(text.Text, isForeign) {
				report(within{d.about, text.Path()}, quoted(text.Text)+" at "+text.Path()+" contains "+describeLetter(text.Text)+".", nil)
			}
		}
	}
}

// oddSigns lists the characters that the game's files cannot hold in a class name, with their names.
var oddSigns = []struct {
	is   func(rune) bool
	name string
}{
	{unicode.IsSpace, "a space"},
	{func(r rune) bool { return r == ',' }, "a comma"},
	{unicode.IsControl, "a control character"},
	{func(r rune) bool { return unicode.Is(unicode.Cf, r) }, "an invisible character"},
	{func(r rune) bool { return strings.ContainsRune(`<>&"'`, r) }, "a character with a special meaning in XML"},
}

// oddSign returns what is not allowed in a class name and stands in it, or "".
func oddSign(class string) string {
	for _, sign := range oddSigns {
		if strings.ContainsFunc(class, sign.is) {
			return sign.name
		}
	}
	if strings.ContainsFunc(class, isForeign) {
		return describeLetter(class)
	}
	return ""
}

// repaired returns a class name without invisible characters around it, and with Latin letters in place of those that look like them.
func repaired(class string) string { return lookalikes.Replace(trimmedClass(class)) }

// trimmedClass returns a class name without invisible characters around it.
func trimmedClass(class string) string {
	return strings.TrimFunc(class, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsGraphic(r) })
}

// checkClassNames reports the invalid class names of a record. If repairing makes one valid and mayMend is set, that is the fix.
func checkClassNames(report report, about any, classes []*string, mayMend bool) {
	for _, class := range classes {
		sign := oddSign(*class)
		if sign == "" {
			continue
		}
		var fix *Fix
		if name := repaired(*class); mayMend && name != "" && oddSign(name) == "" {
			fix = mend("Change it to "+quoted(name)+".", func() { *class = name })
		}
		report(about, quoted(visible(*class))+" contains "+sign+".", fix)
	}
}

// visible escapes the invisible characters of a class name as Go does.
func visible(class string) string { return strings.Trim(strconv.Quote(class), `"`) }
