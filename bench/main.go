// Command bench measures the service against a bare net/http handler over the same database and against PocketBase, and file work
// against an XML tree library. It prints Markdown. It is a module of its own, and runs in its own folder.
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
	only          string        // the part to measure; empty for all
	before        string        // the program of an earlier version; empty for none
}

// quick settings are for a look in a few minutes.
var quick = settings{
	rounds: 3, round: 500 * time.Millisecond, warmup: 300 * time.Millisecond, connections: 16, starts: 3, fileRounds: 3, sizes: 2,
}

// The parts that can be measured alone.
const (
	filesPart    = "files"
	requestsPart = "requests"
	growthPart   = "growth"
	millionPart  = "million"
	pagesPart    = "pages"
	deliveryPart = "delivery"
	fleetPart    = "fleet"
	ownersPart   = "owners"
	membersPart  = "members"

	proportionPart = "proportion"
	documentsPart  = "documents"
)

func main() { os.Exit(bench()) }

func bench() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := parse().run(ctx, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		return 1
	}
	return 0
}

func parse() (s settings) {
	flag.IntVar(&s.rounds, "rounds", 7, "rounds of each request")
	flag.DurationVar(&s.round, "round", 2*time.Second, "length of a round")
	flag.DurationVar(&s.warmup, "warmup", time.Second, "length of the warm-up before the rounds")
	flag.IntVar(&s.connections, "connections", 16, "connections that ask at the same time")
	flag.IntVar(&s.starts, "starts", 10, "starts of the service")
	flag.IntVar(&s.fileRounds, "file-rounds", 11, "rounds of each piece of file work")
	flag.IntVar(&s.sizes, "sizes", len(sizes), "how many sizes of lists: 1,000, 10,000 and 100,000 rows")
	flag.StringVar(&s.only, "only", "",
		"measure one part alone: files, delivery, requests, growth, million, fleet, owners, members, proportion, documents or pages")
	flag.StringVar(&s.before, "before", "", "a program of an earlier version, beside which members are measured")
	short := flag.Bool("short", false, "few and short rounds, for a quick look; the other settings do not count")
	flag.Parse()
	if *short {
		quick.only, quick.before = s.only, s.before
		return quick
	}
	return s
}

// measures reports whether a part is to be measured.
func (s settings) measures(part string) bool { return s.only == "" || s.only == part }

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
	if s.measures(filesPart) {
		if r.files, err = s.measureFiles(ctx, dir); err != nil {
			return err
		}
	}
	if s.measures(deliveryPart) {
		delivered, err := s.measureDelivery(ctx, dir)
		if err != nil {
			return err
		}
		r.delivered = &delivered
	}
	if err := s.measureService(ctx, dir, &r); err != nil {
		return err
	}
	return r.write(out)
}

// measureService measures all that needs a running service.
func (s settings) measureService(ctx context.Context, dir string, r *report) error {
	if s.only == filesPart || s.only == deliveryPart {
		return nil
	}
	p, err := build(ctx, dir)
	if err != nil {
		return err
	}
	if r.binary, err = sizeOf(p.service); err != nil {
		return err
	}
	if s.measures(requestsPart) {
		if err := s.measureProcess(ctx, dir, p, r); err != nil {
			return err
		}
	}
	if s.measures(growthPart) {
		if r.grown, err = s.measureGrowth(ctx, dir, p); err != nil {
			return err
		}
	}
	if s.measures(millionPart) {
		if r.million, err = s.measureMillion(ctx, dir, p); err != nil {
			return err
		}
	}
	if s.measures(fleetPart) {
		fleet, err := s.measureFleet(ctx, dir, p)
		if err != nil {
			return err
		}
		r.fleet = &fleet
	}
	if s.measures(ownersPart) {
		owners, err := s.measureOwners(ctx, dir, p)
		if err != nil {
			return err
		}
		r.owners = &owners
	}
	if s.measures(membersPart) {
		members, err := s.measureMembers(ctx, dir, p)
		if err != nil {
			return err
		}
		r.members = &members
	}
	if s.measures(proportionPart) {
		proportion, err := s.measureProportion(ctx, dir, p)
		if err != nil {
			return err
		}
		r.proportion = &proportion
	}
	if s.measures(documentsPart) {
		documents, err := s.measureDocuments(ctx, dir, p)
		if err != nil {
			return err
		}
		r.documents = &documents
	}
	if s.measures(pagesPart) {
		overviews, err := s.measureOverviews(ctx, dir, p)
		if err != nil {
			return err
		}
		r.overviews = &overviews
		pages, err := s.measurePages(ctx, dir, p)
		r.pages = &pages
		return err
	}
	return nil
}

// measureProcess measures the requests, then the starts.
func (s settings) measureProcess(ctx context.Context, dir string, p programs, r *report) error {
	f, err := newFixture(ctx, dir, p)
	if err != nil {
		return err
	}
	if r.measured, err = s.measureRequests(ctx, dir, p, f); err != nil {
		return err
	}
	r.start, r.started, err = s.measureStarts(ctx, p, f)
	return err
}
