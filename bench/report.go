package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"time"
)

const megabyte = 1_000_000

// report is everything that was measured.
type report struct {
	binary   int64 // bytes
	requests []result
	memory   memory
	start    time.Duration
	files    []fileWork
	grown    grownResult
}

// write prints the report as Markdown.
func (r report) write(out io.Writer) error {
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "Machine: %d cores, %s, %s/%s, %s.\n\n", runtime.NumCPU(), processor(), runtime.GOOS, runtime.GOARCH, runtime.Version())
	writeFiles(w, r.files)
	if r.requests != nil {
		r.writeRequests(w)
		r.writeProcess(w)
		r.grown.write(w)
	}
	return w.Flush()
}

func (r report) writeRequests(w io.Writer) {
	fmt.Fprintln(w, "| Request | Service, requests/s | Bare, requests/s | Ratio (least to most of the rounds) | Aim | Processor time for one: service | bare | Service p50, p99 | Bare p50, p99 |")
	fmt.Fprintln(w, "| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
	for _, q := range r.requests {
		fmt.Fprintf(w, "| %s | %.0f | %.0f | %s | at least %.2f | %d µs | %d µs | %s | %s |\n",
			q.name, median(q.service.rates), median(q.bare.rates), q.ratio, q.aim,
			medianTime(q.service.costs).Microseconds(), medianTime(q.bare.costs).Microseconds(), q.service, q.bare)
	}
	fmt.Fprintln(w)
}

func (s spread) String() string { return fmt.Sprintf("%.2f (%.2f to %.2f)", s.median, s.min, s.max) }

// String gives the latencies that half and 99 of 100 answers do not exceed.
func (s side) String() string {
	return milliseconds(percentile(s.latencies, 50)) + ", " + milliseconds(percentile(s.latencies, 99))
}

func milliseconds(d time.Duration) string {
	return fmt.Sprintf("%.1f ms", float64(d)/float64(time.Millisecond))
}

func writeFiles(w io.Writer, list []fileWork) {
	fmt.Fprintln(w, "| Files | File work | Service | Tree library | Ratio (least to most of the rounds) | Aim |")
	fmt.Fprintln(w, "| --- | --- | --- | --- | --- | --- |")
	for _, f := range list {
		for _, row := range []struct {
			name          string
			work, measure []time.Duration
			aim           string
		}{
			{"import against parsing", f.importing, f.parsing, "at most 3.00"},
			{"generate against writing", f.again, f.writing, "at most 1.50"},
			{"generate, one type changed", f.changed, f.writing, ""},
			{"generate, nothing remembered", f.first, f.writing, ""},
		} {
			fmt.Fprintf(w, "| %s | %s | %s | %s | %s | %s |\n", f.source, row.name,
				milliseconds(medianTime(row.work)), milliseconds(medianTime(row.measure)), ratios(row.work, row.measure), row.aim)
		}
	}
	fmt.Fprintln(w, "\n| Files | Size | Growth of the heap at most: import | generate, nothing remembered |")
	fmt.Fprintln(w, "| --- | --- | --- | --- |")
	for _, f := range list {
		fmt.Fprintf(w, "| %s | %s | %s | %s |\n", f.source, megabytes(int64(f.size())), megabytes(f.importPeak), megabytes(f.generatePeak))
	}
	fmt.Fprintln(w)
}

// ratios compares two kinds of work round by round.
func ratios(work, measure []time.Duration) spread {
	list := make([]float64, len(work))
	for i := range work {
		list[i] = float64(work[i]) / float64(measure[i])
	}
	return spreadOf(list)
}

func (r report) writeProcess(w io.Writer) {
	fmt.Fprintln(w, "| Process | Measured | Aim |")
	fmt.Fprintln(w, "| --- | --- | --- |")
	fmt.Fprintf(w, "| resident memory after the requests | %s | under 80 MB |\n", megabytes(r.memory.resident))
	fmt.Fprintf(w, "| most resident memory | %s | |\n", megabytes(r.memory.peak))
	fmt.Fprintf(w, "| start to first healthy answer | %s | under 150 ms |\n", milliseconds(r.start))
	fmt.Fprintf(w, "| size of the binary | %s | under 35 MB |\n", megabytes(r.binary))
}

func megabytes(n int64) string {
	if n == 0 {
		return "not known on this system"
	}
	return fmt.Sprintf("%.1f MB", float64(n)/megabyte)
}

// processor names the processor where Linux tells it.
func processor() string {
	info, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return "unknown processor"
	}
	for line := range strings.Lines(string(info)) {
		if name, ok := strings.CutPrefix(line, "model name"); ok {
			return strings.Trim(name, " \t:\n")
		}
	}
	return "unknown processor"
}
