package main

import (
	"fmt"
	"io"
	"strings"
	"time"
)

func (r grownResult) write(w io.Writer) {
	r.writeBatches(w)
	r.writeLists(w)
	if r.missing != "" {
		fmt.Fprintf(w, "\nPostgreSQL was not measured: %s\n", r.missing)
	}
}

func (r grownResult) writeBatches(w io.Writer) {
	fmt.Fprintf(w, "\n| %d changes of events | One batch | Single requests | Times faster (least to most of the rounds) | Aim |\n", upserts)
	fmt.Fprintln(w, "| --- | --- | --- | --- | --- |")
	for _, b := range r.batches {
		fmt.Fprintf(w, "| %s | %s | %s | %s | at least 10.00 |\n",
			b.database, milliseconds(medianTime(b.batch)), milliseconds(medianTime(b.single)), ratios(b.single, b.batch))
	}
	fmt.Fprintf(w, "\n| %d events as CSV | Import, nothing changed | Export | Times (least to most of the rounds) | Aim |\n", 2*upserts)
	fmt.Fprintln(w, "| --- | --- | --- | --- | --- |")
	for _, b := range r.batches {
		fmt.Fprintf(w, "| %s | %s | %s | %s | at most 1.50 |\n",
			b.database, milliseconds(medianTime(b.unchanged)), milliseconds(medianTime(b.export)), ratios(b.unchanged, b.export))
	}
}

// writeLists prints each list as it grows: the times at the sizes, and what the largest one costs beside the smallest.
func (r grownResult) writeLists(w io.Writer) {
	fmt.Fprintf(w, "\nLists of %s rows, median of %d requests in ms:\n\n", sizesText(len(r.lists[0].asked)), asks-1)
	fmt.Fprintln(w, "| Database | Resource | First page | Last page | One record | Search | Last page beside the first |")
	fmt.Fprintln(w, "| --- | --- | --- | --- | --- | --- | --- |")
	for _, g := range r.lists {
		largest := g.asked[len(g.asked)-1]
		fmt.Fprintf(w, "| %s | %s | %s | %s | %s | %s | %.1f |\n", g.database, g.resource.Path,
			g.times(func(t listTimes) time.Duration { return t.first }), g.times(func(t listTimes) time.Duration { return t.last }),
			g.times(func(t listTimes) time.Duration { return t.one }), g.times(func(t listTimes) time.Duration { return t.search }),
			float64(largest.last)/float64(largest.first))
	}
}

func sizesText(n int) string {
	texts := make([]string, n)
	for i := range texts {
		texts[i] = fmt.Sprintf("%d", sizes[i])
	}
	return strings.Join(texts, ", ")
}

func (g growth) times(of func(listTimes) time.Duration) string {
	texts := make([]string, len(g.asked))
	for i, t := range g.asked {
		texts[i] = fmt.Sprintf("%.2f", float64(of(t))/float64(time.Millisecond))
	}
	return strings.Join(texts, ", ")
}
