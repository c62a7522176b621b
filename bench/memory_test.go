package main

import "testing"

func TestKilobytes(t *testing.T) {
	t.Parallel()
	const status = "Name:\tquartermaster\nVmHWM:\t   40960 kB\nVmRSS:\t    2048 kB\nThreads:\t9\n"
	for name, want := range map[string]int64{"VmRSS": 2 << 20, "VmHWM": 40 << 20, "VmSwap": 0} {
		if got := kilobytes(status, name); got != want {
			t.Errorf("%s is %d, want %d", name, got, want)
		}
	}
}
