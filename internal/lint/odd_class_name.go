package lint

import (
	"strconv"
	"strings"
	"unicode"

	"quartermaster/internal/expansion"
)

var oddClassName = &Rule{
	ID: "odd-class-name", Severity: Error, Title: "Invalid class name",
	Says: sentences{
		"class":     "“{class}” contains {sign}.",
		"class-at":  "“{class}” at {at} contains {sign}.",
		"fix":       "Change it to “{name}”.",
		"space":     "a space",
		"comma":     "a comma",
		"control":   "a control character",
		"invisible": "an invisible character",
		"xml":       "a character with a special meaning in XML",
	},
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
			if sign := oddSign(strings.TrimSpace(text.Text)); !sign.IsNone() && !vague.has(text.Field.Name) && !isLabel(text) {
				report(within{d.about, text.Path()}, says("class-at", "class", visible(text.Text), "at", text.Path(), "sign", sign), nil)
			}
		}
	}
	for d := range w.gameDocuments() {
		for _, text := range d.Formatted(d.Tree) {
			if text.Field.Format == expansion.ClassFormat && strings.ContainsFunc(text.Text, isForeign) {
				report(within{d.about, text.Path()}, says("class-at", "class", text.Text, "at", text.Path(), "sign", describeLetter(text.Text)), nil)
			}
		}
	}
}

// oddSigns lists the characters that the game's files cannot hold in a class name, with what says which it is.
var oddSigns = []struct {
	is   func(rune) bool
	says string
}{
	{unicode.IsSpace, "space"},
	{func(r rune) bool { return r == ',' }, "comma"},
	{unicode.IsControl, "control"},
	{func(r rune) bool { return unicode.Is(unicode.Cf, r) }, "invisible"},
	{func(r rune) bool { return strings.ContainsRune(`<>&"'`, r) }, "xml"},
}

// oddSign says what is not allowed in a class name and stands in it, if anything.
func oddSign(class string) message {
	for _, sign := range oddSigns {
		if strings.ContainsFunc(class, sign.is) {
			return says(sign.says)
		}
	}
	if strings.ContainsFunc(class, isForeign) {
		return describeLetter(class)
	}
	return message{}
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
		if sign.IsNone() {
			continue
		}
		var fix *Fix
		if name := repaired(*class); mayMend && name != "" && oddSign(name).IsNone() {
			fix = mend(says("fix", "name", name), func() { *class = name })
		}
		report(about, says("class", "class", visible(*class), "sign", sign), fix)
	}
}

// visible escapes the invisible characters of a class name as Go does.
func visible(class string) string { return strings.Trim(strconv.Quote(class), `"`) }
