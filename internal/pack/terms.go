package pack

import (
	"regexp"
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
		if compares(t.Op, value, wanted, o) {
			return true
		}
	}
	return false
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
		pieces := strings.Split(text, "*")
		for i := range pieces {
			pieces[i] = regexp.QuoteMeta(pieces[i])
		}
		matched, _ := regexp.MatchString("(?is)^"+strings.Join(pieces, ".*")+"$", jsontree.ScalarText(value))
		return matched
	}
	return value != nil && strings.EqualFold(jsontree.ScalarText(value), text)
}
