package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
)

// answerTimeout is how much later than the end of a round the last answers may come.
const answerTimeout = 10 * time.Second

// result is what one scenario came to.
type result struct {
	scenario
	service, bare side
	ratio         spread // requests/s of the service as a part of the bare handler's, by rounds
}

// side is one of the two servers in one scenario.
type side struct {
	connections []*connection
	rates       []float64       // requests/s of each round
	latencies   []time.Duration // of all rounds, sorted at the end
}

// measureRequests runs all scenarios against both servers, and returns the memory of the service after them.
func (s settings) measureRequests(ctx context.Context, p programs, f fixture) (results []result, held memory, err error) {
	service, err := p.serveQuartermaster(ctx, f)
	if err != nil {
		return nil, held, err
	}
	defer func() { err = errors.Join(err, service.stop()) }()
	bare, err := p.serveBare(ctx, f)
	if err != nil {
		return nil, held, err
	}
	defer func() { err = errors.Join(err, bare.stop()) }()
	sid, err := someSID(ctx, "/api/v1/instances/"+f.instance+"/types", listedTypes/2, f.token, service.addr)
	if err != nil {
		return nil, held, err
	}
	for _, sc := range scenarios(f, sid) {
		r, err := s.measure(ctx, sc, service.addr, bare.addr, f.token)
		if err != nil {
			return nil, held, fmt.Errorf("%s: %w", sc.name, err)
		}
		results = append(results, r)
	}
	held, err = memoryOf(service.cmd.Process.Pid)
	return results, held, err
}

// measure lets both sides take turns; who begins alternates.
func (s settings) measure(ctx context.Context, sc scenario, service, bare, token string) (r result, err error) {
	r.scenario = sc
	if err := sc.check(ctx, service, bare, token); err != nil {
		return r, err
	}
	if r.service.connections, err = connect(ctx, service, s.connections); err != nil {
		return r, err
	}
	defer closeAll(r.service.connections)
	if r.bare.connections, err = connect(ctx, bare, s.connections); err != nil {
		return r, err
	}
	defer closeAll(r.bare.connections)
	request := encode(sc.method, sc.path, token, sc.body)
	turns := []*side{&r.service, &r.bare}
	if err := run(ctx, turns, request, sc.status, s.warmup); err != nil {
		return r, err
	}
	r.service.forget()
	r.bare.forget()
	for range s.rounds {
		if err := run(ctx, turns, request, sc.status, s.round); err != nil {
			return r, err
		}
		slices.Reverse(turns)
	}
	r.finish()
	return r, nil
}

// forget drops what the warm-up measured.
func (s *side) forget() { s.rates, s.latencies = nil, nil }

func (r *result) finish() {
	slices.Sort(r.service.latencies)
	slices.Sort(r.bare.latencies)
	ratios := make([]float64, len(r.service.rates))
	for i, rate := range r.service.rates {
		ratios[i] = rate / r.bare.rates[i]
	}
	r.ratio = spreadOf(ratios)
}

// run gives each side one round.
func run(ctx context.Context, turns []*side, request []byte, status int, length time.Duration) error {
	for _, turn := range turns {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := turn.round(request, status, length); err != nil {
			return err
		}
	}
	return nil
}

// round asks on all connections for the given time.
func (s *side) round(request []byte, status int, length time.Duration) error {
	begin := time.Now()
	latencies := make([][]time.Duration, len(s.connections))
	failures := make([]error, len(s.connections))
	var all sync.WaitGroup
	for i, c := range s.connections {
		all.Go(func() { latencies[i], failures[i] = c.repeat(request, status, begin.Add(length)) })
	}
	all.Wait()
	took := time.Since(begin)
	before := len(s.latencies)
	s.latencies = slices.Concat(append(latencies, s.latencies)...)
	s.rates = append(s.rates, float64(len(s.latencies)-before)/took.Seconds())
	return errors.Join(failures...)
}

// repeat asks again and again until the end and returns how long each answer took.
func (c *connection) repeat(request []byte, want int, end time.Time) (latencies []time.Duration, err error) {
	if err := c.SetDeadline(end.Add(answerTimeout)); err != nil {
		return nil, err
	}
	for begin := time.Now(); begin.Before(end); {
		status, err := c.ask(request)
		if err != nil {
			return nil, err
		}
		if status != want {
			return nil, fmt.Errorf("answered %d where %d was expected", status, want)
		}
		now := time.Now()
		latencies = append(latencies, now.Sub(begin))
		begin = now
	}
	return latencies, nil
}
