package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"quartermaster/internal/pgtest"
)

// mostReplicas is how many processes share a database at most.
const mostReplicas = 3

// fleetResult is what the requests cost on one process and on several, on PostgreSQL.
type fleetResult struct {
	costs   []fleetCost
	held    [mostReplicas]memory // of the first process, after the requests, by how many there were
	missing string               // why nothing was measured
}

// fleetCost is the processor time for one request, on so many processes.
type fleetCost struct {
	scenario
	replicas          int
	service, database time.Duration
}

// measureFleet measures the requests on one to three processes, which share a PostgreSQL and a data folder, without Redis.
func (s settings) measureFleet(ctx context.Context, dir string, p programs) (r fleetResult, err error) {
	address, stop, err := pgtest.Database(ctx)
	if err != nil {
		r.missing = err.Error()
		return r, nil
	}
	defer func() { err = errors.Join(err, stop()) }()
	f := fixture{service: filepath.Join(dir, "fleet")}
	if err := f.fill(ctx, p, filepath.Join(dir, "fleet-types.xml"), listedTypes); err != nil {
		return r, err
	}
	if _, err := p.quartermaster(ctx, "move", "--from", f.service, "--to", address); err != nil {
		return r, err
	}
	for n := 1; n <= mostReplicas; n++ {
		if err := s.measureReplicas(ctx, p, f, address, n, &r); err != nil {
			return r, err
		}
	}
	return r, nil
}

func (s settings) measureReplicas(ctx context.Context, p programs, f fixture, address string, n int, r *fleetResult) (err error) {
	running := make([]*process, n)
	for i := range running {
		args := append([]string{p.service}, append(serviceArgs(f.service), "--database-url", address)...)
		if running[i], err = launch(ctx, f.service+".log", "/api/v1/health", args...); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, running[i].stop()) }()
	}
	sid, err := someSID(ctx, "/api/v1/instances/"+f.instance+"/types", listedTypes/2, f.token, running[0].addr)
	if err != nil {
		return err
	}
	asked := peer{name: "service", token: f.token, asks: f.asks(sid)}
	for i, sc := range scenarios {
		cost, err := s.measureShared(ctx, asked, running, i, address)
		if err != nil {
			return fmt.Errorf("%s: %w", sc.name, err)
		}
		r.costs = append(r.costs, cost)
	}
	r.held[n-1], err = memoryOf(running[0].pid)
	return err
}

// measureShared measures one scenario on all processes at the same time.
func (s settings) measureShared(ctx context.Context, p peer, running []*process, n int, address string) (c fleetCost, err error) {
	c = fleetCost{scenario: scenarios[n], replicas: len(running)}
	sides := make([]*side, len(running))
	for i, r := range running {
		if sides[i], err = newSide(ctx, p, r, n, max(s.connections/len(running), 1)); err != nil {
			return c, err
		}
		defer closeAll(sides[i].connections)
	}
	if _, err := together(sides, s.warmup); err != nil {
		return c, err
	}
	var own, database []time.Duration
	for range s.rounds {
		before := fleetTime(sides, address)
		answers, err := together(sides, s.round)
		if err != nil {
			return c, err
		}
		after := fleetTime(sides, address)
		own = append(own, (after[0]-before[0])/time.Duration(max(answers, 1)))
		database = append(database, (after[1]-before[1])/time.Duration(max(answers, 1)))
	}
	c.service, c.database = medianTime(own), medianTime(database)
	return c, nil
}

// together gives all sides the same round, and returns how many answers there were.
func together(sides []*side, length time.Duration) (answers int, err error) {
	counts, failures := make([]int, len(sides)), make([]error, len(sides))
	var all sync.WaitGroup
	for i, one := range sides {
		all.Go(func() { counts[i], failures[i] = one.round(length) })
	}
	all.Wait()
	for _, n := range counts {
		answers += n
	}
	return answers, errors.Join(failures...)
}

// fleetTime returns how long processors have worked for the processes, and for their database.
func fleetTime(sides []*side, address string) (times [2]time.Duration) {
	for _, one := range sides {
		worked, _ := processorTime(one.pid)
		times[0] += worked
	}
	for _, pid := range databaseProcesses(address) {
		worked, _ := processorTime(pid)
		times[1] += worked
	}
	return times
}

// databaseProcesses returns the processes of a server of package pgtest; none where they cannot be seen.
func databaseProcesses(address string) (list []int) {
	u, err := url.Parse(address)
	if err != nil {
		return nil
	}
	text, err := os.ReadFile(filepath.Join(u.Query().Get("host"), "data", "postmaster.pid"))
	if err != nil {
		return nil
	}
	first, _, _ := strings.Cut(string(text), "\n")
	children, _ := os.ReadFile(fmt.Sprintf("/proc/%[1]s/task/%[1]s/children", first))
	for _, word := range strings.Fields(string(children)) {
		if pid, err := strconv.Atoi(word); err == nil {
			list = append(list, pid)
		}
	}
	return list
}

// write prints the costs.
func (r fleetResult) write(w io.Writer) {
	if r.missing != "" {
		fmt.Fprintf(w, "No PostgreSQL: %s.\n\n", r.missing)
		return
	}
	fmt.Fprintln(w, "| Request, on PostgreSQL | Processes | Their processor time for one | PostgreSQL's |")
	fmt.Fprintln(w, "| --- | --- | --- | --- |")
	for _, c := range r.costs {
		fmt.Fprintf(w, "| %s | %d | %d µs | %d µs |\n", c.name, c.replicas, c.service.Microseconds(), c.database.Microseconds())
	}
	fmt.Fprintln(w, "\n| Processes | Memory of one after the requests |")
	fmt.Fprintln(w, "| --- | --- |")
	for i, held := range r.held {
		fmt.Fprintf(w, "| %d | %s |\n", i+1, megabytes(held.resident))
	}
	fmt.Fprintln(w)
}
