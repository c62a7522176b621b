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
	files    fileResult
	grown    grownResult
}

// write prints the report as Markdown.
func (r report) write(out io.Writer) error {
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "Machine: %d cores, %s, %s/%s, %s.\n\n", runtime.NumCPU(), processor(), runtime.GOOS, runtime.GOARCH, runtime.Version())
	r.writeRequests(w)
	r.files.write(w)
	r.writeProcess(w)
	r.grown.write(w)
	return w.Flush()
}

func (r report) writeRequests(w io.Writer) {
	fmt.Fprintln(w, "| Request | Service, requests/s | Bare, requests/s | Ratio (least to most of the rounds) | Aim | Service p50, p99 | Bare p50, p99 |")
	fmt.Fprintln(w, "| --- | --- | --- | --- | --- | --- | --- |")
	for _, q := range r.requests {
		fmt.Fprintf(w, "| %s | %.0f | %.0f | %s | at least %.2f | %s | %s |\n",
			q.name, median(q.service.rates), median(q.bare.rates), q.ratio, q.aim, q.service, q.bare)
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

func (f fileResult) write(w io.Writer) {
	fmt.Fprintf(w, "Files: %s (%d KiB).\n\n", f.source, f.size>>10)
	fmt.Fprintln(w, "| File work | Service | Tree library | Ratio (least to most of the rounds) | Aim |")
	fmt.Fprintln(w, "| --- | --- | --- | --- | --- |")
	fmt.Fprintf(w, "| import into SQLite against parsing | %s | %s | %s | at most 3.00 |\n",
		milliseconds(medianTime(f.importing)), milliseconds(medianTime(f.parsing)), ratios(f.importing, f.parsing))
	fmt.Fprintf(w, "| generate from SQLite against writing | %s | %s | %s | |\n\n",
		milliseconds(medianTime(f.generating)), milliseconds(medianTime(f.writing)), ratios(f.generating, f.writing))
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
