package main

import (
	"runtime"
	"testing"
)

func TestHeapPeakSeesWhatIsHeldForAWhile(t *testing.T) {
	const size = 64 << 20
	peak, err := heapPeak(func() error {
		held := make([]byte, size)
		runtime.KeepAlive(held)
		return nil
	})
	if err != nil || peak < size || peak > 2*size {
		t.Errorf("%d bytes, %v", peak, err)
	}
}
