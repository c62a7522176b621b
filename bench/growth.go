package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"time"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/pgtest"
	"quartermaster/internal/record"
)

// sizes are how many rows of each resource the instance holds when the lists are measured.
var sizes = []int{1_000, 10_000, 100_000}

// asks is how often each list is asked for, one after the other.
const asks = 21

// growth is how the lists of one resource behave on one database, by the place in sizes.
type growth struct {
	database string
	resource *record.Resource
	asked    []listTimes
}

// listTimes are the medians of one resource at one size.
type listTimes struct{ first, last, one, search time.Duration }

// grownResult is what the growing databases showed.
type grownResult struct {
	lists   []growth
	batches []batchResult
	missing string // why one of the databases was left out
}

// measureGrowth measures every list of an instance on both databases, and the batch beside single requests.
func (s settings) measureGrowth(ctx context.Context, dir string, p programs) (r grownResult, err error) {
	if err := r.measure(ctx, s, "SQLite", grower{programs: p, dir: filepath.Join(dir, "sqlite")}); err != nil {
		return r, err
	}
	url, stop, err := pgtest.Database(ctx)
	if err != nil {
		r.missing = err.Error()
		return r, nil
	}
	defer func() { err = errors.Join(err, stop()) }()
	return r, r.measure(ctx, s, "PostgreSQL", grower{programs: p, dir: filepath.Join(dir, "postgres"), url: url})
}

func (r *grownResult) measure(ctx context.Context, s settings, database string, g grower) error {
	lists, batch, err := g.run(ctx, s)
	if err != nil {
		return fmt.Errorf("%s: %w", database, err)
	}
	for i := range lists {
		lists[i].database = database
	}
	batch.database = database
	r.lists, r.batches = append(r.lists, lists...), append(r.batches, batch)
	return nil
}

// grower is one service with a database that grows.
type grower struct {
	programs
	dir, url               string
	token, instance, other string
	addr                   string
}

func (g *grower) run(ctx context.Context, s settings) (list []growth, batch batchResult, err error) {
	f, err := g.open(ctx)
	if err != nil {
		return nil, batch, err
	}
	defer func() { err = errors.Join(err, f.close()) }()
	g.token, g.instance, g.other = f.token, f.instance, f.other
	service, err := launch(ctx, g.dir+".log", "/api/v1/health", g.flags()...)
	if err != nil {
		return nil, batch, err
	}
	defer func() { err = errors.Join(err, service.stop()) }()
	g.addr = service.addr
	if batch, err = g.measureBatch(ctx); err != nil {
		return nil, batch, err
	}
	for _, r := range grown() {
		list = append(list, growth{resource: r})
	}
	for _, n := range sizes[:min(s.sizes, len(sizes))] {
		if err := f.growTo(ctx, n); err != nil {
			return nil, batch, err
		}
		for i := range list {
			asked, err := g.ask(ctx, list[i].resource, n)
			if err != nil {
				return nil, batch, fmt.Errorf("%s: %w", list[i].resource.Path, err)
			}
			list[i].asked = append(list[i].asked, asked)
		}
	}
	return list, batch, nil
}

func (g *grower) flags() []string {
	flags := append([]string{g.service}, serviceArgs(g.dir)...)
	if g.url != "" {
		flags = append(flags, "--database-url", g.url)
	}
	return flags
}

// grown are the resources of an instance that have a list.
func grown() (list []*record.Resource) {
	for _, e := range endpoint.Served(endpoint.Table()) {
		if e.Action == endpoint.List && e.Record.Scope == record.InInstance {
			list = append(list, e.Record)
		}
	}
	return list
}

// ask measures the requests of a resource of which there are n rows.
func (g *grower) ask(ctx context.Context, r *record.Resource, n int) (t listTimes, err error) {
	base := "/api/v1/instances/" + g.instance + "/" + r.Path
	sid, err := someSID(ctx, base, n/2, g.token, g.addr)
	if err != nil {
		return t, err
	}
	const perPage = 15
	for _, one := range []struct {
		into *time.Duration
		path string
	}{
		{&t.first, base},
		{&t.last, fmt.Sprintf("%s?page=%d", base, (n+perPage-1)/perPage)},
		{&t.one, base + "/" + sid},
		{&t.search, base + "?search=" + seldom},
	} {
		if *one.into, err = g.time(ctx, one.path); err != nil {
			return t, err
		}
	}
	return t, nil
}

// time returns the median of some requests on one connection; the first does not count. Each has an address of its own, so that none
// is answered from memory.
func (g *grower) time(ctx context.Context, path string) (time.Duration, error) {
	connections, err := connect(ctx, g.addr, 1)
	if err != nil {
		return 0, err
	}
	defer closeAll(connections)
	var took []time.Duration
	for i := range asks {
		request := encode(http.MethodGet, withNumber(path, i), g.token, "")
		begin := time.Now()
		status, err := connections[0].ask(request)
		if err != nil {
			return 0, err
		}
		if status != http.StatusOK {
			return 0, fmt.Errorf("answered %d", status)
		}
		took = append(took, time.Since(begin))
	}
	return medianTime(took[1:]), nil
}

// withNumber adds a parameter that means nothing to an address.
func withNumber(path string, n int) string {
	separator := "?"
	if strings.Contains(path, "?") {
		separator = "&"
	}
	return fmt.Sprintf("%s%sask=%d", path, separator, n)
}
