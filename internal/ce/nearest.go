package ce

import "strings"

// Nearest returns the name of a list that differs from a misspelt one least, in up to two characters; empty if none does.
func Nearest(name string, list []string) (near string) {
	least := min(3, len(name))
	for _, candidate := range list {
		if d := distance(strings.ToLower(name), strings.ToLower(candidate)); d < least {
			near, least = candidate, d
		}
	}
	return near
}

// distance is the number of characters to add, remove or change to make one text of the other.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := before
			if a[i] != b[j] {
				cost = 1 + min(before, row[j], row[j+1])
			}
			before, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}
