// Package hostiletest is what tests of whoever listens to strangers stand on: peers that never stop, and a meter of what they take.
package hostiletest

import (
	"io"
	"runtime"
	"runtime/metrics"
	"strings"
	"sync"
	"testing"
	"time"
)

// What a peer that never stops may take of whoever listens to it.
const (
	Most    = 32 << 20 // bytes that are read, and bytes of memory
	Longest = time.Minute
)

// How often the memory is looked at: after so many bytes that a peer sends, and after a time.
const (
	lookEvery = 1 << 20
	lookAfter = 25 * time.Millisecond
)

// Meter measures the memory that cannot be given back, beyond what was so before it began, while peers send. What was read and dropped does
// not count: how much of that lies about is the collector's choice. The peers themselves look, before they go on sending, so that they
// cannot get ahead of the meter on a busy machine.
type Meter struct {
	ended chan struct{}

	mu           sync.Mutex
	before, peak int64
	sent, looked int64
}

// NewMeter begins to measure, until End or Check.
func NewMeter() *Meter {
	m := &Meter{ended: make(chan struct{}), before: live()}
	go func() {
		for {
			select {
			case <-m.ended:
				return
			case <-time.After(lookAfter):
				m.Look()
			}
		}
	}()
	return m
}

// Through returns a writer for what a peer sends.
func (m *Meter) Through(to io.Writer) io.Writer { return metered{to, m} }

type metered struct {
	io.Writer
	meter *Meter
}

func (w metered) Write(b []byte) (int, error) {
	for at := 0; at < len(b); {
		n, err := w.Writer.Write(b[at:min(len(b), at+lookEvery)])
		at += n
		w.meter.count(n)
		if err != nil {
			return at, err
		}
	}
	return len(b), nil
}

func (m *Meter) count(n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.sent += int64(n); m.sent-m.looked >= lookEvery {
		m.looked = m.sent
		m.look()
	}
}

// End ends the measurement.
func (m *Meter) End() { close(m.ended) }

// Look measures once more.
func (m *Meter) Look() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.look()
}

func (m *Meter) look() { m.peak = max(m.peak, live()-m.before) }

// Sent returns how many bytes went to whoever listens, or wait on the way.
func (m *Meter) Sent() int64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.sent
}

// Peak returns the most memory that was taken, in bytes.
func (m *Meter) Peak() int64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.peak
}

// Check ends the measurement, and fails the test where more was taken than one peer may take.
func (m *Meter) Check(t testing.TB, what string) {
	t.Helper()
	m.End()
	m.Look()
	if peak := m.Peak(); peak > Most {
		t.Errorf("%s: %d MB of memory", what, peak>>20)
	}
	if sent := m.Sent(); sent > Most {
		t.Errorf("%s: %d MB were read", what, sent>>20)
	}
}

func live() int64 {
	runtime.GC()
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}

// Flood sends datagrams until nobody can be sent any more. Many get lost: who sends them may as well leave time to others.
func Flood(to io.Writer, datagram func(n int) []byte) {
	for n := 0; ; n++ {
		if _, err := to.Write(datagram(n)); err != nil {
			return
		}
		if n%64 == 0 {
			time.Sleep(time.Millisecond)
		}
	}
}

// Repeat sends a text until nobody listens any more, at a rate of bytes a second; 0: as fast as it goes.
func Repeat(to io.Writer, text string, rate int) {
	var pause time.Duration
	if rate > 0 {
		pause = time.Second * time.Duration(len(text)) / time.Duration(rate)
	} else {
		text = strings.Repeat(text, 32<<10/len(text))
	}
	for {
		if _, err := io.WriteString(to, text); err != nil {
			return
		}
		time.Sleep(pause)
	}
}
