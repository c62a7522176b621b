package filter

import "strings"

// DidYouMean ends a sentence about an unknown name with the known one that is nearest to it; empty where none is near.
func DidYouMean(name string, known []string) string {
	meant := nearest(strings.ToLower(name), known)
	if meant == "" {
		return ""
	}
	return "; did you mean " + Exactly(meant) + "?"
}

// nearest returns the name with the fewest changed letters, up to a third of them, else the first that begins with the text. Of a path,
// the first folders may be missing.
func nearest(text string, known []string) (meant string) {
	least := max(1, len(text)/3) + 1
	for i, name := range known {
		name = strings.ToLower(name)
		if n := min(changes(text, name, least), changes(text, tail(name, strings.Count(text, "/")), least)); n < least {
			least, meant = n, known[i]
		}
	}
	for _, name := range known {
		if meant == "" && len(text) > 1 && strings.HasPrefix(strings.ToLower(name), text) {
			meant = name
		}
	}
	return meant
}

// tail returns the end of a path with a number of slashes in it.
func tail(path string, slashes int) string {
	for at := len(path) - 1; at >= 0; at-- {
		if path[at] != '/' {
			continue
		}
		if slashes == 0 {
			return path[at+1:]
		}
		slashes--
	}
	return path
}

// changes counts the letters to change, add, remove or swap with the next one to turn a text into another, up to a bound.
func changes(a, b string, most int) int {
	if len(a)-len(b) >= most || len(b)-len(a) >= most {
		return most
	}
	before, row := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		last := row
		row = make([]int, len(b)+1)
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(last[j]+cost, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before = last
	}
	return row[len(b)]
}
