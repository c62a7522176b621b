package hostiletest_test

import (
	"io"
	"runtime"
	"testing"

	"quartermaster/internal/hostiletest"
)

// TestTheMeterFindsWhoeverKeepsWhatIsSent, and nobody who drops it.
func TestTheMeterFindsWhoeverKeepsWhatIsSent(t *testing.T) {
	for name, keeps := range map[string]int{"nothing": 0, "a little": 8 << 20, "too much": hostiletest.Most + 1<<20} {
		t.Run(name, func(t *testing.T) {
			m := hostiletest.NewMeter()
			from, to := io.Pipe()
			go hostiletest.Repeat(m.Through(to), "x", 0)
			kept := make([][]byte, 0, keeps/1024)
			for range 40 << 10 {
				piece := make([]byte, 1024)
				if _, err := io.ReadFull(from, piece); err != nil {
					t.Fatal(err)
				}
				if len(kept) < keeps/1024 {
					kept = append(kept, piece)
				}
			}
			m.Look()
			runtime.KeepAlive(kept)
			from.Close()
			if peak := m.Peak(); (peak > hostiletest.Most) != (keeps > hostiletest.Most) || peak < int64(keeps)-1<<20 {
				t.Errorf("%d kB are kept, and %d were found", keeps>>10, peak>>10)
			}
		})
	}
}
