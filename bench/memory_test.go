package main

import (
	"testing"
	"time"
)

func TestKilobytes(t *testing.T) {
	t.Parallel()
	const status = "Name:\tquartermaster\nVmHWM:\t   40960 kB\nVmRSS:\t    2048 kB\nThreads:\t9\n"
	for name, want := range map[string]int64{"VmRSS": 2 << 20, "VmHWM": 40 << 20, "VmSwap": 0} {
		if got := kilobytes(status, name); got != want {
			t.Errorf("%s is %d, want %d", name, got, want)
		}
	}
}

func TestTicks(t *testing.T) {
	t.Parallel()
	for stat, want := range map[string]time.Duration{
		"7 (a b) c) S 1 7 7 0 -1 4194560 8 0 0 0 250 31 0 0 20 0": 2810 * time.Millisecond,
		"": 0,
	} {
		if got := ticks(stat); got != want {
			t.Errorf("%q: %v, want %v", stat, got, want)
		}
	}
}
