package lint

import (
	"reflect"
	"strconv"
	"strings"

	"quartermaster/internal/record"
)

func number(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

// price returns hundredths as a price.
func price(n record.Hundredths) float64 { return float64(n) / 100 }

// valueOf returns what a pointer points to, or 0.
func valueOf[T int64 | float64 | record.Hundredths | record.Moment](n *T) T {
	if n == nil {
		return 0
	}
	return *n
}

// unknown returns the names in list that are not known, each once.
func unknown(list []string, known names) (missing []string) {
	told := names{}
	for _, name := range list {
		if name != "" && !known.has(name) && !told.has(name) {
			told.add(name)
			missing = append(missing, name)
		}
	}
	return missing
}

// same reports whether two records of a resource are equal, apart from their files.
func same(res *record.Resource, a, b any) bool {
	rowA, rowB := res.Encode(a), res.Encode(b)
	for i, f := range res.Fields {
		if f.Writable() && f.Name != "source_file" && !reflect.DeepEqual(rowA[i], rowB[i]) {
			return false
		}
	}
	return true
}

// byLowerName returns records by their names in lower case.
func byLowerName[T any](list []*T, nameOf func(*T) string) map[string][]*T {
	named := make(map[string][]*T, len(list))
	for _, r := range list {
		key := strings.ToLower(nameOf(r))
		named[key] = append(named[key], r)
	}
	return named
}

// byHand reports whether a record was created by a person rather than an import.
func byHand(raw *string) bool { return raw == nil }

// parsed returns the number that a text holds, or 0.
func parsed(text string) float64 {
	n, _ := strconv.ParseFloat(strings.TrimSpace(text), 64)
	return n
}

// notDecimal reports whether a text is not empty and no number.
func notDecimal(text string) bool {
	_, err := strconv.ParseFloat(text, 64)
	return text != "" && err != nil
}
