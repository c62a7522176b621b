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

// result is what one scenario came to, on the service first.
type result struct {
	scenario
	sides []*side
}

// side is one of the peers in one scenario.
type side struct {
	peer        string
	request     []byte
	status      int
	connections []*connection
	pid         int
	rates       []float64       // requests/s of each round
	costs       []time.Duration // processor time for a request, in each round
	latencies   []time.Duration // of all rounds, sorted at the end
}

// measured is what the requests came to.
type measured struct {
	requests []result
	held     []memory // of each peer, after the requests
	syncs    []syncs
	missing  string // why there is no PocketBase
}

// measureRequests runs all scenarios against all peers.
func (s settings) measureRequests(ctx context.Context, dir string, p programs, f fixture) (m measured, err error) {
	sid, err := p.middleType(ctx, f)
	if err != nil {
		return m, err
	}
	var list []peer
	list, m.missing = p.peers(ctx, dir, f, sid)
	if err := s.measurePeers(ctx, list, &m); err != nil {
		return m, err
	}
	m.syncs, err = s.countSyncs(ctx, dir, list)
	return m, err
}

// middleType returns the public identifier of one of the types.
func (p programs) middleType(ctx context.Context, f fixture) (sid string, err error) {
	service, err := p.serveQuartermaster(ctx, f)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, service.stop()) }()
	return someSID(ctx, "/api/v1/instances/"+f.instance+"/types", listedTypes/2, f.token, service.addr)
}

func (s settings) measurePeers(ctx context.Context, list []peer, m *measured) (err error) {
	running := make([]*process, len(list))
	for i, p := range list {
		if running[i], err = p.start(ctx); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, running[i].stop()) }()
	}
	for n, sc := range scenarios {
		if err := list[0].asks[n].checkSame(ctx, running[0], running[1], list[0].token); err != nil {
			return fmt.Errorf("%s: %w", sc.name, err)
		}
		sides, err := s.measure(ctx, list, running, n)
		if err != nil {
			return fmt.Errorf("%s: %w", sc.name, err)
		}
		m.requests = append(m.requests, result{sc, sides})
	}
	for _, r := range running {
		held, err := memoryOf(r.pid)
		if err != nil {
			return err
		}
		m.held = append(m.held, held)
	}
	return nil
}

// measure lets the peers take turns in one scenario; the order alternates.
func (s settings) measure(ctx context.Context, list []peer, running []*process, n int) (sides []*side, err error) {
	for i, p := range list {
		one, err := newSide(ctx, p, running[i], n, s.connections)
		if err != nil {
			return nil, err
		}
		defer closeAll(one.connections)
		sides = append(sides, one)
	}
	turns := slices.Clone(sides)
	if err := run(ctx, turns, s.warmup); err != nil {
		return nil, err
	}
	for _, one := range sides {
		one.forget()
	}
	for range s.rounds {
		if err := run(ctx, turns, s.round); err != nil {
			return nil, err
		}
		slices.Reverse(turns)
	}
	for _, one := range sides {
		slices.Sort(one.latencies)
	}
	return sides, nil
}

func newSide(ctx context.Context, p peer, r *process, n, connections int) (*side, error) {
	a := p.asks[n]
	list, err := connect(ctx, r.addr, connections)
	return &side{peer: p.name, request: encode(a.method, a.path, p.token, a.body), status: a.status, connections: list, pid: r.pid}, err
}

// forget drops what the warm-up measured.
func (s *side) forget() { s.rates, s.costs, s.latencies = nil, nil, nil }

// beside returns the requests/s of the service as a multiple of the side's, by rounds.
func (r result) beside(s *side) spread {
	ratios := make([]float64, len(s.rates))
	for i, rate := range s.rates {
		ratios[i] = r.sides[0].rates[i] / rate
	}
	return spreadOf(ratios)
}

// run gives each side one round.
func run(ctx context.Context, turns []*side, length time.Duration) error {
	for _, turn := range turns {
		if err := ctx.Err(); err != nil {
			return err
		}
		if _, err := turn.round(length); err != nil {
			return fmt.Errorf("%s: %w", turn.peer, err)
		}
	}
	return nil
}

// round asks on all connections for the given time.
func (s *side) round(length time.Duration) (answers int, err error) {
	worked, err := processorTime(s.pid)
	if err != nil {
		return 0, err
	}
	begin := time.Now()
	latencies := make([][]time.Duration, len(s.connections))
	failures := make([]error, len(s.connections))
	var all sync.WaitGroup
	for i, c := range s.connections {
		all.Go(func() { latencies[i], failures[i] = c.repeat(numbered(s.request, i), s.status, begin.Add(length)) })
	}
	all.Wait()
	took := time.Since(begin)
	before := len(s.latencies)
	s.latencies = slices.Concat(append(latencies, s.latencies)...)
	answers = len(s.latencies) - before
	s.rates = append(s.rates, float64(answers)/took.Seconds())
	done, err := processorTime(s.pid)
	s.costs = append(s.costs, (done-worked)/time.Duration(max(answers, 1)))
	return answers, errors.Join(append(failures, err)...)
}
