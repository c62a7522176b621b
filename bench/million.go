package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"time"

	"quartermaster/internal/record"
)

// pair is a request that is measured where there is little and where there is much.
type pair struct {
	name      string
	few, many time.Duration
	limit     time.Duration // aim for much; 0 where it is the time for little
}

// The aims: how long requests about the history may take, and by how much more the others may take where there is much.
const (
	historyAim = 100 * time.Millisecond
	flatAim    = 1.2
)

// measureMillion measures requests to a service on the scratch database.
func (s settings) measureMillion(ctx context.Context, dir string, p programs) (list []pair, err error) {
	data, few, many, err := p.openScratch(ctx)
	if err != nil {
		return nil, err
	}
	words := append(append([]string{p.service}, serviceArgs(data)...), "--keep-revisions", "0", "--platinum-limits", "1000,1000,1GiB,20000")
	service, err := launch(ctx, filepath.Join(dir, "million.log"), "/api/v1/health", words...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, service.stop()) }()
	for _, o := range []*owner{&few, &many} {
		if err := o.look(ctx, service.addr); err != nil {
			return nil, err
		}
	}
	for i, r := range few.requests() {
		one := pair{name: r.name, limit: r.limit}
		if one.few, err = few.time(ctx, service.addr, r); err != nil {
			return nil, fmt.Errorf("%s: %w", r.name, err)
		}
		if one.many, err = many.time(ctx, service.addr, many.requests()[i]); err != nil {
			return nil, fmt.Errorf("%s: %w", r.name, err)
		}
		list = append(list, one)
	}
	return list, nil
}

// look reads what the requests of an owner are about.
func (o *owner) look(ctx context.Context, addr string) (err error) {
	list := "/api/v1/instances/" + o.rows + "/types"
	if o.total, err = total(ctx, list, o.token, addr); err != nil {
		return err
	}
	if o.middle, err = someSID(ctx, list, o.total/2, o.token, addr); err != nil {
		return err
	}
	if o.revisions, err = total(ctx, "/api/v1/instances/"+o.historical+"/revisions", o.token, addr); err != nil {
		return err
	}
	o.instances, err = total(ctx, "/api/v1/instances", o.token, addr)
	return err
}

// total returns how many records a list has.
func total(ctx context.Context, list, token, addr string) (int, error) {
	answer, err := ask{http.MethodGet, list, "", http.StatusOK}.fetch(ctx, addr, token)
	if err != nil {
		return 0, err
	}
	meta, _ := answer["meta"].(map[string]any)
	n, _ := meta["total"].(float64)
	return int(n), nil
}

// timedRequest is a request that is measured a number of times.
type timedRequest struct {
	name   string
	limit  time.Duration
	ask    func(n int) ask
	before func(n int) ask // sent before it and not measured; may be nil
}

// time returns the median of the request; the first does not count.
func (o owner) time(ctx context.Context, addr string, r timedRequest) (time.Duration, error) {
	var took []time.Duration
	for n := range asks {
		if r.before != nil {
			if _, err := r.before(n).fetch(ctx, addr, o.token); err != nil {
				return 0, err
			}
		}
		begin := time.Now()
		if _, err := r.ask(n).fetch(ctx, addr, o.token); err != nil {
			return 0, err
		}
		took = append(took, time.Since(begin))
	}
	return medianTime(took[1:]), nil
}

// requests are what is measured. Each address is asked for once, so that none is answered from memory.
func (o owner) requests() []timedRequest {
	const perPage = 15
	rows, history := "/api/v1/instances/"+o.rows, "/api/v1/instances/"+o.historical+"/revisions"
	types, one := rows+"/"+record.Types.Path, rows+"/"+record.Types.Path+"/"+o.middle
	last := func(n int) string { return fmt.Sprintf("?page=%d", (n+perPage-1)/perPage) }
	instances := fmt.Sprintf("/api/v1/instances?per_page=%d", few.instances) // as many on a page of both owners
	return []timedRequest{
		{name: "types: first page", ask: get(types)},
		{name: "types: first page after a change of another type", ask: get(types), before: patch(one)},
		{name: "types: last page", ask: get(types + last(o.total))},
		{name: "types: one record", ask: get(one)},
		{name: "types: change of one record", ask: patch(one)},
		{name: "instances: first page", ask: get(instances)},
		{name: "instances: last page", ask: get(fmt.Sprintf("%s&page=%d", instances, (o.instances+few.instances-1)/few.instances))},
		{name: "instances: one", ask: get(rows)},
		{name: "instances: create one", ask: post("/api/instance", `{"name":"One more","map_id":1}`, http.StatusCreated)},
		{name: "history: first page", ask: get(history), limit: historyAim},
		{name: "history: last page", ask: get(history + last(o.revisions)), limit: historyAim},
		{
			name: "history: plan of going back by ten revisions",
			ask:  post(revisionPath(history, o.revisions-10, "revert"), `{"dry_run":true}`, http.StatusOK), limit: historyAim,
		},
		{name: "history: undo of the newest revision", limit: historyAim, ask: func(n int) ask {
			return post(revisionPath(history, o.revisions+n, "undo"), "{}", http.StatusOK)(n)
		}},
		{
			name: "history: plan of undoing an earlier revision", limit: historyAim,
			ask: post(revisionPath(history, o.earlier(), "undo"), `{"dry_run":true}`, http.StatusOK),
		},
	}
}

// earlier is a revision whose record has not been changed since, at most 4,000 revisions ago.
func (o owner) earlier() int { return o.revisions - min(4*manyEvents/5, o.revisions*2/5) }

func revisionPath(history string, number int, what string) string {
	return fmt.Sprintf("%s/%d/%s", history, number, what)
}

// get asks for a path, each time under another address.
func get(path string) func(int) ask {
	return func(n int) ask { return ask{http.MethodGet, withNumber(path, n), "", http.StatusOK} }
}

func post(path, body string, status int) func(int) ask {
	return func(int) ask { return ask{http.MethodPost, path, body, status} }
}

// patch gives a type another nominal each time.
func patch(path string) func(int) ask {
	return func(int) ask {
		return ask{http.MethodPatch, path, fmt.Sprintf(`{"nominal":%d}`, time.Now().UnixMicro()%1_000_000), http.StatusOK}
	}
}

func writeMillion(w io.Writer, list []pair) {
	fmt.Fprintf(w, "\n| Request, median of %d | %d rows, %d instances, %d changes | %d rows, %d instances, %d changes | Times | Aim |\n",
		asks-1,
		few.rows, few.instances, few.changes(), many.rows, many.instances, many.changes())
	fmt.Fprintln(w, "| --- | --- | --- | --- | --- |")
	for _, p := range list {
		aim := fmt.Sprintf("at most %.1f times", flatAim)
		if p.limit > 0 {
			aim = "at most " + milliseconds(p.limit)
		}
		fmt.Fprintf(w, "| %s | %.2f ms | %.2f ms | %.2f | %s |\n", p.name, inMilliseconds(p.few), inMilliseconds(p.many),
			float64(p.many)/float64(p.few), aim)
	}
}

func inMilliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
