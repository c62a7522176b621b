package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
)

// syncs is how often a peer waits for the disk for one create, those for checkpoints of its log included.
type syncs struct {
	peer            string
	together, alone float64 // with all connections, and with one
}

// syncCalls are the system calls that wait for the disk.
const syncCalls = "trace=fsync,fdatasync,sync_file_range,msync,syncfs"

// countSyncs lets strace count them while clients create types. Without strace it returns none.
func (s settings) countSyncs(ctx context.Context, dir string, list []peer) (counted []syncs, err error) {
	tracer, err := exec.LookPath("strace")
	if err != nil {
		return nil, nil
	}
	for _, p := range list {
		calls := filepath.Join(dir, "calls")
		watched, err := p.start(ctx, tracer, "-f", "--seccomp-bpf", "-qq", "-e", "signal=none", "-e", syncCalls, "-o", calls)
		if err != nil {
			return nil, err
		}
		one, err := s.countOn(ctx, p, watched, calls)
		if err := errors.Join(err, watched.stop()); err != nil {
			return nil, err
		}
		counted = append(counted, one)
	}
	return counted, nil
}

func (s settings) countOn(ctx context.Context, p peer, watched *process, calls string) (n syncs, err error) {
	n.peer = p.name
	if n.together, err = s.syncsEach(ctx, p, watched, calls, s.connections); err != nil {
		return n, err
	}
	n.alone, err = s.syncsEach(ctx, p, watched, calls, 1)
	return n, err
}

// syncsEach returns how many of the calls there are for one create, while so many clients create at the same time.
func (s settings) syncsEach(ctx context.Context, p peer, watched *process, calls string, clients int) (float64, error) {
	one, err := newSide(ctx, p, watched, creating, clients)
	if err != nil {
		return 0, err
	}
	defer closeAll(one.connections)
	before, err := countLines(calls)
	if err != nil {
		return 0, err
	}
	created, err := one.round(s.round)
	if err != nil {
		return 0, err
	}
	after, err := countLines(calls)
	return float64(after-before) / float64(max(created, 1)), err
}

// countLines counts the calls that strace has written; one that another interrupts has two lines.
func countLines(file string) (int, error) {
	text, err := os.ReadFile(file)
	return bytes.Count(text, []byte("\n")) - bytes.Count(text, []byte(" resumed>")), err
}
