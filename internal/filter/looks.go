package filter

import "strings"

// What looks like a filter of another program is refused, and never a word to search for: a term that is not understood would find
// nothing, or with a minus sign leave nothing out.

const (
	missingValue = "a value is missing"
	grouping     = "()[]{}"
	inQuotes     = "; put quotation marks around a text to search for it"
)

// operators are words of other filter languages, and how to write what they mean.
var operators = map[string]string{
	"AND": "all terms must hold anyway: leave AND out",
	"&":   "all terms must hold anyway: leave & out",
	"&&":  "all terms must hold anyway: leave && out",
	"OR":  "for one of several values write them with commas, as in cat:weapons,tools",
	"NOT": "for the opposite write a minus sign directly before the term, as in -cat:weapons",
}

// notWord returns why a bare word is none; empty for a word.
func notWord(v Value) string {
	switch {
	case v.Quoted:
		return ""
	case operators[v.Text] != "":
		return operators[v.Text] + inQuotes
	case strings.HasPrefix(v.Text, "-"):
		return "one minus sign is enough"
	case strings.HasPrefix(v.Text, "+"):
		return "all terms must hold anyway: leave the plus sign out" + inQuotes
	case strings.HasPrefix(v.Text, "!") && !strings.HasPrefix(v.Text, "!="):
		return "for the opposite write a minus sign directly before the term, as in -cat:weapons" + inQuotes
	case strings.ContainsAny(v.Text, grouping):
		return notPlain(v.Text)
	case strings.ContainsAny(v.Text, ":<>=~"):
		return notComparison(v.Text) + inQuotes
	case strings.ContainsAny(v.Text, ",;"):
		return "several texts need a field before them, as in name:akm,m4a1" + inQuotes
	}
	return notPlain(v.Text)
}

// notComparison returns how to write what a word with a sign means.
func notComparison(word string) string {
	switch {
	case strings.Contains(word, "!="), strings.Contains(word, "<>"):
		return "for the opposite write a minus sign before the field and a colon behind it, as in -cat:weapons"
	case strings.Contains(word, "~"):
		return "for a part of a text write a colon and stars, as in name:*ak*"
	case strings.Contains(word, "=") && !strings.ContainsAny(word, "<>:"):
		return "for equal write a colon, as in cat:weapons"
	}
	return "a comparison is a field, a sign and a value, without blanks between them"
}

// notValue returns why a text cannot be compared with; empty where it can.
func notValue(v Value) string {
	switch {
	case v.Quoted:
		return ""
	case v.Text == "":
		return missingValue
	case strings.ContainsAny(v.Text[:1], ":<>=~!"):
		return "one of the signs : > >= < <= is enough" + inQuotes
	case strings.Contains(v.Text, ";"):
		return "between several values stand commas, as in cat:weapons,tools" + inQuotes
	case strings.ContainsAny(v.Text, "<>=~"), strings.Contains(v.Text, ":") && strings.Trim(v.Text, "0123456789TtZz:.+-") != "":
		return "a sign stands inside of a value, or a blank is missing before the next term" + inQuotes
	}
	return notPlain(v.Text)
}

// notPlain returns why a text needs quotation marks; empty where it needs none.
func notPlain(text string) string {
	switch {
	case strings.Contains(text, "|"):
		return "for one of several values write them with commas, as in cat:weapons,tools" + inQuotes
	case strings.ContainsAny(text, grouping):
		return "terms cannot be grouped with brackets: all of them must hold, and a term may have several values, as in cat:weapons,tools" +
			inQuotes
	case strings.Contains(text, `"`):
		return "a quotation mark stands inside of a text: put marks around all of it, and a backslash before the one inside"
	}
	return ""
}
