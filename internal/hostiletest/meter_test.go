package hostiletest_test

import (
	"io"
	"runtime"
	"testing"

	"quartermaster/internal/hostiletest"
)

// TestTheMeterFindsWhoeverKeepsWhatIsSent, and nobody who drops it.
func TestTheMeterFindsWhoeverKeepsWhatIsSent(t *testing.T) {
	const size = 32 << 10 // of a piece
	for name, keeps := range map[string]int{"nothing": 0, "a little": 8 << 20, "too much": hostiletest.Most + 1<<20} {
		t.Run(name, func(t *testing.T) {
			m := hostiletest.NewMeter()
			from, to := io.Pipe()
			go hostiletest.Repeat(m.Through(to), "x", 0)
			kept := make([][]byte, 0, keeps/size)
			for range keeps/size + 4<<20/size {
				piece := make([]byte, size)
				if _, err := io.ReadFull(from, piece); err != nil {
					t.Fatal(err)
				}
				if len(kept) < keeps/size {
					kept = append(kept, piece)
				}
			}
			m.Look()
			runtime.KeepAlive(kept)
			from.Close()
			if peak := m.Peak(); (peak > hostiletest.Most) != (keeps > hostiletest.Most) || peak < int64(keeps)-2<<20 {
				t.Errorf("%d kB are kept, and %d were found", keeps>>10, peak>>10)
			}
		})
	}
}
