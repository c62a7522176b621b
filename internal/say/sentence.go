package say

import (
	"fmt"
	"strconv"
	"strings"
)

// Table holds sentences by rule.
type Table map[string]string

// Sentence returns the sentence of a message. The sentences of other tables hold for what this one does not have. Of a rule that none of
// them has, as an earlier version may have stored it, the parameters are shown.
func (t Table) Sentence(m Message, others ...Table) string {
	return sentence(m, append([]Table{t}, others...))
}

func sentence(m Message, tables []Table) string {
	if m.Rule == plainRule {
		text, _ := m.Param(plainParam).(string)
		return text
	}
	for _, table := range tables {
		if pattern, known := table[m.Rule]; known {
			return fill(pattern, m, tables)
		}
	}
	parts := []string{m.Rule}
	for _, p := range m.Params {
		parts = append(parts, p.Name+" "+shown(p.Value, "", tables))
	}
	return strings.Join(parts, ", ")
}

// fill puts the parameters of a message into the places of a pattern.
func fill(pattern string, m Message, tables []Table) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(pattern, "{")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		var place string
		place, pattern, _ = strings.Cut(rest, "}")
		b.WriteString(placed(place, m, tables))
	}
}

// placed returns what stands in a place: a name, how its value is shown, or the forms of what it counts.
func placed(place string, m Message, tables []Table) string {
	place, forms, counts := strings.Cut(place, "|")
	name, form, _ := strings.Cut(place, ":")
	text := shown(m.Param(name), form, tables)
	if !counts {
		return text
	}
	one, many, _ := strings.Cut(forms, "|")
	if text == "1" {
		return text + " " + one
	}
	return text + " " + many
}

// shown returns a value as it stands in a sentence.
func shown(value any, form string, tables []Table) string {
	switch v := value.(type) {
	case string:
		return quoted(v, form)
	case []string:
		return listed(v, form)
	case float64:
		return number(v, form)
	case int:
		return whole(int64(v), form)
	case int64:
		return whole(v, form)
	case Message:
		return sentence(v, tables)
	case []Message:
		return all(v, tables)
	case Part:
		return v.Part()
	case nil:
		return ""
	}
	return fmt.Sprint(value)
}

// all returns what several messages say.
func all(list []Message, tables []Table) string {
	texts := make([]string, len(list))
	for i, m := range list {
		texts[i] = sentence(m, tables)
	}
	return strings.Join(texts, "; ")
}

func quoted(text, form string) string {
	if form == "literal" {
		return strconv.Quote(text)
	}
	return text
}

func number(n float64, form string) string {
	decimals, err := strconv.Atoi(form)
	if err != nil {
		decimals = -1
	}
	return strconv.FormatFloat(n, 'f', decimals, 64)
}

// whole returns a whole number, with commas between thousands where the form wants them.
func whole(n int64, form string) string {
	digits := strconv.FormatInt(n, 10)
	switch form {
	case "":
		return digits
	case "grouped":
		for i := len(digits) - 3; i > 0; i -= 3 {
			digits = digits[:i] + "," + digits[i:]
		}
		return digits
	}
	return number(float64(n), form) // a price, read from where it was stored
}

// few limits the members of a list in a sentence.
const few = 10

func listed(list []string, form string) string {
	told := list
	if form == "some" {
		told = list[:min(len(list), few)]
	}
	text := strings.Join(told, ", ")
	if form != "" && len(told) > 0 {
		text = "“" + strings.Join(told, "”, “") + "”"
	}
	if rest := len(list) - len(told); rest > 0 {
		text += " and " + strconv.Itoa(rest) + " more"
	}
	return text
}
