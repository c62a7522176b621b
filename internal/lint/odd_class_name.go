package lint

import (
	"strconv"
	"strings"
	"unicode"
)

var oddClassName = &Rule{
	ID: "odd-class-name", Severity: Error, Title: "Invalid class name",
	Check: func(w *world, report report) {
		for _, c := range w.OddClasses {
			taken := w.Own.has(trimmedClass(c.Name))
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
	},
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

// oddSign returns the name of a character that is not allowed in a class name, or "".
func oddSign(class string) string {
	for _, sign := range oddSigns {
		if strings.ContainsFunc(class, sign.is) {
			return sign.name
		}
	}
	return ""
}

// trimmedClass returns a class name without invisible characters around it.
func trimmedClass(class string) string {
	return strings.TrimFunc(class, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsGraphic(r) })
}

// checkClassNames reports the invalid class names of a record. If trimming makes one valid and mayTrim is set, the fix trims it.
func checkClassNames(report report, about any, classes []*string, mayTrim bool) {
	for _, class := range classes {
		sign := oddSign(*class)
		if sign == "" {
			continue
		}
		var fix *Fix
		if trimmed := trimmedClass(*class); mayTrim && trimmed != "" && oddSign(trimmed) == "" {
			fix = mend("Change it to "+quoted(trimmed)+".", func() { *class = trimmed })
		}
		report(about, quoted(visible(*class))+" contains "+sign+".", fix)
	}
}

// visible escapes the invisible characters of a class name as Go does.
func visible(class string) string { return strings.Trim(strconv.Quote(class), `"`) }
