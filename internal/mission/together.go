package mission

import (
	"context"
	"fmt"
	"strings"
)

// What is one change of kept files at most: so many bytes and files, so that others do not wait for long until they can write.
const (
	maxTogether   = 8 << 20
	filesTogether = 1000
	// namedInSummary is how many files the summary of an import names.
	namedInSummary = 3
)

// together cuts files, which are sorted by their kinds, into those that are one change: one file with records, or many that are
// kept as they came, each at a place of its own.
func together(arrivals []arrival) (groups [][]arrival) {
	for len(arrivals) > 0 {
		n, size, taken := 1, len(arrivals[0].data), map[string]bool{arrivals[0].slot(): true}
		for arrivals[0].isKept() && n < min(len(arrivals), filesTogether) {
			next := arrivals[n]
			if size += len(next.data); !next.isKept() || size > maxTogether || taken[next.slot()] {
				break
			}
			taken[next.slot()] = true
			n++
		}
		groups, arrivals = append(groups, arrivals[:n]), arrivals[n:]
	}
	return groups
}

// slot tells kept files apart that are stored beside each other.
func (a arrival) slot() string {
	if !a.kind.several {
		return string(a.kind.name)
	}
	return "/" + strings.ToLower(a.kind.find(a.spot, nil))
}

// isKept tells whether nothing reads the file.
func (a arrival) isKept() bool { return a.kind.read == nil }

// importGroup imports files as one change. tell is called before each.
func importGroup(ctx context.Context, i instance, group []arrival, mode Mode, edit editing, tell func(n int)) error {
	if group[0].isKept() {
		return keepGroup(ctx, i, group, edit(false), tell)
	}
	tell(0)
	return importFile(ctx, i, group[0], mode, edit)
}

// summaryOf is what the history calls an import of files at these places.
func summaryOf(places ...string) string {
	text := "import " + strings.Join(places[:min(len(places), namedInSummary)], ", ")
	if more := len(places) - namedInSummary; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}
