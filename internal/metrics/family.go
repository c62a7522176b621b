package metrics

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// The types of the format.
const (
	counter   = "counter"
	gauge     = "gauge"
	histogram = "histogram"
	summary   = "summary"
)

// family is a metric with its values by the values of its labels, whose names are in alphabetical order. It is safe for concurrent use.
type family struct {
	name, help, kind string
	labels           []string
	bounds           []float64 // upper ones of a histogram's buckets

	mu     sync.Mutex
	series map[string]*series // by the values of the labels

	sum, count float64 // of a summary
}

// series is a value, or what a histogram has observed.
type series struct {
	labels  []string // values
	value   float64  // of a histogram the sum
	count   uint64
	buckets []uint64 // what was observed in each alone
}

func newFamily(kind, name, help string, labels ...string) *family {
	return &family{name: name, help: help, kind: kind, labels: labels, series: map[string]*series{}}
}

func newHistogram(name, help string, bounds []float64, labels ...string) *family {
	f := newFamily(histogram, name, help, labels...)
	f.bounds = bounds
	return f
}

// with returns the series of the labels. The caller has the lock.
func (f *family) with(labels []string) *series {
	key := strings.Join(labels, "\x00")
	s := f.series[key]
	if s == nil {
		s = &series{labels: slices.Clone(labels), buckets: make([]uint64, len(f.bounds))}
		f.series[key] = s
	}
	return s
}

// add adds to a counter or gauge.
func (f *family) add(n float64, labels ...string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.with(labels).value += n
}

// set sets a gauge, or a counter that somebody else counts.
func (f *family) set(value float64, labels ...string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.with(labels).value = value
}

// observe adds a value to a histogram.
func (f *family) observe(value float64, labels ...string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	s := f.with(labels)
	s.value += value
	s.count++
	if at, _ := slices.BinarySearch(f.bounds, value); at < len(f.bounds) {
		s.buckets[at]++
	}
}

// appendText appends the family as text, nothing where it has no values.
func (f *family) appendText(b []byte) []byte {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.series) == 0 {
		return b
	}
	b = append(b, "# HELP "+f.name+" "+escapedHelp.Replace(f.help)+"\n# TYPE "+f.name+" "+f.kind+"\n"...)
	for _, key := range slices.Sorted(maps.Keys(f.series)) {
		b = f.appendSeries(b, f.series[key])
	}
	if f.kind == summary {
		total := &family{name: f.name}
		b = total.appendLine(b, "_sum", nil, "", f.sum)
		b = total.appendLine(b, "_count", nil, "", f.count)
	}
	return b
}

func (f *family) appendSeries(b []byte, s *series) []byte {
	if f.kind != histogram {
		return f.appendLine(b, "", s, "", s.value)
	}
	below := uint64(0)
	for i, bound := range f.bounds {
		below += s.buckets[i]
		b = f.appendLine(b, "_bucket", s, number(bound), float64(below))
	}
	b = f.appendLine(b, "_bucket", s, "+Inf", float64(s.count))
	b = f.appendLine(b, "_sum", s, "", s.value)
	return f.appendLine(b, "_count", s, "", float64(s.count))
}

// appendLine appends a value; below is the bound of a bucket.
func (f *family) appendLine(b []byte, suffix string, s *series, below string, value float64) []byte {
	b = append(append(b, f.name...), suffix...)
	separator := byte('{')
	label := func(name, value string) {
		b = append(append(append(append(b, separator), name...), `="`...), escapedLabel.Replace(value)...)
		b, separator = append(b, '"'), ','
	}
	for i, name := range f.labels {
		label(name, s.labels[i])
	}
	if below != "" {
		label("le", below)
	}
	if separator == ',' {
		b = append(b, '}')
	}
	return append(append(append(b, ' '), number(value)...), '\n')
}

var (
	escapedHelp  = strings.NewReplacer(`\`, `\\`, "\n", `\n`)
	escapedLabel = strings.NewReplacer(`\`, `\\`, "\n", `\n`, `"`, `\"`)
)

func number(value float64) string {
	if math.IsInf(value, 1) {
		return "+Inf"
	}
	return strconv.FormatFloat(value, 'g', -1, 64)
}
