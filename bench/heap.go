package main

import (
	"runtime"
	"runtime/metrics"
	"time"
)

// heapPeak returns by how many bytes the objects of the heap grow at most while run works: those in use and the garbage that is
// not collected yet, looked at each millisecond.
func heapPeak(run func() error) (int64, error) {
	runtime.GC()
	before, stop, peak := heapBytes(), make(chan struct{}), make(chan int64)
	go func() {
		tick, most := time.NewTicker(time.Millisecond), int64(0)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				most = max(most, heapBytes())
			case <-stop:
				peak <- max(most, heapBytes())
				return
			}
		}
	}()
	err := run()
	close(stop)
	return <-peak - before, err
}

func heapBytes() int64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return int64(min(sample[0].Value.Uint64(), 1<<62))
}
