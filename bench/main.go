// Command bench measures the service against a bare net/http handler over the same database, and file work against an XML
// tree library. It prints Markdown. It is a module of its own, and runs in its own folder.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// settings say how long to measure.
type settings struct {
	rounds        int           // of each request, on each side
	round, warmup time.Duration // length
	connections   int           // that ask at the same time
	starts        int           // of the service
	fileRounds    int           // of each piece of file work
	sizes         int           // how many of the sizes of lists
	filesOnly     bool          // and nothing else
}

func main() { os.Exit(bench()) }

func bench() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var s settings
	flag.IntVar(&s.rounds, "rounds", 7, "rounds of each request")
	flag.DurationVar(&s.round, "round", 2*time.Second, "length of a round")
	flag.DurationVar(&s.warmup, "warmup", time.Second, "length of the warm-up before the rounds")
	flag.IntVar(&s.connections, "connections", 16, "connections that ask at the same time")
	flag.IntVar(&s.starts, "starts", 10, "starts of the service")
	flag.IntVar(&s.fileRounds, "file-rounds", 11, "rounds of each piece of file work")
	flag.IntVar(&s.sizes, "sizes", len(sizes), "how many sizes of lists: 1,000, 10,000 and 100,000 rows")
	flag.BoolVar(&s.filesOnly, "files-only", false, "measure file work alone")
	flag.Parse()
	if err := s.run(ctx, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		return 1
	}
	return 0
}

// run measures in a folder of its own, which it removes.
func (s settings) run(ctx context.Context, out io.Writer) (err error) {
	if s.rounds < 1 || s.connections < 1 || s.starts < 1 || s.fileRounds < 1 || s.sizes < 1 {
		return fmt.Errorf("rounds, connections, starts, file-rounds and sizes must be at least 1")
	}
	dir, err := os.MkdirTemp("", "quartermaster-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	var r report
	if r.files, err = s.measureFiles(ctx, dir); err != nil {
		return err
	}
	if !s.filesOnly {
		if err := s.measureService(ctx, dir, &r); err != nil {
			return err
		}
	}
	return r.write(out)
}

// measureService measures all that needs a running service.
func (s settings) measureService(ctx context.Context, dir string, r *report) error {
	p, err := build(ctx, dir)
	if err != nil {
		return err
	}
	if r.binary, err = sizeOf(p.service); err != nil {
		return err
	}
	f, err := newFixture(ctx, dir, p)
	if err != nil {
		return err
	}
	if err := s.service(ctx, p, f, r); err != nil {
		return err
	}
	r.grown, err = s.measureGrowth(ctx, dir, p)
	return err
}

// service measures the requests, then the memory that they leave behind, then the starts.
func (s settings) service(ctx context.Context, p programs, f fixture, r *report) error {
	var err error
	r.requests, r.memory, err = s.measureRequests(ctx, p, f)
	if err != nil {
		return err
	}
	r.start, err = s.measureStarts(ctx, p, f)
	return err
}
