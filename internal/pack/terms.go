package pack

import (
	"strconv"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/filter"
	"quartermaster/internal/jsontree"
)

// holds reports whether all terms hold for an object.
func (r *Rule) holds(o object) bool {
	for _, t := range r.terms {
		if holdsOne(t, o) == t.Not {
			return false
		}
	}
	return true
}

func holdsOne(t filter.Term, o object) bool {
	value := valueOf(o, t.Field)
	for _, wanted := range t.Values {
		if o.work.spend(costOfText(value)) && compares(t.Op, value, wanted, o) {
			return true
		}
	}
	return false
}

// costOfText is what it costs to compare a value: long texts take longer.
func costOfText(value any) int {
	text, _ := value.(string)
	return 1 + len(text)/64
}

// ownValue is the name of the value itself, where a rule looks at values that are no objects.
const ownValue = "value"

func valueOf(o object, field string) any {
	if _, isObject := o.value.(*jsontree.Object); !isObject && field == ownValue {
		return o.value
	}
	if found := reach(o, steps(field)); len(found) == 1 {
		return found[0].value
	}
	return nil
}

// compares compares a value with a text of a rule: $key is the value under another key, none stands for nothing there.
func compares(op filter.Op, value any, wanted filter.Value, o object) bool {
	text := wanted.Text
	if key, isOther := strings.CutPrefix(text, "$"); isOther && !wanted.Quoted {
		other := valueOf(o, key)
		if other == nil {
			return false
		}
		text = jsontree.ScalarText(other)
	} else if wanted.Is("none") {
		return isNothing(value)
	}
	if op == filter.Is {
		return isLike(value, wanted, text)
	}
	n, isNumber := numberIn(value)
	m, err := strconv.ParseFloat(text, 64)
	if !isNumber || err != nil {
		return false
	}
	return map[filter.Op]bool{filter.Above: n > m, filter.AtLeast: n >= m, filter.Below: n < m, filter.AtMost: n <= m}[op]
}

func isNothing(value any) bool {
	return value == nil || value == "" || jsontree.HoldsOthers(value) && len(jsontree.Members(value)) == 0
}

func numberIn(value any) (float64, bool) {
	if text, isText := value.(string); isText {
		n, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		return n, err == nil
	}
	return expansion.NumberOf(value)
}

// isLike reports whether a value is a text, which may be a pattern or a range, or the same number.
func isLike(value any, wanted filter.Value, text string) bool {
	n, isNumber := numberIn(value)
	if from, to, isRange := wanted.Range(); isRange && isNumber {
		least, err := strconv.ParseFloat(from, 64)
		most, err2 := strconv.ParseFloat(to, 64)
		return (from == "" || err == nil && n >= least) && (to == "" || err2 == nil && n <= most)
	}
	if m, err := strconv.ParseFloat(text, 64); err == nil && isNumber {
		return n == m
	}
	if wanted.HasStar() {
		return like(jsontree.ScalarText(value), text)
	}
	return value != nil && strings.EqualFold(jsontree.ScalarText(value), text)
}

// like reports whether a text is as a pattern, in which * stands for any text, in any letter case.
func like(text, pattern string) bool {
	text = strings.ToLower(text)
	pieces := strings.Split(strings.ToLower(pattern), "*")
	first, last := pieces[0], pieces[len(pieces)-1]
	if !strings.HasPrefix(text, first) || !strings.HasSuffix(text[len(first):], last) {
		return false
	}
	text = text[len(first) : len(text)-len(last)]
	for _, piece := range pieces[1 : len(pieces)-1] {
		_, behind, found := strings.Cut(text, piece)
		if !found {
			return false
		}
		text = behind
	}
	return true
}
