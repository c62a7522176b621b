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
	measured
	binary  int64 // bytes
	start   time.Duration
	started memory
	files   []fileWork
	grown   grownResult
	million []pair
	pages   *pagesResult

	overviews *overviewResult
	documents *documentsResult

	delivered *deliveryResult
	fleet     *fleetResult
	owners    *ownersResult
	members   *membersResult

	proportion *proportionResult
}

// write prints the report as Markdown.
func (r report) write(out io.Writer) error {
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "Machine: %d cores, %s, %s/%s, %s.\n\n", runtime.NumCPU(), processor(), runtime.GOOS, runtime.GOARCH, runtime.Version())
	if r.files != nil {
		writeFiles(w, r.files)
	}
	if r.delivered != nil {
		r.delivered.write(w)
	}
	if r.requests != nil {
		r.writeRequests(w)
		r.writeProcess(w)
	}
	if r.grown.lists != nil {
		r.grown.write(w)
	}
	if r.million != nil {
		writeMillion(w, r.million)
	}
	if r.fleet != nil {
		r.fleet.write(w)
	}
	if r.members != nil {
		r.members.write(w)
	}
	if r.owners != nil {
		r.owners.write(w)
	}
	if r.proportion != nil {
		r.proportion.write(w)
	}
	if r.documents != nil {
		r.documents.write(w)
	}
	if r.overviews != nil {
		r.overviews.write(w)
	}
	if r.pages != nil {
		r.pages.write(w)
	}
	return w.Flush()
}

func (r report) writeRequests(w io.Writer) {
	fmt.Fprintln(w,
		"| Request | Server | Requests/s | The service beside it (least to most of the rounds) | Aim | Processor time for one | p50, p99 |")
	fmt.Fprintln(w, "| --- | --- | --- | --- | --- | --- | --- |")
	for _, q := range r.requests {
		for i, s := range q.sides {
			fmt.Fprintf(w, "| %s | %s | %.0f | %s | %s | %d µs | %s |\n", q.name, s.peer, median(s.rates), q.besideText(i), q.aimText(i),
				medianTime(s.costs).Microseconds(), s)
		}
	}
	if r.missing != "" {
		fmt.Fprintf(w, "\nPocketBase was not measured: %s\n", r.missing)
	}
	fmt.Fprintln(w)
	r.writeSyncs(w)
}

func (r result) besideText(i int) string {
	if i == 0 {
		return ""
	}
	return r.beside(r.sides[i]).String()
}

// aimText is the aim for the service beside the bare handler, which is the second, and PocketBase as it comes, which is the last.
func (r result) aimText(i int) string {
	switch {
	case i == 1:
		return fmt.Sprintf("at least %.1f", r.bare)
	case i == len(r.sides)-1 && r.base > 0:
		return fmt.Sprintf("at least %.1f", r.base)
	}
	return ""
}

func (r report) writeSyncs(w io.Writer) {
	if len(r.syncs) == 0 {
		fmt.Fprint(w, "Waits for the disk were not counted: strace is not installed.\n\n")
		return
	}
	fmt.Fprintln(w, "| Server | Waits for the disk for a create: all connections | one connection |")
	fmt.Fprintln(w, "| --- | --- | --- |")
	for _, s := range r.syncs {
		fmt.Fprintf(w, "| %s | %.2f | %.2f |\n", s.peer, s.together, s.alone)
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
	fmt.Fprintf(w, "| resident memory four seconds after a start | %s | under 36 MB |\n", megabytes(r.started.resident))
	fmt.Fprintf(w, "| most of it until then | %s |  |\n", megabytes(r.started.peak))
	for i, m := range r.held {
		aim := ""
		if i == 0 {
			aim = "under 64 MB"
		}
		fmt.Fprintf(w, "| most resident memory during the requests: %s | %s | %s |\n", r.requests[0].sides[i].peer, megabytes(m.peak), aim)
	}
	fmt.Fprintf(w, "| start to first healthy answer | %s | under 50 ms |\n", milliseconds(r.start))
	fmt.Fprintf(w, "| size of the binary | %s | under 52 MB |\n", megabytes(r.binary))
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
