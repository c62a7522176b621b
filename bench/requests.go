package main

import (
	"bytes"
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
	pid         int
	rates       []float64       // requests/s of each round
	costs       []time.Duration // processor time for a request, in each round
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
		r, err := s.measure(ctx, sc, service, bare, f.token)
		if err != nil {
			return nil, held, fmt.Errorf("%s: %w", sc.name, err)
		}
		results = append(results, r)
	}
	held, err = memoryOf(service.cmd.Process.Pid)
	return results, held, err
}

// measure lets both sides take turns; who begins alternates.
func (s settings) measure(ctx context.Context, sc scenario, service, bare *process, token string) (r result, err error) {
	r.scenario, r.service.pid, r.bare.pid = sc, service.cmd.Process.Pid, bare.cmd.Process.Pid
	if err := sc.check(ctx, service.addr, bare.addr, token); err != nil {
		return r, err
	}
	if r.service.connections, err = connect(ctx, service.addr, s.connections); err != nil {
		return r, err
	}
	defer closeAll(r.service.connections)
	if r.bare.connections, err = connect(ctx, bare.addr, s.connections); err != nil {
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
func (s *side) forget() { s.rates, s.costs, s.latencies = nil, nil, nil }

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
	worked, err := processorTime(s.pid)
	if err != nil {
		return err
	}
	begin := time.Now()
	latencies := make([][]time.Duration, len(s.connections))
	failures := make([]error, len(s.connections))
	var all sync.WaitGroup
	for i, c := range s.connections {
		all.Go(func() { latencies[i], failures[i] = c.repeat(numbered(request, i), status, begin.Add(length)) })
	}
	all.Wait()
	took := time.Since(begin)
	before := len(s.latencies)
	s.latencies = slices.Concat(append(latencies, s.latencies)...)
	answers := len(s.latencies) - before
	s.rates = append(s.rates, float64(answers)/took.Seconds())
	done, err := processorTime(s.pid)
	s.costs = append(s.costs, (done-worked)/time.Duration(max(answers, 1)))
	return errors.Join(append(failures, err)...)
}

// repeat asks again and again until the end and returns how long each answer took.
func (c *connection) repeat(request *numberedRequest, want int, end time.Time) (latencies []time.Duration, err error) {
	if err := c.SetDeadline(end.Add(answerTimeout)); err != nil {
		return nil, err
	}
	for begin := time.Now(); begin.Before(end); {
		request.next()
		status, err := c.ask(request.bytes)
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

// numberedRequest is a request whose address holds a number that grows, or none.
type numberedRequest struct {
	bytes  []byte
	digits []byte // of the number, in bytes
}

// numberPlace is where the number stands in an address: three digits of the connection, and eight that begin anywhere.
const numberPlace = "ask=00000000000"

func numbered(request []byte, connection int) *numberedRequest {
	n := &numberedRequest{bytes: slices.Clone(request)}
	if at := bytes.Index(n.bytes, []byte(numberPlace)); at >= 0 {
		n.digits = n.bytes[at+len("ask="):][:len(numberPlace)-len("ask=")]
		copy(n.digits, fmt.Sprintf("%03d%08d", connection, time.Now().UnixMicro()%1e8))
	}
	return n
}

// next adds one to the number.
func (n *numberedRequest) next() {
	for i := len(n.digits) - 1; i >= 0; i-- {
		if n.digits[i]++; n.digits[i] <= '9' {
			return
		}
		n.digits[i] = '0'
	}
}
